import type { Session } from 'electron'
import { beforeEach, expect, it, vi } from 'vitest'
import {
  fakeElectron,
  type FakeSession,
} from '../../../../test/conformance/electron/fake-electron.ts'
import { openSessions, type Sessions } from './sessions.ts'

const nowhere = 'http://127.0.0.1:4321'
let fake: ReturnType<typeof fakeElectron>
let sessions: Sessions
beforeEach(() => {
  fake = fakeElectron()
  sessions = openSessions(fake.electron, nowhere)
})
const faked = (session: Session) => session as unknown as FakeSession
const reachesNothing = (session: FakeSession) => {
  expect(session.setProxy).toHaveBeenLastCalledWith({
    mode: 'fixed_servers',
    proxyRules: nowhere,
    proxyBypassRules: '<-loopback>',
  })
  const decide = vi.fn()
  const filter = session.webRequest.onBeforeRequest.mock.lastCall?.[0] as (
    details: object,
    decide: (answer: object) => void,
  ) => void
  filter({ url: 'https://a.example/' }, decide)
  expect(decide).toHaveBeenCalledWith({ cancel: true })
}

it('takes the dictionaries from a session first of all, and lets it reach nothing', async () => {
  const session = faked(await sessions.take('kiosk'))
  expect(session.setSpellCheckerLanguages).toHaveBeenCalledWith([])
  const [asked] = session.setSpellCheckerLanguages.mock.invocationCallOrder
  const [proxied] = session.setProxy.mock.invocationCallOrder
  expect(asked).toBeLessThan(proxied ?? 0)
  reachesNothing(session)
})

it('uses a session again once it is wiped, for the same use alone', async () => {
  const session = await sessions.take('form')
  expect(await sessions.take('form')).not.toBe(session)
  await sessions.giveBack('form', session)
  expect(faked(session).clearStorageData).toHaveBeenCalledTimes(1)
  expect(await sessions.take('kiosk')).not.toBe(session)
  expect(await sessions.take('form')).toBe(session)
})

it('leaves nothing of the visit before on a session', async () => {
  const session = faked(await sessions.take('form'))
  const told = vi.fn()
  session.on('will-download', told)
  session.webRequest.onBeforeRequest((_details: object, answer: (a: object) => void) => answer({}))
  await sessions.giveBack('form', session as unknown as Session)
  session.emit('will-download', { preventDefault: vi.fn() }, { getURL: () => 'https://a.example/' })
  expect(told).not.toHaveBeenCalled()
  expect(session.webRequest.onHeadersReceived).toHaveBeenLastCalledWith(null)
  reachesNothing(session)
})

it.each([
  ['cookies', (session: FakeSession) => session.cookies.get.mockResolvedValue([{}])],
  ['a cache', (session: FakeSession) => session.getCacheSize.mockResolvedValue(1)],
])('never uses a session again in which a wipe has left %s', async (_name, spoil) => {
  const session = await sessions.take('form')
  spoil(faked(session))
  await sessions.giveBack('form', session)
  expect(await sessions.take('form')).not.toBe(session)
})

it('says that a wipe failed, and never uses that session again', async () => {
  const session = await sessions.take('form')
  faked(session).clearStorageData.mockRejectedValue(new Error('failed'))
  await expect(sessions.giveBack('form', session)).rejects.toThrow('failed')
  expect(await sessions.take('form')).not.toBe(session)
})
