import type { StaffScreen } from '../../../src/shared/staff.ts'
import type {
  AttentionReason,
  IntakesShown,
  IntakeShown,
} from '../../../src/shared/staff-intakes.ts'
import { screensOf, screenWith, type Of } from './blank.ts'
import { minutesBefore } from './sample-moment.ts'

const idOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const row = (number: number, minutes: number) => ({
  id: idOf(number),
  helpNumber: `5 ${number}`,
  at: minutesBefore(minutes),
})
const longName =
  'Maximiliana Guadalupe de los Ángeles Fernández-Villavicencio y Echeverría Bracamontes'
const unbrokenName = 'Wolfeschlegelsteinhausenbergerdorff'.repeat(3)

export const keptCounts = { waiting: 3, needsPerson: 2, remaining: 1 }

const list = screenWith('staffIntakes', {
  connection: 'offline',
  connectionSince: minutesBefore(51),
  intakes: {
    waiting: [row(301, 44), row(302, 31), row(303, 9)],
    oldest: minutesBefore(44),
    nextTryAt: minutesBefore(-4),
    needsPerson: [
      { ...row(288, 60 * 26), reason: 'severalMatches' },
      { id: idOf(1), helpNumber: '', at: null, reason: 'intakeUnreadable' },
    ],
    remaining: [{ ...row(271, 60 * 28), delivered: 12, of: 15, why: ['signature', 'noAttribute'] }],
    ready: { formsAt: minutesBefore(90), room: 493 },
    complete: [row(264, 60 * 30), row(259, 60 * 31)],
  },
  kept: 6,
  canSavePdf: true,
})
export const noIntakes: IntakesShown = {
  waiting: [],
  oldest: null,
  nextTryAt: null,
  needsPerson: [],
  remaining: [],
  complete: [],
  ready: { formsAt: null, room: 0 },
}

type Candidate = IntakeShown['candidates'][number]
const candidate = (key: string, name: string, dateOfBirth: string | null): Candidate => ({
  key,
  name,
  dateOfBirth,
  isActive: key !== '2',
  phone: key === '1' ? { is: 'same', ending: '0177' } : { is: 'other', ending: '0143' },
  email: key === '1' ? 'other' : 'none',
})

/** An intake that more than one patient fits. */
export const intake: IntakeShown = {
  ...row(288, 60 * 26),
  stands: 'needsPerson',
  person: {
    name: 'Ana Lopez',
    dateOfBirth: '1990-04-05',
    phone: '+12065550177',
    email: 'ana@example.com',
    proved: ['sms'],
  },
  reason: 'severalMatches',
  candidates: [
    candidate('1', 'Ana Lopez', '1990-04-05'),
    candidate('2', 'ANA LÓPEZ', '1990-04-05'),
  ],
  delivered: 0,
  of: 0,
  remains: [],
  isOtherVersion: false,
  can: ['choose', 'createPatient', 'tryNow', 'takeOver', 'discard'],
}
const one = screenWith('staffIntake', { intake, canSavePdf: true })
const settled = { reason: null, candidates: [] }
const oneWith = (
  changes: Partial<IntakeShown>,
  rest: Partial<Of<'staffIntake'>> = {},
): Of<'staffIntake'> => ({ ...one, intake: { ...intake, ...changes }, ...rest })
const remaining: IntakeShown = {
  ...intake,
  ...settled,
  stands: 'remaining',
  delivered: 12,
  of: 15,
  isOtherVersion: true,
  remains: [
    { label: 'I have read and agree to the privacy notice', why: 'signature' },
    { label: 'Insurance card', why: 'file' },
    { label: 'Initials', why: 'initials' },
    { label: 'What worries you most today?', why: 'noAttribute' },
    { label: null, why: 'elsewise' },
    { label: 'Allergies', why: 'notSeen' },
    { label: 'Do you smoke?', why: 'formGone' },
  ],
  can: ['takeOver', 'sendAgain'],
}
const answers: Of<'staffIntake'>['answers'] = [
  {
    name: 'Health history',
    answers: [
      {
        label: 'What worries you most today?',
        answer: { kind: 'text', text: 'My knee.\nAnd sleep.' },
      },
      { label: 'Since when?', answer: { kind: 'date', date: '2026-02-11' } },
      { label: 'I agree', answer: { kind: 'flag', is: true } },
      { label: 'I smoke', answer: { kind: 'flag', is: false } },
      { label: 'Allergies', answer: { kind: 'several', texts: ['Penicillin', 'Nuts'] } },
      { label: 'Payment', answer: { kind: 'payment', by: 'talk' } },
      { label: 'Insurance card', answer: { kind: 'file', name: 'card.jpg' } },
      { label: 'Referral', answer: { kind: 'file', name: null } },
      { label: 'Signature', answer: { kind: 'drawn' } },
      { label: 'Where does it hurt?', answer: { kind: 'marks' } },
      { label: null, answer: { kind: 'text', text: unbrokenName } },
    ],
  },
  { name: 'Privacy', answers: [] },
]

