import { expect, it, onTestFinished } from 'vitest'
import { startSandbox } from '../../../../../sandbox/sandbox.ts'
import * as cases from '../../../../../sandbox/seeds/cases.ts'
import { connectTo } from '#harness/service/connect-to.ts'
import { submit, VisitHarness } from '#harness/visit/visit-harness.ts'
import type { PatientCommand, ScreenName, View } from '../../../../shared/ipc.ts'
import { checkAccess } from '../../../intake/access.ts'
import { createCheckInService } from '../../../intake/check-in-service.ts'

/** Somebody with a contact before a kiosk whose visits go over real HTTP to a sandbox of its own, and its calls. */
async function comes(contact: string) {
  const sandbox = await startSandbox()
  const calls: string[] = []
  const { client, here } = connectTo(sandbox, {
    log: ({ operation, outcome, attempts }) =>
      void calls.push(`${operation} ${outcome} ${attempts}`),
  })
  const { defaultTemplateGroupId, control } = sandbox
  const place = { ...here, defaultTemplateGroupId }
  const kiosk = new VisitHarness({
    packets: { defaultTemplateGroupId },
    service: createCheckInService(client, place),
    health: (signal) => checkAccess(client, place, { signal }),
  })
  onTestFinished(() => kiosk.stop())
  await kiosk.until('welcome')
  return { contact, kiosk, calls, control, rightCode: () => control.latestCode(contact) ?? '' }
}

it('checks in two of a family with one code of the phone that they share', async () => {
  const [first, second] = cases.familyPhone.members
  const { contact, control, kiosk, rightCode } = await comes(cases.familyPhone.phone)
  await kiosk.tap('begin')
  await kiosk.tap(submit(contact))
  await kiosk.until('code')
  await kiosk.tap({ type: 'submitCode', code: rightCode() })
  for (const { firstName, lastName, dateOfBirth } of [first, second]) {
    await kiosk.until('fullName')
    await kiosk.tap({ type: 'submitName', firstName, lastName })
    await kiosk.until('dateOfBirth')
    const [year = '', month = '', day = ''] = dateOfBirth.split('-')
    await kiosk.tap({ type: 'submitDateOfBirth', year, month, day })
    await kiosk.until('completing')
    await kiosk.tap('finish')
    await kiosk.until('unfinished')
    await kiosk.tap('leaveUnfinished')
    await kiosk.until('finished')
    await kiosk.tap(firstName === first.firstName ? 'checkInAnother' : 'done')
  }
  expect(control.counts().messages).toBe(1)
})

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

/** Plays all steps; gives what was taken, shown, asked (in no order: some is asked side by side), counted and sent at each. */
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
    const ok = await kiosk.try(full)
    await kiosk.until(until)
    told.push({
      ok,
      views: kiosk.views.slice(seen).map((view) => comparable(view, contact)),
      calls: calls.slice(asked).toSorted(),
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
