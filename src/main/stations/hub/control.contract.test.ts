import { statSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { openDesk } from '#harness/hub/desk.ts'
import { arrivalOf, backKiosk, frontKiosk, helpOf, saidBy } from '#harness/hub/stations.ts'
import { waitFor } from '#harness/wait-for.ts'
import { systemClock } from '../../base/clock.ts'
import { err } from '../../../shared/result.ts'
import { askHub, askHubOnce } from '../../../../cli/hub/ask-hub.ts'
import { controlPath, openControlServer } from './control.ts'
import type { Overview } from './hub-desk.ts'

async function open() {
  const parts = await openDesk()
  const path = controlPath(parts.folder, process.platform)
  const server = await openControlServer({
    path,
    desk: parts.desk,
    timers: systemClock,
    pairing: {
      invite: () => Promise.reject(new Error('database or disk is full')),
      withdraw: () => Promise.resolve(),
      stations: () => [{ id: frontKiosk, kind: 'kiosk', name: 'Front door', since: 7 }],
      unpair: () => Promise.resolve(err('unknownStation')),
    },
  })
  if (!server.ok) throw new Error(server.error)
  onTestFinished(() => server.value.close())
  return { ...parts, path, server: server.value }
}

function watch(path: string) {
  const seen: Overview[] = []
  const asking = askHub(path, { ask: 'watch' }, (reply) => {
    if (reply.kind === 'overview') seen.push(reply.overview)
  })
  onTestFinished(() => asking.close())
  return { seen, ...asking }
}

it('is for the user of the hub alone', async () => {
  const { path } = await open()
  expect(statSync(path).mode & 0o777).toBe(0o600)
})

it('hangs up where the audit cannot be written', async () => {
  const { path } = await open()
  expect(await askHubOnce(path, { ask: 'pair' })).toBe('notRunning')
  expect(await askHubOnce(path, { ask: 'stations' })).toMatchObject({ kind: 'stations' })
})

it('shows many changes at once as few, and the last of them in any case', async () => {
  const { path, bus } = await open()
  const { seen } = watch(path)
  await waitFor(() => expect(seen).toHaveLength(1))
  for (let come = 1; come <= 500; come += 1) bus.hear(saidBy(frontKiosk, arrivalOf(come)))
  await waitFor(() => expect(seen.at(-1)?.arrivals).toHaveLength(500))
  expect(seen.length).toBeLessThan(50)
})

it('carries what is asked of a kiosk, and why it was not done', async () => {
  const { path, bus } = await open()
  bus.hear(saidBy(frontKiosk, helpOf('a')))
  const come = { ask: 'come', from: frontKiosk, by: 'Sam' } as const
  expect(await askHubOnce(path, { ...come, helpId: 'a' })).toEqual({ kind: 'done' })
  expect(await askHubOnce(path, { ...come, helpId: 'b' })).toEqual({
    kind: 'refused',
    reason: 'unknownCall',
  })
  const lock = { ask: 'command', to: backKiosk, act: 'lock', by: 'Sam', reason: 'closing' } as const
  expect(await askHubOnce(path, lock)).toEqual({ kind: 'done' })
  expect(bus.commands.map(({ to, command }) => [to, command.act])).toEqual([
    [frontKiosk, 'coming'],
    [backKiosk, 'lock'],
  ])
})

it('tells that no hub runs, and that one has ended', async () => {
  const { path, server } = await open()
  const watching = watch(path)
  await waitFor(() => expect(watching.seen).toHaveLength(1))
  await server.close()
  expect(await watching.ended).toBeUndefined()
  expect(await askHubOnce(path, { ask: 'stations' })).toBe('notRunning')
  expect(await askHubOnce(join(path, 'not'), { ask: 'stations' })).toBe('notRunning')
})

it.each([
  ['what is no JSON', 'watch\n'],
  ['what it does not know', '{"ask":"forget"}\n'],
  ['more than it asks for', `{"ask":"stations","more":1}\n`],
  ['a line without end', '"'.padEnd(10_000, 'x')],
])('hangs up on %s', async (_, sent) => {
  const { path } = await open()
  const socket = connect(path)
  const heard: string[] = []
  socket.on('error', () => undefined).on('data', (data) => heard.push(data.toString()))
  socket.write(sent)
  await new Promise<void>((resolve) => socket.once('close', () => resolve()))
  expect(heard).toEqual([])
  expect(await askHubOnce(path, { ask: 'stations' })).toMatchObject({ kind: 'stations' })
})
