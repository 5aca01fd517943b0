import { describe, expect, it, onTestFinished } from 'vitest'
import { startSandbox } from '../../../../sandbox/sandbox.ts'
import * as cases from '../../../../sandbox/seeds/cases.ts'
import { checkAccess } from '../../service/access.ts'
import { createCheckInService } from '../../service/check-in-service.ts'
import { connectTo } from '../../../../test/harness/service/connect-to.ts'
import {
  VisitHarness,
  type VisitHarnessOptions,
} from '../../../../test/harness/visit/visit-harness.ts'

/** A kiosk whose visits go over real HTTP to a sandbox of its own. */
async function open(
  options: Omit<VisitHarnessOptions, 'service' | 'health'> = {},
  foreign = false,
) {
  const sandbox = await startSandbox()
  const { client, here } = connectTo(sandbox)
  const { defaultTemplateGroupId, foreignAccountId, control } = sandbox
  const place = { ...here, ...(foreign && { accountId: foreignAccountId }), defaultTemplateGroupId }
  const kiosk = new VisitHarness({
    ...options,
    packets: { defaultTemplateGroupId, ...options.packets },
    service: createCheckInService(client, place),
    health: (signal) => checkAccess(client, place, { signal }),
  })
  onTestFinished(() => kiosk.stop())

  async function prove(contact: string) {
    await kiosk.until('contact')
    await kiosk.tap({ type: 'submitContact', value: contact })
    await kiosk.until('code')
    await kiosk.tap({ type: 'submitCode', code: control.latestCode(contact) ?? '' })
  }
  async function giveBirthday({ dateOfBirth }: { readonly dateOfBirth: string }) {
    await kiosk.until('dateOfBirth')
    const [year = '', month = '', day = ''] = dateOfBirth.split('-')
    await kiosk.tap({ type: 'submitDateOfBirth', year, month, day })
  }
  return { sandbox, control, kiosk, prove, giveBirthday }
}

