import { expect, it, onTestFinished } from 'vitest'
import { freePort } from '../test/harness/bus/relay.ts'
import { hubPlace, startHubCommand } from '../test/harness/hub/hub-process.ts'
import { openKioskStation } from '../test/harness/hub/kiosk-station.ts'
import { arrivalOf, helpOf } from '../test/harness/hub/stations.ts'
import { openWatchTerminal } from '../test/harness/hub/watch-terminal.ts'
import { waitFor } from '../test/harness/wait-for.ts'
import { hubExit } from './run-hub-command.ts'

const longMs = 60_000

/** A hub that runs, and how somebody sits down in front of it. */
async function openHub() {
  const { environment } = hubPlace({
    FOYER_BUS_BROKER_PORT: String(await freePort()),
    FOYER_BUS_BROKER_PAIRING_PORT: String(await freePort()),
  })
  const hub = startHubCommand([], environment)
  await waitFor(() => expect(hub.said.note).toContain('the hub is open'), longMs)
  const sitDown = (size?: { readonly columns: number; readonly rows: number }) => {
    const terminal = openWatchTerminal(environment, size)
    onTestFinished(() => terminal.close())
    const shows = (words: string | RegExp) =>
      waitFor(() => expect(terminal.screen()).toMatch(words), longMs)
    return { terminal, shows }
  }
  return { hub, environment, sitDown }
}

/** A kiosk that is paired with the hub, in use. */
async function openKiosk(environment: Readonly<Record<string, string>>) {
  const invited = startHubCommand(['--pair'], environment)
  expect(await invited.ended).toBe(0)
  const [, address = ''] = /Address: +(\S+)/.exec(invited.said.out) ?? []
  const [, code = ''] = /Code: +(\S+)/.exec(invited.said.out) ?? []
  const station = await openKioskStation('Front door')
  onTestFinished(() => station.close())
  const place = station.open()
  onTestFinished(() => place.close())
  expect(await place.pair(address, code)).toEqual({ ok: true, value: null })
  const bus = place.bus()
  if (!bus) throw new Error('there is no bus')
  bus.present({
    ...{ name: 'Front door', version: '0.1.0', state: 'inUse', connection: 'online' },
    ...{ since: new Date().toISOString(), intakes: { waiting: 0, needPerson: 0 } },
  })
  return { bus, heard: station.heard }
}

// `script` of other systems takes other flags.
const onLinux = it.skipIf(process.platform !== 'linux')

onLinux('takes what is typed in a low window', { timeout: 240_000 }, async () => {
  const { environment, sitDown } = await openHub()
  const { bus, heard } = await openKiosk(environment)
  bus.tell(helpOf('a', '417'))
  for (let id = 0; id < 20; id += 1) bus.tell(arrivalOf(id))
  const { terminal, shows } = sitDown({ columns: 100, rows: 24 })
  await shows(/^.*Foyer hub[^]*417 +Front door .* NOBODY IS COMING YET[^]*of 20\)[^]*> $/)
  expect(terminal.screen().split('\n').length).toBeLessThanOrEqual(24)

  terminal.types('418')
  await shows('Type the number of a call')
  terminal.types('417')
  await shows(/Your name: $/)
  terminal.types('Sam'.repeat(40))
  await shows('too long')
  terminal.types('417')
  await shows(/Your name: $/)
  terminal.types('Sam')
  await shows('Sam is coming')
  terminal.types('lock 1')
  await shows(/Why, at Front door\? $/)
  terminal.types('nobody sits there')
  await waitFor(
    () =>
      expect(heard).toMatchObject([
        { act: 'coming', helpId: 'a', by: 'Sam' },
        { act: 'lock', by: 'Sam', reason: 'nobody sits there' },
      ]),
    longMs,
  )
  terminal.types('q')
  expect(await terminal.ended).toBe(hubExit.done)
})

onLinux(
  'shows whole lines where the terminal does not know its size',
  { timeout: 120_000 },
  async () => {
    const { hub, sitDown } = await openHub()
    const one = sitDown()
    await one.shows('Nobody needs help.')
    one.terminal.control('c')
    expect(await one.terminal.ended).toBe(hubExit.done)
    const other = sitDown()
    await other.shows('Nobody needs help.')
    hub.end('SIGTERM')
    expect(await other.terminal.ended).toBe(hubExit.notRunning)
    expect(other.terminal.screen()).toMatch(/^foyer: the hub has ended\.$/m)
  },
)
