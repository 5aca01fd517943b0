import type { Id } from '../../../src/contract/values.ts'
import type {
  ReadIntakePacket,
  ReadPacketContents,
} from '../../../src/contract/readers/outbox-readers.ts'
import type { ReadPatient } from '../../../src/contract/readers/patient-readers.ts'
import type { IntakeDelivery, NewPacket, Prefill } from '../../../src/main/offline/outbox/ports.ts'
import type { ServiceError } from '../../../src/main/service/http/errors.ts'
import { err, ok, type Result } from '../../../src/shared/result.ts'
import type { ModelFault } from './model-faults.ts'

/** A template as the service has it now. */
interface ModelTemplate {
  version: number
  attributes: readonly string[]
  active: boolean
}

/** A packet as the service has it; `tag` says of which intake's request it was made. */
interface ModelPacket {
  readonly id: number
  readonly patientId: Id
  readonly tag: unknown
  readonly madeAt: number
  readonly forms: { templateId: Id; version: number; answers: Map<string, unknown> }[]
}

/** The intake service, small: what it does when it does it right. */
export interface ModelService {
  readonly patients: ReadPatient[]
  readonly packets: ModelPacket[]
  readonly templates: Map<Id, ModelTemplate>
  /** What was made by an answer that does not name it: a service that is odd never lists it. */
  readonly hidden: Set<Id>
  isOdd: boolean
  /** The service as an outbox uses it; `fault` is drawn for each call. */
  delivery(options: ModelWire): IntakeDelivery
}

/** How the calls of one start of Foyer travel. */
export interface ModelWire {
  readonly fault: (operation: keyof IntakeDelivery) => ModelFault
  /** Resolves after ms; never, once this start has been killed. */
  readonly pause: (ms: number) => Promise<void>
  /** Runs after ms, whatever becomes of the kiosk. */
  readonly later: (ms: number, act: () => void) => void
  readonly now: () => number
}

const isCreation: readonly (keyof IntakeDelivery)[] = ['createPatient', 'createPacket']

/** The attribute in which each intake of a run names itself. */
export const tagAttribute = 'tag'

export function createModelService(): ModelService {
  let lastId = 100
  const patients: ReadPatient[] = []
  const packets: ModelPacket[] = []
  const templates = new Map<Id, ModelTemplate>()
  const hidden = new Set<Id>()
  const refuse = (failure: Pick<Extract<ServiceError, { kind: 'rejected' }>, 'status'>) =>
    err<ServiceError>({ kind: 'rejected', operation: 'model', attempts: 1, ...failure })
  const gone = err<ServiceError>({ kind: 'notFound', operation: 'model', attempts: 1 })

  function fill(forms: ModelPacket['forms'], values: Prefill): readonly string[] {
    const filled = new Set<string>()
    for (const { templateId, answers } of forms)
      for (const attribute of templates.get(templateId)?.attributes ?? []) {
        if (answers.has(attribute) || !(attribute in values)) continue
        answers.set(attribute, values[attribute])
        filled.add(attribute)
      }
    return [...filled]
  }
  function make({ patientId, templateIds, prefill }: NewPacket, madeAt: number) {
    if (!patients.some(({ id }) => id === patientId)) return refuse({ status: 422 })
    if (!templateIds.every((id) => templates.get(id)?.active)) return refuse({ status: 422 })
    const forms = templateIds.map((templateId) => ({
      templateId,
      version: templates.get(templateId)?.version ?? 0,
      answers: new Map<string, unknown>(),
    }))
    const packet = { id: ++lastId, patientId, tag: prefill[tagAttribute], madeAt, forms }
    fill(forms, prefill)
    packets.push(packet)
    return ok(found(packet))
  }
  const found = ({ id, patientId, forms }: ModelPacket) => ({
    ...{ id, patientId, name: null },
    templateIds: forms.map(({ templateId }) => templateId),
  })
  const contents = (packet: ModelPacket): ReadPacketContents => ({
    ...found(packet),
    forms: packet.forms.map(({ templateId, version, answers }) => ({
      ...{ templateId, version },
      answers: [...answers].map(([attribute, value]) => ({ element: null, attribute, value })),
    })),
  })
  const byId = (id: Id) => packets.find((packet) => packet.id === id)
  const packetsListed = (patientId: Id) =>
    packets.filter((packet) => packet.patientId === patientId && !hidden.has(packet.id))

  const service: ModelService = {
    ...{ patients, packets, templates, hidden, isOdd: false },
    delivery(wire) {
      async function call<T>(
        operation: keyof IntakeDelivery,
        act: () => Result<T, ServiceError>,
        hostile: () => T,
      ): Promise<Result<T, ServiceError>> {
        const fault = wire.fault(operation)
        let done: Result<T, ServiceError> | undefined
        const carryOut = () => (done ??= act())
        if (fault.carriedAfterMs !== null && fault.carriedAfterMs <= fault.tookMs) carryOut()
        else if (fault.carriedAfterMs !== null) wire.later(fault.carriedAfterMs, carryOut)
        const isUnnamed = fault.isHostile === true || fault.name === 'garbled'
        if (isUnnamed && service.isOdd && isCreation.includes(operation)) hidden.add(lastId)
        await wire.pause(fault.tookMs)
        if (fault.throws) throw new Error('the call cannot be audited')
        if (fault.error) return err({ operation: 'model', attempts: 1, ...fault.error })
        return fault.isHostile ? ok(hostile()) : carryOut()
      }
      const anyPacket = () => packets[0]?.id ?? 1
      return {
        searchPatients: () =>
          call(
            'searchPatients',
            () => ok(patients.filter(({ id }) => !hidden.has(id))),
            () => patients.map((each) => ({ ...each, dateOfBirth: null, firstName: null })),
          ),
        createPatient: (person) =>
          call<Id | null>(
            'createPatient',
            () => {
              const id = ++lastId
              const { firstName, lastName, dateOfBirth, phone, email } = person
              const name = `${firstName} ${lastName}`
              const record = { firstName, lastName, name, dateOfBirth, phone, email }
              patients.push({ id, active: true, ...record })
              return ok(id)
            },
            () => null,
          ),
        packetsOf: (patientId) =>
          call<readonly ReadIntakePacket[]>(
            'packetsOf',
            () => ok(packetsListed(patientId).map(found)),
            // Shown in another way than ever before, and one of nobody.
            () => [
              ...packetsListed(patientId).map((packet) => ({
                ...found(packet),
                templateIds: null,
              })),
              { id: 'nobody', name: null, patientId: null, templateIds: null },
            ],
          ),
        createPacket: (asked) =>
          call<ReadIntakePacket | null>(
            'createPacket',
            () => make(asked, wire.now()),
            () => ({ id: anyPacket(), name: null, patientId: 'other', templateIds: null }),
          ),
        prefill: (id, values) =>
          call(
            'prefill',
            () => {
              const packet = byId(id)
              return packet ? ok(fill(packet.forms, values)) : gone
            },
            () => Object.keys(values),
          ),
        readPacket: (id) =>
          call(
            'readPacket',
            () => {
              const packet = byId(id)
              return packet ? ok(contents(packet)) : gone
            },
            () => ({ id, name: null, patientId: null, templateIds: null, forms: [] }),
          ),
        isTemplateThere: (id) =>
          call(
            'isTemplateThere',
            () => ok(templates.get(id)?.active === true),
            () => false,
          ),
      }
    },
  }
  return service
}
