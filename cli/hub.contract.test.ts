import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { freeKiosk } from '#harness/bus/test-station.ts'
import { hubPlace, openWatchTerminal, startHubCommand } from '#harness/hub/hub-process.ts'
import { openKioskStation, type KioskStation } from '#harness/hub/kiosk-station.ts'
import { arrivalOf, helpOf } from '#harness/hub/stations.ts'
import { waitFor } from '#harness/wait-for.ts'
import { controlPath } from '../src/main/stations/hub/control.ts'
import type { Bus } from '../src/main/stations/create-bus.ts'
import { askHubOnce } from './hub/ask-hub.ts'
import { hubExit } from './run-hub-command.ts'

type Environment = Readonly<Record<string, string>>
const timeout = 240_000
/** Waits until something holds, on a machine on which many processes start. */
const until = <T>(check: () => T | Promise<T>) => waitFor(check, 60_000)

async function startHub(environment: Environment) {
  const hub = startHubCommand([], environment)
  await until(() => expect(hub.said.note).toContain('the hub is open'))
  return hub
}

async function ask(environment: Environment, ...args: readonly string[]): Promise<string> {
  const asked = startHubCommand(args, environment)
  expect(await asked.ended, asked.said.note).toBe(0)
  return asked.said.out
}

async function invited(environment: Environment) {
  const said = await ask(environment, '--pair')
  const [, address = ''] = /Address: +(\S+)/.exec(said) ?? []
  const [, code = ''] = /Code: +((?:\w{4}-){2}\w{4})\n/.exec(said) ?? []
  return [address, code] as const
}

const beInUse = (bus: Bus) =>
  bus.present({ ...freeKiosk('Front door'), state: 'inUse', since: new Date().toISOString() })

/** Opens the pairing and bus of a kiosk, as its start does, until the test ends. */
function openPlace(station: KioskStation) {
  const place = station.open()
  onTestFinished(() => place.close())
  return place
}

async function frontDoor() {
  const station = await openKioskStation('Front door')
  onTestFinished(() => station.close())
  return station
}

it(
  'pairs a kiosk, shows who needs help, lets go of it, ends on a signal',
  async () => {
    const { environment, folder, port } = await hubPlace()
    const hub = await startHub(environment)
    const watching = startHubCommand(['--watch'], environment)
    await until(() => expect(watching.said.out).toContain('Nobody needs help.'))

    const [address, code] = await invited(environment)
    const station = await frontDoor()
    const { heard } = station
    const first = station.open()
    expect(await first.pair(address, 'AAAA-AAAA-AAAA')).toMatchObject({
      error: { kind: 'refused' },
    })
    expect(await first.pair(address, code)).toEqual({ ok: true, value: null })
    expect(first.paired()).toMatchObject({ address: `127.0.0.1:${port}` })
    // Sent just before the kiosk stops, and received after its next start.
    first.bus()?.tell(helpOf('a', '417'))
    await first.close()
    const paired = openPlace(station)
    await until(() => expect(paired.bus()).toBeDefined())
    const bus = paired.bus()!
    beInUse(bus)
    await until(() => {
      expect(watching.said.out).toMatch(/417 +Front door .* NOBODY IS COMING YET/)
      expect(watching.said.out).toMatch(/1 +Front door +in use/)
    })
    // The hub has the kiosk's message: nothing waits at the kiosk any more.
    await until(() => expect(bus.view()).toMatchObject({ waiting: 0, isHeard: true }))

    const path = controlPath(join(folder, 'data'), process.platform)
    const come = { ask: 'come', from: bus.id, helpId: 'a', by: 'Sam' } as const
    expect(await askHubOnce(path, come)).toEqual({ kind: 'done' })
    await until(() => expect(heard).toMatchObject([{ act: 'coming', helpId: 'a', by: 'Sam' }]))

    await ask(environment, '--unpair', bus.id)
    // Nobody else is paired: the hub's broker is off again.
    await until(() => expect(bus.view().connection).not.toBe('connected'))
    await paired.unpair()
    expect([paired.paired(), paired.bus()]).toEqual([undefined, undefined])
    expect(await ask(environment, '--stations')).toBe('no station is paired; --pair invites one.\n')

    const twice = startHubCommand([], environment)
    expect(await twice.ended).toBe(78)
    expect(twice.said.note).toContain('another Foyer has the vault open')
    hub.end('SIGTERM')
    expect(await hub.ended).toBe(0)
    expect(hub.said.note).not.toContain('"event":"bug"')
    expect(await watching.ended).toBe(hubExit.notRunning)
    expect(existsSync(join(folder, 'data', 'hub.sock'))).toBe(false)
  },
  timeout,
)

it('leaves nothing in the way of the next one when killed', { timeout, tags: 'full' }, async () => {
  const { environment } = await hubPlace()
  const first = await startHub(environment)
  first.end('SIGKILL')
  await first.ended
  await startHub(environment)
  expect(await ask(environment, '--stations')).toBe('no station is paired; --pair invites one.\n')
  expect((await invited(environment))[1]).not.toBe('')
})

/** Opens a hub in a terminal, as a person in front of it does. */
function sitDown(environment: Environment, size?: Parameters<typeof openWatchTerminal>[1]) {
  const terminal = openWatchTerminal(environment, size)
  const shows = (words: string | RegExp) => until(() => expect(terminal.screen()).toMatch(words))
  return { terminal, shows }
}

// `script` of other systems takes other flags.
const onLinux = it.skipIf(process.platform !== 'linux')

onLinux('takes what is typed in a low window', { timeout, tags: 'full' }, async () => {
  const { environment } = await hubPlace()
  await startHub(environment)
  const station = await frontDoor()
  const place = openPlace(station)
  expect(await place.pair(...(await invited(environment)))).toEqual({ ok: true, value: null })
  const bus = place.bus()!
  beInUse(bus)
  bus.tell(helpOf('a', '417'))
  for (let id = 0; id < 20; id += 1) bus.tell(arrivalOf(id))
  const { terminal, shows } = sitDown(environment, { columns: 100, rows: 24 })
  await shows(/^.*Foyer hub[^]*417 +Front door .* NOBODY IS COMING YET[^]*of 20\)[^]*> $/)
  expect(terminal.screen().split('\n').length).toBeLessThanOrEqual(24)

  for (const [line, words] of [
    ['418', 'Type the number of a call'],
    ['417', /Your name: $/],
    ['Sam'.repeat(40), 'too long'],
    ['417', /Your name: $/],
    ['Sam', 'Sam is coming'],
    ['lock 1', /Why, at Front door\? $/],
  ] as const) {
    terminal.types(line)
    await shows(words)
  }
  terminal.types('nobody sits there')
  await until(() =>
    expect(station.heard).toMatchObject([
      { act: 'coming', helpId: 'a', by: 'Sam' },
      { act: 'lock', by: 'Sam', reason: 'nobody sits there' },
    ]),
  )
  terminal.types('q')
  expect(await terminal.ended).toBe(hubExit.done)
})
