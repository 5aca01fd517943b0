import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { processTree } from '../../src/main/windows/chromium/resource-usage.ts'
import { browserProcesses } from '../../src/main/windows/chromium/browser-user.ts'
import type { KioskPlace } from '../../test/leak-scan/kiosk-place.ts'
import { readAudit, type AuditRow } from './read-audit.ts'
import { startFoyerIn, type RunningFoyer } from './running-foyer.ts'

/** The folders of throw-away profiles of a process tree's browsers; none where all sessions are in memory (Electron). */
async function profileRuns(pids: readonly number[], dataFolder: string): Promise<string[]> {
  const runs = new Set<string>()
  for (const pid of pids) {
    const line = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
    const [, profile] = /--user-data-dir=([^\0 ]+)/.exec(line) ?? []
    if (profile && profile !== dataFolder) runs.add(dirname(profile))
  }
  return [...runs]
}

/** Entries of the audit since the newest start but one: those of the killed run. */
async function entriesOf(place: KioskPlace): Promise<{ holds: boolean; killed: Entry[] }> {
  const { holds, rows } = await readAudit(place)
  const starts = rows.flatMap(({ kind }, index) => (kind === 'started' ? [index] : []))
  return { holds, killed: rows.slice(starts.at(-2), starts.at(-1)).map(entryOf) }
}

/** Fields that an entry of the audit and a line of the log have in common. */
type Entry = string

const entryOf = ({ kind, fields }: AuditRow): Entry =>
  kind === 'call' ? `call ${String(fields['operation'])} ${String(fields['outcome'])}` : kind

/** Events of the log that are in the audit before the line is written; `call` is one of them. */
const audited = new Set(
  `call visitStarted visitEnded staffNeeded helpRequested pictureGiven kioskOutOfService
  kioskBackInService`.split(/\s+/),
)

/** Entries that the killed Foyer had acknowledged: a line of its log says that each was written. */
const acknowledged = (log: readonly string[]): Entry[] =>
  log.flatMap((line) => {
    if (!line.startsWith('{')) return []
    const { event, operation, outcome } = JSON.parse(line) as Record<string, string>
    if (event === undefined || !audited.has(event)) return []
    return [event === 'call' ? `call ${operation} ${outcome}` : event]
  })

/** Answers about patients, as entries. The newest may have been on its way when the kill came: then nobody had it. */
const answered = (place: KioskPlace, since: number): Entry[] =>
  place.sandbox.control
    .served()
    .slice(since)
    .filter(({ operation }) => /^partner\.(identityProof|patients|formPackets)\./.test(operation))
    .map(({ operation }) => `call ${operation} ok`)
    .slice(0, -1)

/** Those of `wanted` that `there` has not, each as often as it is missing. */
function missing(wanted: readonly Entry[], there: readonly Entry[]): Entry[] {
  const left = [...there]
  return wanted.filter((entry) => {
    const at = left.indexOf(entry)
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
}

/** True if a process runs; one that nobody has asked about after its end does not. */
export async function isRunning(pid: number): Promise<boolean> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  return stat !== '' && !/^[ZX]/.test(stat.slice(stat.lastIndexOf(')') + 2))
}

const endWithinMs = 5_000

/** Browsers of killed runs that are still there after they had time to end by themselves. Linux only. */
export async function browsersThatStay(runs: readonly string[]): Promise<number[]> {
  const deadline = performance.now() + endWithinMs
  for (;;) {
    const left = (await Promise.all(runs.map(browserProcesses))).flat()
    if (left.length === 0 || performance.now() > deadline) return left
    await setTimeout(20)
  }
}

/** Number of calls that the sandbox had answered: those of a run begin there. */
export const servedSoFar = (place: KioskPlace) => place.sandbox.control.served().length

/** Kills a running Foyer, and starts it again. `between` gets the killed one's profile folders; `since` is `servedSoFar` of its start. */
export async function killAndStartAgain(
  place: KioskPlace,
  foyer: RunningFoyer,
  what: 'main' | 'tree',
  since: number,
  between: (runs: readonly string[]) => Promise<void> = async () => {},
) {
  const tree = await processTree(foyer.process.pid ?? 0)
  const runs = await profileRuns(tree, place.dataFolder)
  await foyer.kill(what)
  const served = answered(place, since)
  await between(runs)
  const next = await startFoyerIn(place)
  await (await next.kiosk()).locator('.kiosk.welcome').waitFor()
  const { holds, killed } = await entriesOf(place)
  const running = await Promise.all(tree.map(isRunning))
  const told = acknowledged(foyer.log)
  const isOut = next.log.some((line) => line.includes('kioskOutOfService'))
  return {
    next,
    vaultOpened: holds && !isOut,
    leftovers: [
      ...tree.filter((_, index) => running[index]).map((pid) => `process ${pid}`),
      ...runs.flatMap((run) => [run, `${run}.alive`]).filter((path) => existsSync(path)),
    ],
    /** Number of entries that the killed run had acknowledged. */
    owed: told.length + served.length,
    /** Entries that the killed one had acknowledged, and that the audit has not. */
    lost: [
      ...missing(told, killed),
      ...missing(served, killed).map((entry) => `${entry} (answered)`),
    ],
  }
}
