import { parseArgs } from 'node:util'
import qrcode from 'qrcode'
import { controlPath } from '../src/main/hub/control.ts'
import type { PairedStation, ShownInvitation } from '../src/main/hub/hub-desk.ts'
import { stationId } from '../src/shared/bus/messages.ts'
import { askHubOnce, describeReply } from './hub/ask-hub.ts'
import type { Screen } from './hub/screen.ts'
import { watchHub } from './hub/watch.ts'
import { oneLine, pad } from './output/text.ts'
import { folderHelp, findVault } from './vault-place.ts'

/** What `npm run hub` ends with when it asks a running hub. */
export const hubExit = { done: 0, notDone: 1, usage: 2, notRunning: 3 } as const

const help = `The hub: a machine without a window to which kiosks tell who needs help and who arrived (docs/fleet.md)

  npm run hub                       run it, until Ctrl+C or SIGTERM; its settings stand where a kiosk's stand

Of a hub that runs with this data folder, as the same user:
  npm run hub -- --watch            show who needs help, arrivals and kiosks, live; say that you come
  npm run hub -- --pair             invite a kiosk: a QR and a code
  npm run hub -- --stations         list the stations that are paired
  npm run hub -- --unpair ID        let go of one; the others get another key
  ${folderHelp}

Exit codes: 0 done, 1 not done, 2 wrong usage, 3 no hub runs there, 78 the settings need a correction.
`

/** Where words go, and what shows the overview. */
export interface HubTerminal {
  out(text: string): void
  note(text: string): void
  readonly screen: () => Screen
  /** ms since 1970. */
  readonly now: () => number
}

/** What was asked for: to run a hub, or one that runs; a text: it was not understood. */
function readOptions(args: string[]) {
  try {
    const flag = { type: 'boolean', default: false } as const
    const { values } = parseArgs({
      args,
      options: {
        watch: flag,
        pair: flag,
        stations: flag,
        unpair: { type: 'string' },
        dir: { type: 'string' },
        help: { ...flag, short: 'h' },
      },
    })
    const asked = [values.watch, values.pair, values.stations, values.unpair !== undefined]
    if (asked.filter(Boolean).length > 1)
      return 'say one of --watch, --pair, --stations and --unpair.'
    if (values.dir !== undefined && !asked.includes(true) && !values.help)
      return '--dir goes with what is asked of a running hub; for its own folder set FOYER_DATA_DIR.'
    return values
  } catch (error) {
    return error instanceof Error ? error.message : 'not understood'
  }
}

/**
 * Carries out `npm run hub` where a running hub is asked, and gives the exit code; see `hubExit`. Undefined: a hub is to
 * be run here.
 */
export async function runHubCommand(
  args: string[],
  environment: NodeJS.ProcessEnv,
  terminal: HubTerminal,
): Promise<number | undefined> {
  const options = readOptions(args)
  if (typeof options === 'string') {
    terminal.note(`${options}\n\n${help}`)
    return hubExit.usage
  }
  if (options.help) {
    terminal.out(help)
    return hubExit.done
  }
  const { watch, pair, stations, unpair, dir } = options
  if (!watch && !pair && !stations && unpair === undefined) return undefined
  // What follows starts nothing and needs no secret.
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
