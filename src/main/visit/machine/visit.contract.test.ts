import { describe, expect, it, onTestFinished } from 'vitest'
import { startSandbox } from '../../../../sandbox/sandbox.ts'
import * as cases from '../../../../sandbox/seeds/cases.ts'
import { connectTo } from '../../../../test/harness/service/connect-to.ts'
import {
  submit,
  VisitHarness,
  type VisitHarnessOptions,
} from '../../../../test/harness/visit/visit-harness.ts'
import type { PatientCommand, ScreenName, View } from '../../../shared/ipc.ts'
import { checkAccess } from '../../service/access.ts'
import { createCheckInService } from '../../service/check-in-service.ts'

/** A kiosk whose visits go over real HTTP to a sandbox of its own, and the calls that it makes. */
async function open(
  options: Omit<VisitHarnessOptions, 'service' | 'health'> = {},
  foreign = false,
) {
  const sandbox = await startSandbox()
  const calls: string[] = []
  const { client, here } = connectTo(sandbox, {
    log: ({ operation, outcome, attempts }) =>
      void calls.push(`${operation} ${outcome} ${attempts}`),
  })
  const { defaultTemplateGroupId, foreignAccountId, control } = sandbox
  const place = { ...here, ...(foreign && { accountId: foreignAccountId }), defaultTemplateGroupId }
  const kiosk = new VisitHarness({
    ...options,
    packets: { defaultTemplateGroupId, ...options.packets },
    service: createCheckInService(client, place),
    health: (signal) => checkAccess(client, place, { signal }),
  })
  onTestFinished(() => kiosk.stop())
  if (!foreign) await kiosk.until('welcome')

  const codeFor = (contact: string) => control.latestCode(contact) ?? ''
  const typeCode = (code: string) => kiosk.tap({ type: 'submitCode', code })
  async function giveContact(contact: string) {
    if (kiosk.view.screen.name === 'welcome') await kiosk.tap('begin')
    await kiosk.until('contact')
    await kiosk.tap(submit(contact))
  }
  async function prove(...contacts: string[]) {
    for (const contact of contacts) {
      await giveContact(contact)
      await kiosk.until('code')
      await typeCode(codeFor(contact))
    }
  }
  async function giveBirthday({ dateOfBirth }: { readonly dateOfBirth: string }) {
    await kiosk.until('dateOfBirth')
    const [year = '', month = '', day = ''] = dateOfBirth.split('-')
    await kiosk.tap({ type: 'submitDateOfBirth', year, month, day })
  }
  async function resend() {
    await kiosk.tap('resendCode')
    await kiosk.until('sending')
    await kiosk.until('code')
  }
  return {
    ...{ sandbox, control, kiosk, calls, codeFor, typeCode },
    ...{ giveContact, prove, giveBirthday, resend },
  }
}

