import type { Id } from '../../../src/contract/values.ts'
import type { ReadPacketInFull } from '../../../src/contract/readers/packet.ts'
import type { ReadPatient } from '../../../src/contract/readers/patient-readers.ts'
import type { IntakeDelivery, NewPacket } from '../../../src/main/kiosk/offline/outbox/delivery.ts'
import {
  cutOff,
  pageInstead,
  unreadable,
  type Failure,
  type ServiceError,
} from '../../../src/main/intake/http/errors.ts'
import { seededRandom } from '../../../e2e/support/seeded-random.ts'
import { err, ok, type Result } from '../../../src/shared/result.ts'
import type { Prefill } from '../../../src/main/kiosk/offline/outbox/answers.ts'

/** Random numbers that a seed repeats. */
export type Dice = ReturnType<typeof createDice>

export function createDice(seed: number) {
  /** Uniform in [0, 1). */
  const next = seededRandom(`outbox ${seed}`)
  /** Whole, from 0 to below `end`. */
  const below = (end: number) => Math.floor(next() * end)
  return {
    next,
    below,
    chance: (probability: number) => next() < probability,
    pick: <T>(items: readonly T[]): T => items[below(items.length)]!,
  }
}

interface ModelFault {
  readonly name: string
  /** ms until the call comes back. */
  readonly tookMs: number
  /** ms after which the service does what was asked; null: never. */
  readonly carriedAfterMs: number | null
  readonly error?: Failure
  /** The call cannot be audited, and hands out nothing. */
  readonly throws?: true
}

/** ms within which the service carries out what reached it, at the latest. */
const latestMs = 55_000
const attemptMs = 20_000

/** A call that goes well. */
export function noFault(dice: Dice): ModelFault {
  return { name: 'none', tookMs: 10 + dice.below(200), carriedAfterMs: 0 }
}

/** One of all that can go wrong; `hostile-answers.test.ts` has the answers that lie. */
export function anyFault(dice: Dice): ModelFault {
  const tookMs = 10 + dice.below(500)
  const nothing = { tookMs, carriedAfterMs: null }
  const carried = { tookMs, carriedAfterMs: 0 }
  const asked = dice.chance(0.5) ? { retryAfterMs: dice.below(300_000) } : {}
  const reset: Failure = { kind: 'unreachable', reason: 'ECONNRESET' }
  const timedOut: Failure = { kind: 'timedOut', afterMs: attemptMs }
  const status = dice.pick([500, 502, 503, 504])
  const faults: readonly ModelFault[] = [
    { name: 'down', ...nothing, error: { kind: 'unreachable', reason: 'ECONNREFUSED' } },
    { name: 'black hole', tookMs: attemptMs, carriedAfterMs: null, error: timedOut },
    {
      name: 'carried out late',
      tookMs: attemptMs,
      error: timedOut,
      carriedAfterMs: attemptMs + dice.below(latestMs - attemptMs),
    },
    { name: 'cut before', ...nothing, error: reset },
    { name: 'cut after', ...carried, error: reset },
    { name: 'cut in the answer', ...carried, error: cutOff },
    { name: 'fault before', ...nothing, error: { kind: 'serverFault', status, ...asked } },
    { name: 'fault after', ...carried, error: { kind: 'serverFault', status, ...asked } },
    { name: 'too many', ...nothing, error: { kind: 'rateLimited', ...asked } },
    { name: 'no token', ...nothing, error: { kind: 'unauthorized' } },
    { name: 'no grant', ...nothing, error: { kind: 'forbidden' } },
    { name: 'portal', ...nothing, error: pageInstead },
    { name: 'garbled', ...carried, error: unreadable('expected a record, found nonsense') },
    {
      name: '202',
      tookMs,
      error: unreadable('expected a record, found a job'),
      carriedAfterMs: tookMs + dice.below(latestMs - tookMs),
    },
    { name: 'not audited', ...carried, throws: true },
    { name: 'not audited, not done', ...nothing, throws: true },
  ]
  return dice.pick(faults)
}

