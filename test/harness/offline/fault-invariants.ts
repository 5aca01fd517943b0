import { sameId } from '../../../src/contract/values.ts'
import type { Intake } from '../../../src/main/offline/intake.ts'
import type { FaultRun } from './fault-run.ts'

/** What a run did that it must not; empty where all is well. */
export function violationsOf(run: FaultRun): readonly string[] {
  return [
    ...run.violations,
    ...run.intakes.flatMap((intake) => ofIntake(run, intake)),
    ...ofPatients(run),
    ...ofOrder(run),
  ]
}

function ofIntake({ service, rows, source, decided }: FaultRun, intake: Intake): string[] {
  const row = rows.find(({ id }) => id === intake.id)
  const packets = service.packets.filter(({ tag }) => tag === intake.id)
  const say = (what: string) => `intake ${intake.helpNumber}: ${what}`
  if (!row) return [say('is lost')]
  const faults: string[] = []
  if (packets.length > 1) faults.push(say(`has ${packets.length} packets`))
  const { state } = row
  if (!row.attention && state.step !== 'delivered' && state.step !== 'takenOver')
    faults.push(say(`stays at ${state.step}`))
  const kept = source.read(intake.id)
  if (!kept.ok || JSON.stringify(kept.value) !== JSON.stringify(intake))
    faults.push(say('is not kept as it was'))
  if (state.step !== 'delivered') return faults
  const packet = service.packets.find(({ id }) => sameId(id, state.packetId))
  const patient = service.patients.find(({ id }) => sameId(id, state.patientId))
  if (!packet || packet.patientId !== state.patientId) return [...faults, say('is nowhere')]
  const isChosen = decided.has(intake.id)
  if (!isChosen && (packets.length !== 1 || packets[0] !== packet))
    faults.push(say('is in another packet'))
  if (!isChosen && patient?.dateOfBirth !== intake.person.dateOfBirth)
    faults.push(say('is at another patient'))
  return [...faults, ...falseClaims(intake, state, packet).map(say)]
}

/** Answers that are called delivered, and do not stand in the packet; and such that are in neither count. */
function falseClaims(
  intake: Intake,
  state: Extract<FaultRun['rows'][number]['state'], { step: 'delivered' }>,
  packet: FaultRun['service']['packets'][number],
): string[] {
  let claimed = 0
  const faults: string[] = []
  for (const [form, { templateId, template, answers }] of intake.forms.entries()) {
    const kept = packet.forms.find((each) => each.templateId === templateId)
    for (const [element, value] of Object.entries(answers)) {
      if (value === '') continue
      if (state.remains.some((each) => each.form === form && each.element === element)) continue
      claimed += 1
      const fields = template.formTemplateSections.flatMap((section) => section.formElements)
      const attribute = fields.find(({ id }) => String(id) === element)?.attribute ?? ''
      if (JSON.stringify(kept?.answers.get(attribute)) !== JSON.stringify(value))
        faults.push(`${attribute} is not with the clinic`)
    }
  }
  if (claimed !== state.delivered) faults.push(`${claimed} answers are called ${state.delivered}`)
  return faults
}

function ofPatients({ service, intakes, isUnknown, decided }: FaultRun): string[] {
  const people = new Set(intakes.map(({ person }) => person))
  return [...people].flatMap((person) => {
    // Staff may want a second record.
    if (intakes.some((each) => each.person === person && decided.has(each.id))) return []
    const made = service.patients.filter(
      ({ id, lastName }) => Number(id) > 100 && lastName === person.lastName,
    )
    const most = isUnknown(person) ? 1 : 0
    return made.length > most ? [`${person.lastName} was created ${made.length} times`] : []
  })
}

/** Of one person the packets are made in the order in which they finished. */
function ofOrder({ service, rows, intakes, decided, stuck }: FaultRun): string[] {
  const faults: string[] = []
  const last = new Map<string, number>()
  for (const row of rows) {
    const intake = intakes.find(({ id }) => id === row.id)
    const packet = service.packets.find(({ tag }) => tag === row.id)
    // One that needed a person may be overtaken meanwhile.
    if (!intake || !packet || decided.has(row.id) || stuck.has(row.helpNumber)) continue
    const born = intake.person.dateOfBirth
    const before = last.get(born)
    if (before !== undefined && packet.madeAt < before)
      faults.push(`intake ${row.helpNumber} overtook another`)
    last.set(born, packet.madeAt)
  }
  return faults
}
