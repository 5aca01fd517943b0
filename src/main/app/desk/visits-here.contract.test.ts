import { describe, expect, it, onTestFinished } from 'vitest'
import * as cases from '../../../../sandbox/seeds/cases.ts'
import type { ComposedDesk } from '#harness/desk/composed-desk.ts'
import { fakeVisitScreen } from '#harness/desk/fake-visit-screen.ts'
import type { FakeWindow } from '#harness/fake-shell.ts'
import { openDesk } from '#harness/desk/open-desk.ts'
import { fillableDisk } from '#harness/vault/full-disk.ts'
import { waitFor } from '#harness/wait-for.ts'
import type { MemberRole } from '../../../shared/desk/members.ts'
import type { AuditKind } from '../../vault/audit/audit-kinds.ts'
import type { Vault } from '../../vault/vault.ts'

const rosa = cases.onePacket
const done = { ok: true, value: null }
const refused = (kind: string) => ({ ok: false, error: { kind } })

let at: ComposedDesk
let screen: ReturnType<typeof fakeVisitScreen>
async function open(change?: (vault: Vault) => Vault, ...roles: MemberRole[]) {
  screen = fakeVisitScreen()
  const openVisitShell = () => screen.openVisitShell()
  const desk = await openDesk(roles, { openVisitShell, ...(change && { change }) })
  at = desk.at
  onTestFinished(() => void (screen.closes = Promise.resolve()))
  return { ...desk, signIn: () => desk.signIn(desk.memberId) }
}
async function openWithChart(change?: (vault: Vault) => Vault, person = rosa) {
  const desk = await open(change, 'reception')
  const chart = await desk.chartOf(person)
  const begin = (packet: string | null = null) => desk.say('beginHere', { chart, packet })
  return { ...desk, chart, begin }
}
async function openWithRosa(change?: (vault: Vault) => Vault) {
  const desk = await openWithChart(change)
  await desk.begin()
  return { ...desk, window: await isAsked() }
}
/** The patient's window, at which they are asked for their birth date. */
async function isAsked() {
  const window = screen.present()
  if (!window) throw new Error('there is no window')
  await window.sees('dateOfBirth')
  return window
}
async function givesBirthDate(window: FakeWindow, date = rosa.dateOfBirth) {
  const [year = '', month = '', day = ''] = date.split('-')
  await window.send({ type: 'submitDateOfBirth', year, month, day })
}
const audited = (...kinds: AuditKind[]) => at.entries(...kinds)
const isDesksAgain = () => waitFor(() => expect(at.view().session.state).toBe('locked'))
const endings = () => audited('visitEnded').map(({ fields }) => fields['reason'])
const wipes = () => audited('wiped').length

describe('a patient who is given the screen', () => {
  it('is asked for the birth date, opens nothing by another one, and fills in what waits; nobody signs in nor begins meanwhile', async () => {
    const { begin, memberId, signIn, window } = await openWithRosa()
    expect(at.view().session).toEqual({ state: 'withPatient' })
    expect(at.renewals()).toBe(1)
    await givesBirthDate(window, '1984-03-08')
    await waitFor(async () =>
      expect((await window.sees('dateOfBirth')).screen).toMatchObject({ error: 'notMatched' }),
    )
    expect(screen.forms).toEqual([])
    expect(await signIn()).toEqual(refused('withPatient'))
    expect(await begin()).toEqual(refused('locked'))
    expect(screen.windows).toHaveLength(1)
    await givesBirthDate(window)
    await waitFor(() => expect(screen.forms).toHaveLength(1))
    const url = screen.forms[0]?.url ?? ''
    expect(url).toMatch(/^http/)
    expect(at.view().session).toEqual({ state: 'withPatient' })

    const shown = JSON.stringify(at.shown())
    for (const secretOf of [url, String(rosa.id), rosa.lastName, rosa.dateOfBirth, rosa.phone])
      expect(shown).not.toContain(secretOf)
    const about = { member: memberId, 'record.patientId': String(rosa.id) }
    const [changed, signedOut, taken] = audited(
      ...(['deskChanged', 'memberSignedOut', 'deskCodeTaken'] as const),
    ).slice(-3)
    expect(changed?.fields).toEqual({ command: 'beginHere', ...about })
    expect(signedOut?.fields).toEqual({ member: memberId, why: 'withPatient' })
    expect(taken?.kind).toBe('deskCodeTaken')
  })
})

