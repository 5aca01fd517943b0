import type { Session } from 'electron'
import { beforeEach, expect, it } from 'vitest'
import { fakeElectron } from '../../../../test/conformance/electron/fake-electron.ts'
import type { FakeSession } from '../../../../test/conformance/electron/fake-session.ts'
import { openSessions, type Sessions } from './sessions.ts'

const nowhere = 'http://127.0.0.1:4321'
let sessions: Sessions
beforeEach(() => (sessions = openSessions(fakeElectron().electron, nowhere)))
const faked = (session: Session) => session as unknown as FakeSession
const expectReachesNothing = (session: FakeSession) => {
  expect(session.proxy).toEqual({
    mode: 'fixed_servers',
    proxyRules: nowhere,
    proxyBypassRules: '<-loopback>',
  })
  expect(session.reaches('https://a.example/')).toBe(false)
}

it('uses a session again once it is wiped, for the same use alone', async () => {
  const session = await sessions.take('form')
  expect(await sessions.take('form')).not.toBe(session)
  faked(session).fill()
  await sessions.giveBack('form', session)
  expect(faked(session).isEmpty()).toBe(true)
  expect(await sessions.take('kiosk')).not.toBe(session)
  expect(await sessions.take('form')).toBe(session)
})

it('leaves nothing of the visit before on a session', async () => {
  const session = await sessions.take('form')
  const told: string[] = []
  faked(session).on('will-download', () => told.push('download'))
  faked(session).webRequest.onBeforeRequest((_details, answer) => answer({}))
  faked(session).webRequest.onHeadersReceived((_details, answer) =>
    answer({ responseHeaders: { 'X-Visit': ['before'] } }),
  )
  await sessions.giveBack('form', session)
  expect(faked(session).downloads('https://a.example/')).toBe(false)
  expect(told).toEqual([])
  expect(faked(session).receive({ Own: ['x'] })).toEqual({ Own: ['x'] })
  expectReachesNothing(faked(session))
})

it.each([
  ['cookies', 'clearStorageData'],
  ['a cache', 'clearCache'],
] as const)('never uses a session again in which a wipe has left %s', async (_name, clear) => {
  const session = await sessions.take('form')
  faked(session).fill()
  faked(session)[clear] = () => Promise.resolve()
  await sessions.giveBack('form', session)
  expect(await sessions.take('form')).not.toBe(session)
})

it('says that a wipe failed, and never uses that session again', async () => {
  const session = await sessions.take('form')
  faked(session).wipeFails = true
  await expect(sessions.giveBack('form', session)).rejects.toThrow('failed')
  expect(await sessions.take('form')).not.toBe(session)
})