describe('a visit over real HTTP', () => {
  it('finds the packet of a phone, opens it, and keeps what was begun', async () => {
    const { sandbox, kiosk, prove, giveBirthday } = await open()
    await prove(cases.onePacket.phone)
    await giveBirthday(cases.onePacket)
    expect(await kiosk.until('completing')).toMatchObject({ packetName: 'New patient forms' })
    const page = await fetch(kiosk.form.url)
    expect([new URL(page.url).origin, page.status]).toEqual([sandbox.pagesUrl, 200])
    await kiosk.tap('finish')
    await kiosk.until('unfinished')
    await kiosk.tap('leaveUnfinished')
    await kiosk.until('finished')
    await kiosk.tap('done')
    await kiosk.until('welcome')
    expect(kiosk.windows).toEqual(['form closed', 'renewed'])
  })

  const { bothChannels, noPacket, completedPacket, threePackets } = cases
  type Person = { readonly phone: string; readonly email: string; readonly dateOfBirth: string }
  it.each<[string, VisitHarnessOptions, Person, ScreenName]>([
    [
      'asks for both contacts where both are required',
      { channels: 'both' },
      bothChannels,
      'completing',
    ],
    [
      'creates a packet when none waits',
      { packets: { createWhenNone: true } },
      noPacket,
      'completing',
    ],
    [
      'says that nothing waits when the only packet is complete',
      {},
      completedPacket,
      'nothingWaiting',
    ],
  ])('%s', async (_, options, person, screen) => {
    const { kiosk, prove, giveBirthday } = await open(options)
    await prove(person.phone, ...(options.channels === 'both' ? [person.email] : []))
    await giveBirthday(person)
    await kiosk.until(screen)
  })

  it('lets the patient choose among three packets, soonest due first', async () => {
    const { kiosk, prove, giveBirthday } = await open()
    await prove(threePackets.phone)
    await giveBirthday(threePackets)
    const names = (await kiosk.until('choosePacket')).packets.map(({ name }) => name)
    expect(names).toEqual(['Physical therapy forms', 'Yearly update', 'Every kind of field'])
    await kiosk.tap({ type: 'choosePacket', key: '2' })
    expect(await kiosk.until('completing')).toMatchObject({ packetName: 'Yearly update' })
  })

  it.each([
    ['a family shares the phone', cases.familyPhone.phone, 'severalMatches'],
    ['nobody has the phone', cases.unknownContact.phone, 'noMatch'],
    ['the record is not active', cases.inactivePatient.phone, 'noMatch'],
    ['there is no date of birth', cases.noDateOfBirth.phone, 'noDateOfBirthOnRecord'],
  ])('calls staff when %s', async (_, phone, reason) => {
    const { kiosk, prove, giveBirthday } = await open()
    await prove(phone)
    if (reason === 'noDateOfBirthOnRecord') await giveBirthday({ dateOfBirth: '1990-01-01' })
    await kiosk.until('askStaff')
    expect(kiosk.logged('staffNeeded')).toMatchObject([{ reason }])
  })

  it('opens the parent’s packet by the parent’s phone and date of birth', async () => {
    const { kiosk, prove, giveBirthday } = await open()
    await prove(cases.minor.parent.phone)
    await giveBirthday(cases.minor.parent)
    await kiosk.until('completing')
    const opened = [...kiosk.snapshots].reverse().find(({ context }) => context.url !== null)
    expect(opened?.context.patientId).toBe(cases.minor.parent.id)
  })

  it('leads to staff, without a detail, when the child’s date of birth goes with the parent’s phone', async () => {
    const { kiosk, prove, giveBirthday } = await open()
    const { child, parent } = cases.minor
    await prove(parent.phone)
    await giveBirthday(child)
    await kiosk.until('matching')
    expect(await kiosk.until('dateOfBirth')).toMatchObject({ error: 'notMatched' })
    await giveBirthday(child)
    await kiosk.until('askStaff')
    expect(kiosk.logged('staffNeeded')).toMatchObject([{ reason: 'dateOfBirthNotMatched' }])
    expect(kiosk.forms).toEqual([])
    const shown = JSON.stringify(kiosk.views)
    for (const secret of [child.firstName, parent.firstName, parent.lastName, 'New patient forms'])
      expect(shown).not.toContain(secret)
  })

  it('opens the public forms for someone without a record', async () => {
    const { kiosk, prove } = await open({ noMatch: 'publicLink' })
    await prove(cases.unknownContact.phone)
    await kiosk.until('publicFormsOffer')
    await kiosk.tap('openPublicForms')
    await kiosk.until('completing')
    expect((await fetch(kiosk.form.url)).status).toBe(200)
  })

  it('takes an earlier code after another was sent', async () => {
    const { kiosk, control, codeFor, typeCode, giveContact, giveBirthday, resend } = await open()
    await giveContact(cases.onePacket.phone)
    await kiosk.until('code')
    const earlier = codeFor(cases.onePacket.phone)
    kiosk.clock.increment(30_000)
    await resend()
    expect(control.counts().messages).toBe(2)
    await typeCode(earlier)
    await giveBirthday(cases.onePacket)
    await kiosk.until('completing')
  })

  it('says that a code is too old when the service says so', async () => {
    const { kiosk, control, codeFor, typeCode, giveContact } = await open()
    await giveContact(cases.onePacket.phone)
    await kiosk.until('code')
    control.advanceClock(11 * 60_000)
    await typeCode(codeFor(cases.onePacket.phone))
    await kiosk.until('checking')
    expect(await kiosk.until('code')).toMatchObject({ error: 'expired' })
  })

  it('does not send a code twice when the connection is cut, and goes on afterwards', async () => {
    const { kiosk, control, codeFor, typeCode, giveContact, giveBirthday, resend } = await open()
    const { phone } = cases.onePacket
    control.addFault({ cut: true, pathIncludes: '/send' })
    await giveContact(phone)
    await expect.poll(() => kiosk.logged('callFailed')).toHaveLength(1)
    control.clearFaults()
    await kiosk.tap('retry')
    expect(await kiosk.until('code')).toMatchObject({ resendInMs: 0 })
    expect(control.counts().messages).toBe(0)
    await resend()
    expect(control.counts().messages).toBe(1)
    await typeCode(codeFor(phone))
    await giveBirthday(cases.onePacket)
    await kiosk.until('completing')
  })

  it('token revoked: a new one is fetched and the patient notices nothing', async () => {
    const { kiosk, control, prove, giveBirthday } = await open()
    await prove(cases.onePacket.phone)
    await kiosk.until('dateOfBirth')
    control.addFault({ expireTokens: true, times: 1 })
    await giveBirthday(cases.onePacket)
    await kiosk.until('completing')
    expect(kiosk.logged('callFailed')).toEqual([])
  })

  it('grant taken back in the middle: out of service, and back when it is given again', async () => {
    const { kiosk, control, prove, giveBirthday } = await open()
    await prove(cases.onePacket.phone)
    await kiosk.until('dateOfBirth')
    control.addFault({ revokeGrant: true })
    await giveBirthday(cases.onePacket)
    await kiosk.until('outOfService')
    expect(kiosk.logged('callFailed')).toMatchObject([{ error: 'forbidden' }])
    control.clearFaults()
    await kiosk.wait(30_000)
    await kiosk.until('welcome')
  })

  it('account not granted: out of service from the start', async () => {
    const { kiosk } = await open({}, true)
    await kiosk.until('outOfService')
    expect(kiosk.logged('callFailed')).toMatchObject([{ error: 'forbidden' }])
  })
})

