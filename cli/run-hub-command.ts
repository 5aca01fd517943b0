import qrcode from 'qrcode'
import { controlPath, type ControlRequest } from '../src/main/stations/hub/control.ts'
import type { PairedStation, ShownInvitation } from '../src/main/stations/hub/hub-desk.ts'
import { stationId } from '../src/shared/bus/messages.ts'
import { harden } from '../src/main/app/hardening.ts'
import { defineCommand, type CommandLine } from './command.ts'
import { end, refuse } from './problem.ts'
import { askHubOnce, describeReply } from './hub/ask-hub.ts'
import { openScreen } from './hub/screen.ts'
import { watchHub } from './hub/watch.ts'
import { oneLine, pad } from './output/text.ts'
import { findVault, folderHelp, projectFolder } from './vault-place.ts'

export const hubExit = { done: 0, notDone: 1, usage: 2, notRunning: 3 } as const

const commandLine = {
  name: 'foyer hub',
  summary: `Run the hub, a machine without a window to which kiosks tell who needs help and who arrived, or ask it
(docs/fleet.md). Without a flag it runs, until Ctrl+C or SIGTERM; its settings stand where a kiosk's stand.
With one, a hub is asked that runs with this data folder, as the same user:`,
  flags: {
    '--watch': 'show who needs help, arrivals and kiosks, live; say that you come',
    '--pair': 'invite a kiosk: a QR and a code',
    '--stations': 'list the stations that are paired',
    '--unpair <ID>': 'let go of one; the others get another key',
    '--json': 'what --pair or --stations tells as JSON, for programs',
    '--dir <folder>': folderHelp,
  },
  exits: {
    0: 'done',
    1: 'not done',
    2: 'wrong usage',
    3: 'no hub runs there',
    78: 'the settings need a correction',
  },
} as const satisfies CommandLine

export const hub = defineCommand(commandLine, async ({ values }, terminal) => {
  const { watch, pair, stations, unpair, json, dir } = values
  if (unpair !== undefined && !stationId.safeParse(unpair).success)
    refuse('--unpair: an id as --stations lists it.')
  const count = [watch, pair, stations, unpair !== undefined].filter(Boolean).length
  if (count > 1) refuse('say one of --watch, --pair, --stations and --unpair.')
  if (dir !== undefined && count === 0)
    refuse('--dir goes with what is asked of a running hub; for its own folder set FOYER_DATA_DIR.')
  if (json && !pair && !stations) refuse('--json goes with --pair or --stations.')
  if (count === 0) {
    harden()
    const { runHub } = await import('../src/main/app/run-station.ts')
    await runHub(projectFolder)
    return hubExit.done
  }
  // The rest starts nothing and needs no secret.
  const { folder } = findVault(dir, { ...terminal.environment })
  const path = controlPath(folder, process.platform)
  if (watch) {
    const why = await watchHub(openScreen(), path, Date.now)
    return why === undefined ? hubExit.done : end(hubExit.notRunning, why)
  }
  const other: ControlRequest =
    unpair === undefined ? { ask: 'stations' } : { ask: 'unpair', station: unpair }
  const answer = await askHubOnce(path, pair ? { ask: 'pair' } : other)
  if (typeof answer === 'string') return end(hubExit.notRunning, describeReply(answer))
  if (answer.kind === 'refused') return end(hubExit.notDone, describeReply(answer))
  const asJson = (value: unknown) => `${JSON.stringify(value)}\n`
  if (answer.kind === 'invitation')
    terminal.out(json ? asJson(answer.invitation) : await drawInvitation(answer.invitation))
  else if (answer.kind === 'stations')
    terminal.out(json ? asJson(answer.stations) : drawStations(answer.stations))
  else terminal.out('the station is unpaired; the others get another key.\n')
  return hubExit.done
})

async function drawInvitation({ code, link, until, address }: ShownInvitation): Promise<string> {
  const drawn = await qrcode.toString(link, { type: 'utf8', errorCorrectionLevel: 'M' })
  const minutes = Math.max(0, Math.ceil((until - Date.now()) / 60_000))
  return `${drawn.trimEnd()}

Address: ${address}
Code:    ${code}

In the staff panel of the kiosk: scan the picture, or type the address and the code.
They hold for ${minutes} minutes, once.
`
}

function drawStations(stations: readonly PairedStation[]): string {
  if (stations.length === 0) return 'no station is paired; --pair invites one.\n'
  const day = (at: number) => new Date(at).toISOString().slice(0, 10)
  const lines = stations.map(({ id, kind, name, since }) =>
    `${id}  ${pad(kind, 5)}  since ${day(since)}  ${oneLine(name)}`.trimEnd(),
  )
  return lines.map((line) => `${line}\n`).join('')
}
