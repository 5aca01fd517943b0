import qrcode from 'qrcode'
import { controlPath } from '../src/main/stations/hub/control.ts'
import type { PairedStation, ShownInvitation } from '../src/main/stations/hub/hub-desk.ts'
import { stationId } from '../src/shared/bus/messages.ts'
import { helpOf, readOrTell, type CommandLine, type Output, type ValuesOf } from './command.ts'
import { askHubOnce, describeReply } from './hub/ask-hub.ts'
import type { Screen } from './hub/screen.ts'
import { watchHub } from './hub/watch.ts'
import { oneLine, pad } from './output/text.ts'
import { folderHelp, findVault } from './vault-place.ts'

/** Exit statuses of `npm run hub` when it asks a running hub. */
export const hubExit = { done: 0, notDone: 1, usage: 2, notRunning: 3 } as const

const commandLine = {
  name: 'hub',
  summary: `The hub: a machine without a window to which kiosks tell who needs help and who arrived (docs/fleet.md).
Without a flag it runs, until Ctrl+C or SIGTERM; its settings stand where a kiosk's stand.
With one, a hub is asked that runs with this data folder, as the same user:`,
  flags: {
    '--watch': 'show who needs help, arrivals and kiosks, live; say that you come',
    '--pair': 'invite a kiosk: a QR and a code',
    '--stations': 'list the stations that are paired',
    '--unpair <ID>': 'let go of one; the others get another key',
    '--dir <folder>': folderHelp,
  },
  more: 'Exit codes: 0 done, 1 not done, 2 wrong usage, 3 no hub runs there, 78 the settings need a correction.',
} as const satisfies CommandLine

/** Terminal for words, and the screen that shows the overview. */
export interface HubTerminal extends Output {
  readonly screen: () => Screen
  /** ms since 1970. */
  readonly now: () => number
}

function whatIsWrong(values: ValuesOf<typeof commandLine.flags>): string | undefined {
  const asked = [values.watch, values.pair, values.stations, values.unpair !== undefined]
  const count = asked.filter(Boolean).length
  if (count > 1) return 'say one of --watch, --pair, --stations and --unpair.'
  if (values.dir !== undefined && count === 0)
    return '--dir goes with what is asked of a running hub; for its own folder set FOYER_DATA_DIR.'
  return undefined
}

/**
 * Runs `npm run hub` if a running hub is asked, and gives the exit code; see `hubExit`. Undefined: a hub is to run
 * here.
 */
export async function runHubCommand(
  args: string[],
  environment: NodeJS.ProcessEnv,
  terminal: HubTerminal,
): Promise<number | undefined> {
  const given = readOrTell(commandLine, args, terminal)
  if (typeof given === 'number') return given
  const wrong = whatIsWrong(given.values)
  if (wrong !== undefined) {
    terminal.note(`${wrong}\n\n${helpOf(commandLine)}`)
    return hubExit.usage
  }
  const { watch, pair, stations, unpair, dir } = given.values
  if (!watch && !pair && !stations && unpair === undefined) return undefined
  // The rest starts nothing and needs no secret.
  const place = findVault(dir, { ...environment })
  if (!place.ok) {
    terminal.note(`${place.error}\n`)
    return hubExit.usage
  }
  const path = controlPath(place.value.folder, process.platform)
  if (watch) {
    const why = await watchHub(terminal.screen(), path, terminal.now)
    if (why === undefined) return hubExit.done
    terminal.note(`${why}\n`)
    return hubExit.notRunning
  }
  if (unpair !== undefined && !stationId.safeParse(unpair).success) {
    terminal.note('--unpair: an id as --stations lists it.\n')
    return hubExit.usage
  }
  const answer = await askHubOnce(
    path,
    pair
      ? { ask: 'pair' }
      : unpair === undefined
        ? { ask: 'stations' }
        : { ask: 'unpair', station: unpair },
  )
  if (typeof answer === 'string' || answer.kind === 'refused') {
    terminal.note(`${describeReply(answer)}\n`)
    return typeof answer === 'string' ? hubExit.notRunning : hubExit.notDone
  }
  if (answer.kind === 'invitation')
    terminal.out(`${(await invitationLines(answer.invitation, terminal.now())).join('\n')}\n`)
  else if (answer.kind === 'stations') terminal.out(stationLines(answer.stations))
  else terminal.out('the station is unpaired; the others get another key.\n')
  return hubExit.done
}

/** Draws an invitation for a terminal: the QR, the code, and how long they hold. `now`: ms since 1970. */
async function invitationLines(
  { code, link, until, address }: ShownInvitation,
  now: number,
): Promise<string[]> {
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