/** Somebody with a contact before a kiosk. */
async function comes(contact: string) {
  const { kiosk, calls, control, codeFor } = await open()
  return { contact, kiosk, calls, control, rightCode: () => codeFor(contact) }
}

type Visit = Awaited<ReturnType<typeof comes>>
type Command = PatientCommand | ((visit: Visit) => PatientCommand)
/** Command, the screen that is awaited then, and the ms before it in which nothing happens. */
type Step = readonly [command: Command, until: ScreenName, waitMs?: number]

const giveContact: Command = ({ contact }) => submit(contact)
const giveRightCode: Command = ({ rightCode }) => ({ type: 'submitCode', code: rightCode() })
const giveWrongCode: Command = ({ rightCode }) => ({
  type: 'submitCode',
  code: rightCode().replace(/\d/g, (digit) => String(9 - Number(digit))),
})

const steps: readonly Step[] = [
  [{ type: 'begin' }, 'contact'],
  [giveContact, 'code'],
  [{ type: 'submitCode', code: '12' }, 'code'],
  [giveWrongCode, 'code'],
  [{ type: 'resendCode' }, 'code'],
  [{ type: 'resendCode' }, 'code', 30_000],
  [{ type: 'changeContact' }, 'contact'],
  [giveContact, 'code'],
  [{ type: 'help' }, 'code'],
  [{ type: 'closeHelp' }, 'code'],
  [giveWrongCode, 'code'],
  [giveWrongCode, 'code'],
  [giveRightCode, 'code'],
  [{ type: 'startOver' }, 'code', 30_000],
  [{ type: 'confirmStartOver' }, 'welcome'],
  [{ type: 'begin' }, 'contact'],
  [giveContact, 'code'],
  [giveWrongCode, 'code'],
  [{ type: 'submitDateOfBirth', year: '1984', month: '3', day: '7' }, 'code'],
  [giveRightCode, 'matching', 60_000],
]

/** A view without what only numbers it, or repeats the end of the contact. */
function comparable({ sequence: _, ...view }: View, contact: string) {
  const { screen } = view
  if (screen.name !== 'code') return view
  const masked = screen.sentTo.masked === contact.slice(-2)
  return { ...view, screen: { ...screen, sentTo: { ...screen.sentTo, masked } } }
}

/** Plays all steps; gives what was taken, shown, asked, counted and sent at each. */
async function play(contact: string) {
  const visit = await comes(contact)
  const { kiosk, calls, control } = visit
  const told = []
  calls.length = 0
  for (const [command, until, waitMs = 0] of steps) {
    const seen = kiosk.views.length
    const asked = calls.length
    await kiosk.wait(waitMs)
    const full = typeof command === 'function' ? command(visit) : command
    const { ok } = await kiosk.try(full)
    await kiosk.until(until)
    told.push({
      ok,
      views: kiosk.views.slice(seen).map((view) => comparable(view, contact)),
      calls: calls.slice(asked),
      counted: kiosk.counted.kept.map((one) => ({ ...one, subject: one.subject === contact })),
      messages: control.counts().messages,
    })
  }
  return { visit, told }
}

it('answers the same whether a contact is known or not, until it is proved', async () => {
  const known = await play(cases.onePacket.phone)
  const unknown = await play(cases.unknownContact.phone)
  expect(unknown.told).toEqual(known.told)
  const kinds = known.told.at(-2)?.counted.map(({ kind }) => kind) ?? []
  expect(kinds.filter((kind) => kind === 'wrongCode')).toHaveLength(4)
  expect(known.told.map(({ ok }) => ok).filter((ok) => !ok)).toHaveLength(3)
  expect(known.told.at(-1)).toMatchObject({
    messages: 3,
    counted: ['codeSent', 'codeSent', 'codeSent'].map((kind) => ({ kind, subject: true })),
  })
  // From here on they are not the same any more: the comparison would have seen a difference.
  await known.visit.kiosk.until('dateOfBirth')
  await unknown.visit.kiosk.until('askStaff')
})
