import { expect, it } from 'vitest'
import { simulatedWallClock } from '#harness/bus/wall-clock.ts'
import { openWorkOver } from '#harness/desk/session-work.ts'
import { memoryStore } from '#harness/visit/memory-attempts.ts'
import type { MemberRole } from '../../shared/desk/members.ts'
import { memberRoles } from '../../shared/desk/limits.ts'
import type { DeskOperation } from '../../shared/desk/operation.ts'
import { deskCommands, deskQueries } from '../../shared/desk/operations.ts'
import { hasRight } from '../../shared/desk/rights.ts'
import { createAttempts } from '../kiosk/visit/limits/attempts.ts'
import type { Prepared } from './feature.ts'

type Name = keyof typeof deskQueries | keyof typeof deskCommands
const operations: Readonly<Record<string, DeskOperation>> = { ...deskQueries, ...deskCommands }

/** Roles that may do each operation; written out, because the law asks for it. */
const may: readonly (readonly [readonly MemberRole[], readonly Name[]])[] = [
  [
    ['reception', 'clinical'],
    [
      ...(['today', 'markArrived', 'undoArrival', 'cancelAppointment'] as const),
      ...(['exportToday'] as const),
      ...(['helpCalls', 'comeToHelp', 'takeCareOf', 'seeAlarm', 'waitingIntakes'] as const),
      ...(['kioskIntakes', 'kioskIntake', 'kioskIntakeAnswers'] as const),
      ...(['settleIntake', 'kioskIntakePdf', 'settledIntakesPdf'] as const),
      ...(['createPatient', 'changePatient'] as const),
      ...(['remoteCare', 'startRemoteCare', 'openRemoteCare', 'changeRemoteCare'] as const),
      ...(['packets', 'packet', 'packetPdf', 'createPacket', 'changeDueDate'] as const),
      ...(['addForms', 'prefillPacket', 'archivePacket', 'showPacketAddress'] as const),
      ...(['templateChoices', 'templateGroup', 'template'] as const),
      ...(['deskCode', 'makeDeskCode', 'withdrawDeskCode', 'beginAtKiosk', 'beginHere'] as const),
      ...(['appointments', 'appointment', 'bookingChoices', 'appointmentType'] as const),
      ...(['busyTimes', 'bookAppointment', 'moveAppointment'] as const),
    ],
  ],
  [
    ['reception', 'clinical', 'billing'],
    [
      ...(['findPatients', 'patientChart', 'openChart', 'openChartOfAppointment'] as const),
      ...(['draft', 'keepDraft'] as const),
      ...(['otherAppointments'] as const),
      ...(['patientCategory', 'categoryTransition', 'crmPipelines'] as const),
    ],
  ],
  [
    ['reception', 'billing'],
    ['invoices', 'invoice', 'invoiceLines', 'invoiceLine', 'invoicePdf'],
  ],
  [
    ['clinical'],
    [
      ...(['labs', 'lab', 'labResults', 'labResult'] as const),
      ...(['allergies', 'allergy', 'medications', 'medication', 'problems', 'problem'] as const),
    ],
  ],
  [
    ['reception', 'clinical', 'administrator'],
    ['kiosks', 'commandKiosk'],
  ],
  [
    ['administrator'],
    [
      ...(['askKioskToForget', 'inviteKiosk', 'endInvitation', 'unpairKiosk'] as const),
      ...(['setKioskSignIn'] as const),
      ...(['pinUses', 'seePinUse', 'emergencies', 'seeEmergency', 'removePatient'] as const),
      ...(['members', 'createMember', 'changeMember', 'resetMember'] as const),
      ...(['webhooks', 'webhook', 'createWebhook', 'changeWebhook', 'testWebhook'] as const),
      ...(['deleteWebhook', 'auditEntries', 'recordLooks', 'exportAudit', 'verifyAudit'] as const),
      ...(['clinicLocations', 'clinicLocation', 'createLocation', 'changeLocation'] as const),
      ...(['clinicGroups', 'clinicGroup', 'createGroup', 'changeGroup'] as const),
      ...(['deactivateGroup', 'clinicStates', 'clinicTemplates', 'clinicTemplate'] as const),
    ],
  ],
]