type ModelTemplate = { version: number; attributes: readonly string[]; active: boolean }

/** A packet as the service has it; `tag` says of which intake's request it was made. */
interface ModelPacket {
  readonly id: number
  readonly patientId: Id
  readonly tag: unknown
  readonly madeAt: number
  readonly forms: { templateId: Id; version: number; answers: Map<string, unknown> }[]
}

/** The intake service, small: what it does when it does it right. */
export type ModelService = ReturnType<typeof createModelService>

/** Way of the calls of one start of Foyer. */
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

export function createModelService() {
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
  const found = ({ id, patientId, forms }: ModelPacket): ReadPacketInFull => ({
    id,
    name: null,
    patientId,
    locationId: undefined,
    dueDate: null,
    started: false,
    completed: null,
    archived: false,
    forms: forms.map(({ templateId, version, answers }) => ({
      name: null,
      templateId,
      version,
      started: false,
      completed: null,
      answers: [...answers].map(([attribute, value]) => ({
        element: null,
        attribute,
        question: null,
        value,
      })),
    })),
  })
  const byId = (id: Id) => packets.find((packet) => packet.id === id)
  const packetsListed = (patientId: Id) =>
    packets.filter((packet) => packet.patientId === patientId && !hidden.has(packet.id))

  const service = {
    patients,
    packets,
    templates,
    /** Records that were made by an answer that does not name them: a service that is odd never lists them. */
    hidden,
    isOdd: false,
    /** The service as an outbox uses it; a fault is drawn for each call. */
    delivery(wire: ModelWire): IntakeDelivery {
      async function call<T>(
        operation: keyof IntakeDelivery,
        act: () => Result<T, ServiceError>,
      ): Promise<Result<T, ServiceError>> {
        const fault = wire.fault(operation)
        let done: Result<T, ServiceError> | undefined
        const carryOut = () => (done ??= act())
        if (fault.carriedAfterMs !== null && fault.carriedAfterMs <= fault.tookMs) carryOut()
        else if (fault.carriedAfterMs !== null) wire.later(fault.carriedAfterMs, carryOut)
        const isUnnamed = fault.name === 'garbled' && isCreation.includes(operation)
        if (isUnnamed && service.isOdd) hidden.add(lastId)
        await wire.pause(fault.tookMs)
        if (fault.throws) throw new Error('the call cannot be audited')
        if (fault.error) return err({ operation: 'model', attempts: 1, ...fault.error })
        return carryOut()
      }
      return {
        searchPatients: () =>
          call('searchPatients', () => ok(patients.filter(({ id }) => !hidden.has(id)))),
        createPatient: (person) =>
          call<Id | null>('createPatient', () => {
            const id = ++lastId
            const { firstName, lastName, dateOfBirth, phone, email } = person
            const name = `${firstName} ${lastName}`
            const record = { firstName, lastName, name, dateOfBirth, phone, email }
            patients.push({ id, active: true, ...record })
            return ok(id)
          }),
        packetsOf: (patientId) =>
          call<readonly ReadPacketInFull[]>('packetsOf', () =>
            ok(packetsListed(patientId).map(found)),
          ),
        createPacket: (asked) =>
          call<ReadPacketInFull | null>('createPacket', () => make(asked, wire.now())),
        prefill: (id, values) =>
          call('prefill', () => {
            const packet = byId(id)
            if (!packet) return gone
            // One that waited already is the intake's from now on.
            if (packet.tag === undefined)
              Object.assign(packet, { tag: values[tagAttribute], madeAt: wire.now() })
            return ok(fill(packet.forms, values))
          }),
        readPacket: (id) =>
          call('readPacket', () => {
            const packet = byId(id)
            return packet ? ok(found(packet)) : gone
          }),
        isTemplateThere: (id) =>
          call('isTemplateThere', () => ok(templates.get(id)?.active === true)),
      }
    },
  }
  return service
}