describe('the screen is the desk’s again', () => {
  const ways: Readonly<
    Record<string, readonly ['ended' | 'broken', string, (window: FakeWindow) => unknown]>
  > = {
    'once they start over': [
      'ended',
      'startedOver',
      async (window) => {
        await window.send({ type: 'startOver' })
        await window.send({ type: 'confirmStartOver' })
      },
    ],
    'once staff end the visit': [
      'ended',
      'staff',
      () => at.say({ type: 'session', session: { act: 'endVisit' } }),
    ],
    'once their window went by itself': ['broken', 'stopped', (window) => window.vanish()],
  }
  it.each(Object.entries(ways))('%s', async (_, [afterVisit, reason, end]) => {
    const { memberId, signIn, window } = await openWithRosa()
    await givesBirthDate(window)
    await waitFor(() => expect(screen.forms).toHaveLength(1))
    await end(window)
    await isDesksAgain()
    expect(at.view().session).toEqual({
      state: 'locked',
      afterVisit,
      members: [{ id: memberId, name: 'Ana Ruiz' }],
    })
    expect(screen.forms[0]?.closed).toBe(true)
    expect(window.isClosed()).toBe(true)
    expect(at.broughtToFront()).toBe(1)
    expect(endings()).toEqual([reason])
    expect(wipes()).toBe(1)

    expect(await signIn()).toEqual(done)
    at.pressLock()
    // The member who signed in has read `afterVisit`.
    expect(at.view().session).toEqual({
      state: 'locked',
      members: [{ id: memberId, name: 'Ana Ruiz' }],
    })
  })

  it('but the desk ends where a window does not', async () => {
    const { window } = await openWithRosa()
    screen.closes = Promise.reject(new Error('stuck'))
    screen.closes.catch(() => undefined)
    window.vanish()
    await waitFor(() => expect(at.stuck()).toBe(1))
    expect(at.view().session).toEqual({ state: 'withPatient' })
  })

  it('with nothing left where the desk is ended meanwhile', async () => {
    const { window } = await openWithRosa()
    await givesBirthDate(window)
    await waitFor(() => expect(screen.forms).toHaveLength(1))
    let ended: readonly unknown[] = []
    let wiped = 0
    const close = at.vault.close.bind(at.vault)
    Object.assign(at.vault, {
      close() {
        ended = endings()
        wiped = wipes()
        close()
      },
    })
    await at.stop()
    expect(screen.forms[0]?.closed).toBe(true)
    expect(window.isClosed()).toBe(true)
    expect([ended, wiped]).toEqual([['stopped'], 1])
  })
})

describe('the member keeps the screen', () => {
  it('where no window can be opened, and can try again', async () => {
    const { begin, memberId } = await openWithChart()
    screen.opens = Promise.reject(new Error('no display'))
    screen.opens.catch(() => undefined)
    expect(await begin()).toEqual(refused('noScreen'))
    expect(at.view().session).toMatchObject({ state: 'open', member: { id: memberId } })
    expect(audited('deskChangeFailed').at(-1)?.fields).toEqual({
      member: memberId,
      command: 'beginHere',
      why: 'noScreen',
    })
    screen.opens = Promise.resolve()
    await begin()
    await isAsked()
  })

  it('where the service serves nobody, and no window is opened', async () => {
    const { begin, sandbox } = await openWithChart()
    sandbox.control.switchNetwork('down', true)
    expect(await begin()).toEqual(refused('offline'))
    expect(at.view().session.state).toBe('open')
    expect(screen.windows).toEqual([])
  })

  it('where the desk is locked before the window stands, and nobody’s visit begins', async () => {
    const { begin, signIn } = await openWithChart()
    let letOpen: () => void = () => undefined
    screen.opens = new Promise((resolve) => (letOpen = resolve))
    const begun = begin()
    await waitFor(() => expect(screen.asked()).toBe(1))
    expect(await begin()).toEqual(refused('withPatient'))
    at.pressLock()
    expect(await signIn()).toEqual(done)
    letOpen()
    expect(await begun).toEqual(refused('locked'))
    expect(at.view().session.state).toBe('open')
    expect(screen.present()).toBeUndefined()
    expect(audited('visitStarted')).toEqual([])
  })
})

it('is ended with the desk whose audit takes nothing any more', async () => {
  const disk = fillableDisk()
  const { window } = await openWithRosa(disk.change)
  disk.fill()
  await givesBirthDate(window)
  await waitFor(() => expect(window.isClosed()).toBe(true))
  expect(at.view().session).toEqual({ state: 'outOfService' })
  expect(screen.forms.every(({ closed }) => closed)).toBe(true)
})