/** Main's answers to the desk's page of a kiosk's intakes. */
export const intakesAtDesk = {
  kioskIntakes: {
    connection: list.connection,
    connectionSince: list.connectionSince,
    intakes: list.intakes,
    kept: list.kept,
  },
  kioskIntake: { ...intake, id: 'intake-1' },
  kioskIntakeAnswers: answers,
} as const

const reasons: readonly AttentionReason[] = [
  ...(['templateGone', 'templateChanged', 'fieldRefused', 'accessRevoked'] as const),
  ...(['refused', 'notUnderstood'] as const),
]

/** The pages of the intakes that a kiosk keeps, in every state in which they look different. */
export const intakeScreens: Readonly<Record<string, StaffScreen>> = {
  'staff-intakes': list,
  'staff-intakes-online': { ...list, connection: 'online', note: 'discarded' },
  'staff-intakes-saved': { ...list, pdf: { state: 'saved', file: '/media/intakes/all.pdf' } },
  'staff-intakes-none': {
    ...list,
    connection: 'online',
    intakes: noIntakes,
    kept: 0,
    note: 'gone',
  },
  'staff-intakes-off': { ...list, intakes: null, kept: 2 },
  'staff-intake-several': one,
  'staff-intake-no-match': oneWith({
    reason: 'noMatch',
    candidates: [candidate('3', 'Anna Lopez', null)],
  }),
  'staff-intake-packets': oneWith({
    reason: 'severalPackets',
    candidates: [candidate('4', 'New patient', null), candidate('5', '', null)],
    can: ['choose', 'tryNow', 'takeOver', 'discard'],
  }),
  ...screensOf('staff-intake', reasons, (reason) =>
    oneWith({ ...settled, reason, can: ['tryNow', 'takeOver', 'discard'] }),
  ),
  'staff-intake-unreadable': oneWith({
    ...settled,
    id: idOf(1),
    helpNumber: '',
    at: null,
    person: null,
    reason: 'intakeUnreadable',
    can: ['takeOver', 'discard'],
  }),
  'staff-intake-waiting': oneWith(
    { ...settled, stands: 'waiting', can: ['takeBack', 'tryNow', 'takeOver', 'discard'] },
    { fault: 'inFlight', errorCount: 1 },
  ),
  'staff-intake-not-possible': { ...one, fault: 'notPossible', errorCount: 1 },
  'staff-intake-remaining': { ...one, intake: remaining, pdf: { state: 'saving' } },
  'staff-intake-answers': {
    ...one,
    intake: remaining,
    answers,
    pdf: { state: 'saved', file: '/srv/clinic/intakes/2026-03-03 5 288 Lopez.pdf' },
  },
  'staff-intake-complete': oneWith(
    { ...settled, stands: 'complete', can: ['sendAgain'] },
    { fault: 'unknown', errorCount: 2, canSavePdf: false },
  ),
  ...screensOf('staff-intake-pdf', ['unknown', 'noFolder', 'notDrawn', 'notWritten'], (why) => ({
    ...one,
    intake: remaining,
    pdf: { state: 'notSaved', why },
  })),
  'staff-intake-long-names': oneWith({
    person: {
      name: longName,
      dateOfBirth: '1990-04-05',
      phone: null,
      proved: ['email'],
      email: `${unbrokenName.toLowerCase()}@a-very-long-domain-name.example.com`,
    },
    candidates: [
      candidate('1', longName, '1990-04-05'),
      candidate('2', unbrokenName, '1990-04-05'),
      { ...candidate('1', longName, '1990-04-05'), key: '3' },
    ],
  }),
}
