import type { CheckInService } from '../../../src/main/intake/check-in-service.ts'
import {
  admits,
  asksToWait,
  completes,
  fails,
  formSigns,
  isUnclear,
  lags,
  outage,
  recovers,
} from './moves.ts'
import { isFullTier } from '../tier.ts'
import { happenings, rows } from './network-rows.ts'
import {
  anasBirthday,
  anotherBirthday,
  submit,
  VisitHarness,
  wrongCode,
  type Move,
  type VisitHarnessOptions,
} from './visit-harness.ts'

/** A way through a visit, from the welcome screen. */
interface Walk {
  readonly name: string
  readonly moves: readonly Move[]
  readonly options?: VisitHarnessOptions
}

const walk = (name: string, options: VisitHarnessOptions, ...moves: readonly Move[]): Walk => ({
  name,
  options,
  moves,
})
const creates = { packets: { createWhenNone: true, defaultTemplateGroupId: 7 } }
const startsOver: readonly Move[] = ['startOver', 'confirmStartOver']
const inForm: readonly Move[] = [admits('p1'), 'reachForm']
const minuteInForm: readonly Move[] = [60_000, ({ form }) => form.events.onActivity()]

/** Meets an outage of a write of which the service is asked what became of it. */
const outageOf = (method: keyof CheckInService, ...moves: readonly Move[]) =>
  walk(`an outage of ${method}`, creates, fails(method, 'timedOut'), 'begin', 'phone', ...moves)

const inStates = Object.entries(rows).flatMap(([state, { reach, cells, options }], nth) =>
  happenings
    .filter((_, at) => isFullTier || (nth + at) % 2 === 0)
    .map((happening): Walk => {
      const [says, ...proof] = cells[happening]
      const name = `${state}, ${happening}: ${says}`
      return walk(name, { offline: true, ...options }, ...reach, ...proof)
    }),
)

/** Walks that together come through every state of the visit, and meet the network's acts there: half in the default tier. */
export const walks: readonly Walk[] = [
  ...inStates,
  walk(
    'a dialog of the form',
    {},
    ...inForm,
    ({ form }) => void form.events.onDialog({ kind: 'confirm', text: 'Send?', typed: '' }),
    ...[0, { type: 'answerDialog', number: 1, accepted: true, text: '' } as const],
  ),
  walk(
    'both contacts, a wrong code, half way',
    { channels: 'both' },
    ...[admits('p1'), 'prove' as const, submit('not an address'), submit('ana@example.org')],
    ...([wrongCode, 'code', anotherBirthday, anasBirthday, 'finish'] as const),
    ...(['backToForms', 'finish', 'leaveUnfinished'] as const),
  ),
  walk(
    'overlays over the form',
    {},
    ...[...inForm, ...(['help', 'closeHelp', 'openDisplay', 'closeDisplay'] as const)],
    ...([anotherBirthday, anasBirthday, 'startOver', 'cancelStartOver', 240_000] as const),
    ...['stillHere' as const, ...startsOver],
  ),
  walk(
    'public forms',
    { noMatch: 'publicLink', ...creates },
    ...(['prove', 'openPublicForms', 'finish'] as const),
  ),
  walk(
    'a packet that is complete before the patient says so',
    {},
    ...[...inForm, completes, formSigns('document'), 500, 2_000, 'at finished' as const],
  ),
  walk(
    'a third visit within the hour, whose code has to wait',
    {},
    ...(['begin', 'phone', ...startsOver, 'begin', 'phone', ...startsOver] as const),
    ...(['begin', 'phone', 'at sending', 30_000, 'at code'] as const),
  ),
  walk(
    'a contact that the service refuses, in an outage',
    {},
    ...[fails('sendCode', 'rejected'), fails('proofStatus', 'timedOut')],
    ...(['begin', 'phone', 'at sending', recovers, fails('sendCode', 'rejected')] as const),
    ...(['retry', 'at contact'] as const),
  ),
  walk(
    'an answer to a code that says nothing, in an outage',
    {},
    ...[admits('p1'), isUnclear()],
    ...([fails('proofStatus', 'timedOut'), 'prove', 'at checking', recovers, 'retry'] as const),
    'at dateOfBirth',
  ),
  walk(
    'the own phone, back, and the code is taken',
    { packets: { ownPhone: true } },
    ...[admits('p1'), 'prove' as const, anasBirthday],
    ...(['useOwnPhone', 'leaveOwnPhone', 'useOwnPhone', 'done', 'at finished'] as const),
  ),
  walk(
    'a code of the desk that is wrong, and back',
    { deskCodes: true },
    ...(['begin', 'haveDeskCode', { type: 'submitDeskCode', code: '111111' }] as const),
    'leaveDeskCode',
  ),
  walk('idle until the wipe', {}, 'begin', 90_000, 30_000, 'at welcome'),
  walk(
    'a visit that lasts too long',
    {},
    ...[...inForm, ...Array.from({ length: 60 }, () => minuteInForm).flat(), 'stillHere' as const],
  ),
  walk(
    'staff help at the form',
    {},
    ...[...inForm, (kiosk: VisitHarness) => void kiosk.staffComeIn(), 0],
    ...[(kiosk: VisitHarness) => kiosk.staffGoOn('helped'), 0, 'doneHelping' as const],
    'at locked',
  ),
  walk(
    'staff end the visit at the form',
    {},
    ...[...inForm, (kiosk: VisitHarness) => (kiosk.cover(true), kiosk.end('staff'))],
  ),
  walk('staff need the kiosk before anyone came', {}, (kiosk) => kiosk.end('staff')),
  walk(
    'a service that takes a code to send later',
    {},
    ...[asksToWait('sendCode', 8_000), 'begin' as const, 'phone' as const, recovers, 8_000],
    'at code',
  ),
  walk(
    'a service that lags behind every change',
    { packets: { createWhenNone: true, defaultTemplateGroupId: 7 } },
    ...[admits(), lags(3_000), 'begin' as const, 'phone' as const, 'code' as const],
    ...(['at checking', 5_000, anasBirthday, 'at findingForms', 5_000, 'at completing'] as const),
    ...[formSigns('sentAgain'), 'finish' as const, 'at confirming' as const, 6_000],
    'at unfinished',
  ),
  outageOf('sendCode', recovers, 'retry', 'at code'),
  outageOf('verifyCode', 'code', 'at checking', recovers, 'retry', 'at code'),
  outageOf('createPacket', admits(), 'code', anasBirthday, recovers, 'retry', 'at completing'),
  outageOf('openPackets', admits(), 'code', anasBirthday, outage, recovers, 'retry'),
]

/** A kiosk that has gone the walk. */
export async function walked({ options, moves }: Walk): Promise<VisitHarness> {
  const kiosk = new VisitHarness(options)
  await kiosk.play('at welcome', ...moves)
  return kiosk
}
