import { randomUUID } from 'node:crypto'
import type { Id } from '../../../src/contract/values.ts'
import type { Intake } from '../../../src/main/kiosk/offline/intake.ts'
import type { IntakePerson } from '../../../src/shared/intake-person.ts'
import type { OutboxStep } from '../../../src/main/kiosk/offline/outbox/row.ts'
import { sampleForm, sampleIntake, type SampleField } from './sample-intakes.ts'
import { createModelService, tagAttribute, type Dice, type ModelService } from './model-service.ts'

const templateIds = [601, 602, 603]
/** Ids of what the clinic makes itself while the outbox hands over begin here; those of the outbox are lower. */
const ofClinic = 5_000
const ofOutbox = 100
export const isOfOutbox = (id: Id) => Number(id) > ofOutbox && Number(id) < ofClinic
const attributes = [tagAttribute, 'one', 'two', 'three', 'four']

/** Persons who come, as the service knows them or does not. */
const kinds = ['known', 'unknown', 'unknown', 'twice', 'similar', 'inactive'] as const

const personOf = (number: number): IntakePerson => ({
  firstName: `First${number}`,
  lastName: `Last${number}`,
  dateOfBirth: `19${60 + number}-01-02`,
  phone: `+1206555010${number}`,
  email: null,
})

/** A service with some of these persons in it, and the intakes that they leave. */
export function createWorld(dice: Dice): {
  readonly service: ModelService
  readonly intakes: readonly Intake[]
  readonly isUnknown: (person: IntakePerson) => boolean
  /** Packets that the service has lost, or somebody deleted. */
  readonly lost: Set<Id>
} {
  const service = createModelService()
  service.isOdd = dice.chance(0.1)
  for (const id of templateIds) service.templates.set(id, { version: 1, attributes, active: true })
  const people = Array.from({ length: 1 + dice.below(4) }, (_, number) => ({
    kind: dice.pick(kinds),
    person: personOf(number),
  }))
  for (const [index, { kind, person }] of people.entries()) {
    const { email, ...fields } = person
    const record = { ...fields, email, name: null, active: kind !== 'inactive' }
    const id = 10 + 2 * index
    if (kind === 'similar') service.patients.push({ ...record, id, phone: '+12065559999' })
    else if (kind !== 'unknown') service.patients.push({ ...record, id })
    // A packet like the one that is to be made, from another day.
    if (kind !== 'unknown' && dice.chance(0.5)) addPacket(service, dice, id, [[601], [601, 602]])
    if (kind === 'twice') service.patients.push({ ...record, id: id + 1 })
  }
  const intakes = Array.from({ length: 1 + dice.below(5) }, (_, index) => {
    const id = randomUUID()
    return sampleIntake({
      id,
      helpNumber: String(index),
      person: dice.pick(people).person,
      proved: dice.chance(0.5) ? ['sms'] : [],
      finishedAt: new Date(Date.UTC(2026, 2, 10, 17, index)).toISOString(),
      forms: templateIds
        .slice(0, 1 + dice.below(2))
        .map((templateId) => sampleForm(templateId, fieldsOf(dice, id))),
    })
  })
  return {
    service,
    intakes,
    lost: new Set(),
    isUnknown: (person) => people.some((each) => each.person === person && each.kind === 'unknown'),
  }
}

function fieldsOf(dice: Dice, tag: string): readonly SampleField[] {
  const text = () => `answer ${dice.below(1e6)}`
  const more: readonly SampleField[] = [
    { attribute: 'one', answer: text() },
    { attribute: 'two', answer: [text(), text()] },
    { attribute: 'three', type: 'checkbox', answer: true },
    { attribute: 'four', answer: '' },
    { attribute: 'gone', answer: text() },
    { answer: text() },
    { type: 'signature', attribute: 'one', answer: 'data:image/png;base64,AA' },
    { type: 'fileUpload', answer: { fileName: 'a', mediaType: 'b', dataUrl: 'data:,' } },
  ]
  return [{ attribute: tagAttribute, answer: tag }, ...more.filter(() => dice.chance(0.5))]
}

/** Something that happens at the clinic meanwhile. `steps`: how far the intakes are. */
export function disturb(
  { service, lost, intakes }: ReturnType<typeof createWorld>,
  dice: Dice,
  steps: readonly OutboxStep[],
): void {
  const template = service.templates.get(dice.pick(templateIds))!
  const patient = service.patients[dice.below(Math.max(1, service.patients.length))]
  switch (dice.below(6)) {
    case 0:
      template.version += 1
      template.attributes = attributes.filter(() => dice.chance(0.7))
      return
    case 1:
      template.active = dice.chance(0.7)
      return
    case 2: {
      const [packet] = service.packets.splice(dice.below(service.packets.length), 1)
      if (packet) lost.add(packet.id)
      return
    }
    case 3: {
      // Somebody registers the person of an intake, or a twin of theirs, unless a request for it is under way (ADR 24).
      const { email, ...person } = dice.pick(intakes).person
      const isAsked = steps.some((step) => step.step === 'createPatient')
      const id = ofClinic + service.patients.length
      if (!isAsked) service.patients.push({ ...person, email, id, name: null, active: true })
      return
    }
    case 4: {
      // Staff make one like that of an intake, unless that was just asked for.
      const isAsked = steps.some((step) => step.step === 'createPacket')
      if (patient && !isAsked) addPacket(service, dice, patient.id, [[601], [601, 602]])
      return
    }
    default:
      // Staff make a packet of their own.
      if (patient) addPacket(service, dice, patient.id, [[603]])
  }
}

function addPacket(
  { packets }: ModelService,
  dice: Dice,
  patientId: Id,
  choices: readonly (readonly number[])[],
): void {
  const templates = dice.pick(choices)
  packets.push({
    id: ofClinic + dice.below(1e6),
    patientId,
    tag: undefined,
    madeAt: 0,
    forms: templates.map((templateId) => ({ templateId, version: 1, answers: new Map() })),
  })
}