describe('a visit over real HTTP', () => {
  it('finds the packet of a phone, opens it, and keeps what was begun', async () => {
    const { sandbox, kiosk, prove, giveBirthday } = await open()
    await kiosk.tap('begin')
    await prove(cases.onePacket.phone)
    await giveBirthday(cases.onePacket)
    expect(await kiosk.until('completing')).toMatchObject({ packetName: 'New patient forms' })
    const page = await fetch(kiosk.form.url)
    expect(new URL(page.url).origin).toBe(sandbox.pagesUrl)
    expect(page.status).toBe(200)
    await kiosk.tap('finish')
    await kiosk.until('unfinished')
    await kiosk.tap('leaveUnfinished')
    await kiosk.until('finished')
    await kiosk.tap('done')
    await kiosk.until('welcome')
    expect(kiosk.windows).toEqual(['form closed', 'renewed'])
  })

  it('asks for both contacts where the clinic requires both', async () => {
    const { kiosk, prove, giveBirthday } = await open({ channels: 'both' })
    const { phone, email } = cases.bothChannels
    await kiosk.tap('begin')
    await prove(phone)
    await prove(email)
    await giveBirthday(cases.bothChannels)
    await kiosk.until('completing')
  })

  it('lets the patient choose among three packets, soonest due first', async () => {
    const { kiosk, prove, giveBirthday } = await open()
    await kiosk.tap('begin')
    await prove(cases.threePackets.phone)
    await giveBirthday(cases.threePackets)
    const { packets } = await kiosk.until('choosePacket')
    expect(packets.map(({ name }) => name)).toEqual([
      'Physical therapy forms',
      'Yearly update',
      'Every kind of field',
    ])
    await kiosk.tap({ type: 'choosePacket', key: '2' })
    expect(await kiosk.until('completing')).toMatchObject({ packetName: 'Yearly update' })
  })

  it('creates a packet when none waits', async () => {
    const { kiosk, prove, giveBirthday } = await open({ packets: { createWhenNone: true } })
    await kiosk.tap('begin')
    await prove(cases.noPacket.phone)
    await giveBirthday(cases.noPacket)
    await kiosk.until('completing')
  })

  it('says that nothing waits when the only packet is complete', async () => {
    const { kiosk, prove, giveBirthday } = await open()
    await kiosk.tap('begin')
    await prove(cases.completedPacket.phone)
    await giveBirthday(cases.completedPacket)
    await kiosk.until('nothingWaiting')
  })

  it.each([
    ['a family shares the phone', cases.familyPhone.phone, 'severalMatches'],
    ['nobody has the phone', cases.unknownContact.phone, 'noMatch'],
    ['the record is not active', cases.inactivePatient.phone, 'noMatch'],
  ])('calls staff when %s', async (_, phone, reason) => {
    const { kiosk, prove } = await open()
    await kiosk.tap('begin')
    await prove(phone)
    await kiosk.until('askStaff')
    expect(kiosk.logged('staffNeeded')).toMatchObject([{ reason }])
  })

  it('calls staff for a record without a date of birth', async () => {
    const { kiosk, prove, giveBirthday } = await open()
    await kiosk.tap('begin')
    await prove(cases.noDateOfBirth.phone)
    await giveBirthday({ dateOfBirth: '1990-01-01' })
    await kiosk.until('askStaff')
    expect(kiosk.logged('staffNeeded')).toMatchObject([{ reason: 'noDateOfBirthOnRecord' }])
  })

  it('opens the parent’s packet by the parent’s phone and date of birth', async () => {
    const { kiosk, prove, giveBirthday } = await open()
    await kiosk.tap('begin')
    await prove(cases.minor.parent.phone)
    await giveBirthday(cases.minor.parent)
    await kiosk.until('completing')
    const opened = [...kiosk.snapshots].reverse().find(({ context }) => context.url !== null)
    expect(opened?.context.patientId).toBe(cases.minor.parent.id)
  })

  it('leads to staff, without a detail, when the child’s date of birth goes with the parent’s phone', async () => {
    const { kiosk, prove, giveBirthday } = await open()
    const { child, parent } = cases.minor
    await kiosk.tap('begin')
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
    await kiosk.tap('begin')
    await prove(cases.unknownContact.phone)
    await kiosk.until('publicFormsOffer')
    await kiosk.tap('openPublicForms')
    await kiosk.until('completing')
    expect((await fetch(kiosk.form.url)).status).toBe(200)
  })

  it('takes an earlier code after another was sent', async () => {
    const { kiosk, control, giveBirthday } = await open()
    const { phone } = cases.onePacket
    await kiosk.play('begin', { type: 'submitContact', value: phone })
    await kiosk.until('code')
    const earlier = control.latestCode(phone) ?? ''
    kiosk.clock.increment(30_000)
    await kiosk.tap('resendCode')
    await kiosk.until('sending')
    await kiosk.until('code')
    expect(control.counts().messages).toBe(2)
    await kiosk.tap({ type: 'submitCode', code: earlier })
    await giveBirthday(cases.onePacket)
    await kiosk.until('completing')
  })

  it('says that a code is too old when the service says so', async () => {
    const { kiosk, control } = await open()
    const { phone } = cases.onePacket
    await kiosk.play('begin', { type: 'submitContact', value: phone })
    await kiosk.until('code')
    control.advanceClock(11 * 60_000)
    await kiosk.tap({ type: 'submitCode', code: control.latestCode(phone) ?? '' })
    await kiosk.until('checking')
    expect(await kiosk.until('code')).toMatchObject({ error: 'expired' })
  })

  it('does not send a code twice when the connection is cut, and goes on afterwards', async () => {
    const { kiosk, control, giveBirthday } = await open()
    const { phone } = cases.onePacket
    control.addFault({ cut: true, pathIncludes: '/send' })
    await kiosk.play('begin', { type: 'submitContact', value: phone })
    await expect.poll(() => kiosk.logged('callFailed')).toHaveLength(1)
    control.clearFaults()
    await kiosk.tap('retry')
    expect(await kiosk.until('code')).toMatchObject({ resendInMs: 0 })
    expect(control.counts().messages).toBe(0)
    await kiosk.tap('resendCode')
    await kiosk.until('sending')
    await kiosk.until('code')
    expect(control.counts().messages).toBe(1)
    await kiosk.tap({ type: 'submitCode', code: control.latestCode(phone) ?? '' })
    await giveBirthday(cases.onePacket)
    await kiosk.until('completing')
  })

  it('token revoked: a new one is fetched and the patient notices nothing', async () => {
    const { kiosk, control, prove, giveBirthday } = await open()
    await kiosk.tap('begin')
    await prove(cases.onePacket.phone)
    await kiosk.until('dateOfBirth')
    control.addFault({ expireTokens: true, times: 1 })
    await giveBirthday(cases.onePacket)
    await kiosk.until('completing')
    expect(kiosk.logged('callFailed')).toEqual([])
  })

  it('grant taken back in the middle: out of service, and back when it is given again', async () => {
    const { kiosk, control, prove, giveBirthday } = await open()
    await kiosk.tap('begin')
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