it('every operation has a row here', () => {
  expect(may.flatMap(([, names]) => names).toSorted()).toEqual(Object.keys(operations).toSorted())
})

it.each(may)('for %j alone: %j', (roles, names) => {
  for (const name of names)
    for (const role of memberRoles)
      expect(hasRight([role], operations[name]!.right), `${role}: ${name}`).toBe(
        roles.includes(role),
      )
})

interface Schema {
  readonly def: {
    readonly type: string
    readonly shape?: Readonly<Record<string, Schema>>
    readonly innerType?: Schema
    readonly element?: Schema
    readonly options?: readonly Schema[]
    readonly values?: readonly unknown[]
    readonly entries?: Readonly<Record<string, unknown>>
  }
  safeParse(value: unknown): { readonly success: boolean }
}
/** The first of these is a name of a record, as a page would make it up. */
const texts = [
  ...['thing-99', '2031-01-02', 'America/Denver', '80301', '+1 303 555 0100'],
  ...['https://hooks.clinic.example/', crypto.randomUUID(), '9999'],
]
const identifiers = [
  { kind: 'birthDate', value: '1984-03-07' },
  { kind: 'phone', value: '206 555 0101' },
]
/** Something that a schema takes, in which each record is one that was never shown. */
function sampleOf(schema: Schema): unknown {
  const { type, shape, innerType, element, options, values, entries } = schema.def
  if (shape)
    return Object.fromEntries(
      Object.entries(shape).map(([key, each]) => [
        key,
        key === 'identifiers' ? identifiers : sampleOf(each),
      ]),
    )
  if (innerType) return sampleOf(innerType)
  if (element) return [sampleOf(element)]
  if (options) return sampleOf(options[0]!)
  if (type === 'record') return {}
  if (type === 'boolean') return true
  const found = [...(values ?? []), ...Object.values(entries ?? {}), ...texts, at, 11]
  return found.find((each) => schema.safeParse(each).success)
}
const at = Date.parse('2031-01-02')
const inputOf = (name: string) => sampleOf(operations[name]!.input)

const nameless: readonly Name[] = [
  ...(['today', 'otherAppointments', 'helpCalls', 'kiosks', 'pinUses'] as const),
  ...(['waitingIntakes', 'inviteKiosk'] as const),
  ...(['endInvitation', 'createPatient', 'templateChoices', 'bookingChoices'] as const),
  ...(['busyTimes', 'crmPipelines', 'webhooks', 'createWebhook', 'verifyAudit'] as const),
  ...(['clinicLocations', 'clinicStates', 'clinicGroups', 'clinicTemplates'] as const),
  ...(['members', 'emergencies', 'createMember'] as const),
  // These name a member or what one did, by an id that is no secret.
  ...(['changeMember', 'resetMember', 'seeEmergency'] as const),
]

function openOffline() {
  const asked: string[] = []
  const read = ({ id }: { readonly id: string }) => {
    asked.push(id)
    const error = { kind: 'unreachable', reason: 'ECONNREFUSED', operation: id, attempts: 1 }
    return Promise.resolve({ ok: false, error })
  }
  const attempts = createAttempts(memoryStore(simulatedWallClock()))
  const work = openWorkOver({ readUntil: () => read }, attempts)
  const each = work.handlers as unknown as Readonly<
    Record<string, (input: unknown, reason: string) => Prepared<unknown> | undefined>
  >
  const prepare = (name: string, input: unknown) =>
    each[name]?.(operations[name]?.input.parse(input), 'It was sold last week')
  return { asked, prepare }
}

const naming = Object.keys(operations).filter((name) => !nameless.some((each) => each === name))
it.each(naming)('%s does nothing with what was never shown', (name) => {
  const { asked, prepare } = openOffline()
  expect(prepare(name, inputOf(name))).toBeUndefined()
  expect(asked).toEqual([])
})
