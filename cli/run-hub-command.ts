import qrcode from 'qrcode'
import { controlPath } from '../src/main/stations/hub/control.ts'
import type { PairedStation, ShownInvitation } from '../src/main/stations/hub/hub-desk.ts'
import { stationId } from '../src/shared/bus/messages.ts'
import { harden } from '../src/main/app/hardening.ts'
import { defineCommand, type CommandLine, type ValuesOf } from './command.ts'
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

function refuseMixed(values: ValuesOf<typeof commandLine.flags>): void {
  const asked = [values.watch, values.pair, values.stations, values.unpair !== undefined]
  const count = asked.filter(Boolean).length
  if (count > 1) refuse('say one of --watch, --pair, --stations and --unpair.')
  if (values.dir !== undefined && count === 0)
    refuse('--dir goes with what is asked of a running hub; for its own folder set FOYER_DATA_DIR.')
  if (values.json && !values.pair && !values.stations)
    refuse('--json goes with --pair or --stations.')
}

/** `foyer hub`: runs the hub, or asks the one that runs; exit codes: `hubExit`. */
export const hub = defineCommand(commandLine, async ({ values }, terminal) => {
  const { watch, pair, stations, unpair, json, dir } = values
  if (unpair !== undefined && !stationId.safeParse(unpair).success)
    refuse('--unpair: an id as --stations lists it.')
  refuseMixed(values)
  if (!watch && !pair && !stations && unpair === undefined) {
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
  const answer = await askHubOnce(
    path,
    pair
      ? { ask: 'pair' }
      : unpair === undefined
        ? { ask: 'stations' }
        : { ask: 'unpair', station: unpair },
  )
  if (typeof answer === 'string') return end(hubExit.notRunning, describeReply(answer))
  if (answer.kind === 'refused') return end(hubExit.notDone, describeReply(answer))
  if (answer.kind === 'invitation')
    terminal.out(
      json
        ? `${JSON.stringify(answer.invitation)}\n`
        : `${(await invitationLines(answer.invitation, Date.now())).join('\n')}\n`,
    )
  else if (answer.kind === 'stations')
    terminal.out(json ? `${JSON.stringify(answer.stations)}\n` : stationLines(answer.stations))
  else terminal.out('the station is unpaired; the others get another key.\n')
  return hubExit.done
})

/** Draws an invitation for a terminal: the QR, the code, and how long they hold. `now`: ms since 1970. */
async function invitationLines({ code, link, until, address }: ShownInvitation, now: number) {
  const drawn = await qrcode.toString(link, { type: 'utf8', errorCorrectionLevel: 'M' })
  const minutes = Math.max(0, Math.ceil((until - now) / 60_000))
  return [
    ...drawn.trimEnd().split('\n'),
    '',
    `Address: ${address}`,
    `Code:    ${code}`,
    '',
    'In the staff panel of the kiosk: scan the picture, or type the address and the code.',
    `They hold for ${minutes} minutes, once.`,
  ]
}

function stationLines(stations: readonly PairedStation[]): string {
  if (stations.length === 0) return 'no station is paired; --pair invites one.\n'
  const day = (at: number) => new Date(at).toISOString().slice(0, 10)
  return stations
    .map(({ id, kind, name, since }) =>
      `${id}  ${pad(kind, 5)}  since ${day(since)}  ${oneLine(name)}`.trimEnd(),
    )
    .map((line) => `${line}\n`)
    .join('')
}
