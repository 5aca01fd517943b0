// `npm run bench`: each figure beside a floor or a peer that is measured in the same run.
import { mkdir, writeFile } from 'node:fs/promises'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { benchArrival } from './arrival.ts'
import { benchAudit } from './audit.ts'
import { benchAuditedCall } from './audited-call.ts'
import { benchDesk } from './desk/desk.ts'
import { benchTwoDesks } from './desk/two-desks.ts'
import { benchFirstPaint } from './first-paint.ts'
import { benchHelpHeard } from './fleet/help.ts'
import { benchEmbeddedBroker, benchManyKiosks } from './fleet/many.ts'
import { benchPackaged } from './packaged.ts'
import { benchPairedKiosk } from './fleet/paired-kiosk.ts'
import { benchKey } from './key.ts'
import { benchKilled } from './killed.ts'
import { benchMemory } from './memory.ts'
import { benchOffline } from './offline.ts'
import { benchRendererSize } from './renderer-size.ts'
import { benchReading } from './reading.ts'
import type { BenchRow } from './row.ts'
import { benchAnswerClasses, benchServiceCall } from './service-call.ts'
import { benchSandbox } from './sandbox.ts'
import { benchStart } from './start.ts'
import { tableOf } from './table.ts'
import { benchEnding } from './ending.ts'
import { benchTap } from './tap.ts'
import { benchTaps } from './taps.ts'
import { benchTokenExpiry } from './token-expiry.ts'
import { benchWatching } from './watching.ts'
import { benchWipe } from './wipe.ts'

const figures: Record<string, () => Promise<BenchRow[]>> = {
  size: benchRendererSize,
  token: benchTokenExpiry,
  audit: benchAudit,
  audited: benchAuditedCall,
  call: benchServiceCall,
  classes: benchAnswerClasses,
  reading: benchReading,
  sandbox: benchSandbox,
  tap: benchTap,
  taps: benchTaps,
  ending: benchEnding,
  watching: benchWatching,
  key: benchKey,
  'first-paint': benchFirstPaint,
  start: benchStart,
  packaged: benchPackaged,
  memory: benchMemory,
  offline: benchOffline,
  wipe: benchWipe,
  killed: benchKilled,
  arrival: benchArrival,
  help: benchHelpHeard,
  paired: benchPairedKiosk,
  fleet: benchManyKiosks,
  embedded: benchEmbeddedBroker,
  desk: benchDesk,
  desks: benchTwoDesks,
}

const { values } = parseArgs({
  options: { only: { type: 'string', multiple: true }, help: { type: 'boolean', short: 'h' } },
})
const unknown = values.only?.find((name) => !(name in figures))
if (values.help || unknown) {
  const names = Object.keys(figures).join(', ')
  console.log(`npm run bench [-- --only NAME]…   the names: ${names}`)
  process.exit(unknown ? 2 : 0)
}

const rows: BenchRow[] = []
for (const [name, measure] of Object.entries(figures)) {
  if (values.only && !values.only.includes(name)) continue
  console.error(`measuring: ${name} …`)
  rows.push(...(await measure()))
}

const at = new Date().toISOString()
const machine = { cpu: cpus()[0]?.model ?? 'unknown', cores: cpus().length, memory: totalmem() }
const folder = join(import.meta.dirname, 'results')
await mkdir(folder, { recursive: true })
const file = join(folder, `${at.replaceAll(/[:.]/g, '-')}.json`)
await writeFile(file, `${JSON.stringify({ at, node: process.version, machine, rows }, null, 2)}\n`)
console.log(`\n${tableOf(rows)}\n\nwritten to ${file}`)
