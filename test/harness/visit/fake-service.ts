import type { ProofStatus } from '../../../src/contract/readers/proof.ts'
import type { Id } from '../../../src/contract/values.ts'
import type { CalendarDate } from '../../../src/shared/calendar-date.ts'
import type { Channel } from '../../../src/shared/ipc.ts'
import { err, ok, type Result } from '../../../src/shared/result.ts'
import type { ServiceError, ServiceErrorKind } from '../../../src/main/intake/http/errors.ts'
import type { CheckInService, CodeWay } from '../../../src/main/intake/check-in-service.ts'
import type { PacketSummary } from '../../../src/main/intake/resources/packets.ts'

export interface FakePatient {
  readonly id: Id
  readonly contacts: readonly string[]
  /** First name. */
  readonly name?: string
  readonly dateOfBirth: CalendarDate | null
  readonly packets: PacketSummary[]
}

type Method = keyof CheckInService

interface FakeProof {
  readonly required: readonly Channel[]
  readonly codes: { channel: Channel; code: string; at: number; contact: string }[]
  readonly verified: Map<Channel, string>
  wrong: number
}

const codeLivesMs = 10 * 60_000
const mostWrong = 5

const unreachable = { reason: 'connection refused' }
const details: Partial<Record<ServiceErrorKind, object>> = {
  unreachable,
  unreadableAnswer: unreachable,
  timedOut: { afterMs: 10_000 },
  rejected: { status: 400 },
  serverFault: { status: 503 },
  refusedByEnvelope: { message: 'refused' },
  unauthorized: { stage: 'token' },
}

/** An error value of `kind`, as the service client would make it. */
export const failure = (kind: ServiceErrorKind, operation: string, told?: object): ServiceError =>
  ({ kind, operation, attempts: 1, ...details[kind], ...told }) as ServiceError

const isNew = (id: Id) => String(id).startsWith('new-')

/** An intake service in memory, for one test; its faults are switched on by method. */
export class FakeService implements CheckInService {
  readonly patients: FakePatient[] = []
  readonly calls: Method[] = []
  /** Codes that were sent, newest last. */
  readonly inbox: { contact: string; code: string; by: CodeWay }[] = []
  /** Every code that was checked, and what came of it. */
  readonly checked: { channel: Channel; code: string; verdict: string }[] = []
  readonly now: () => number
  readonly #proofs = new Map<string, FakeProof>()
  readonly #faults = new Map<Method, ServiceError>()
  readonly #lost = new Set<Method>()
  readonly #throws = new Set<Method>()
  #count = 0
  /** True if it carries out a code's check and does not say in a known word what came of it. */
  isUnclear = false
  /** State that it tells of every proof, in place of the truth. */
  proofState: ProofStatus['state'] | undefined

  /** ms for which its reads answer as before a change. */
  lagMs = 0
  #changedAt = -Infinity
  /** True if its answer to a creation names the new packet. */
  namesNewPackets = true

  /** Number of forms that it says are left of a packet, until the packet is complete. */
  formsLeft: number | null = null

  constructor(now: () => number) {
    this.now = now
  }

  /** Every call of `method` fails until `recover`; nothing happens on the service. */
  fail(method: Method, kind: ServiceErrorKind, retryAfterMs?: number): void {
    const told = retryAfterMs === undefined ? {} : { retryAfterMs }
    this.#faults.set(method, failure(kind, method, told))
  }

  /** The next call of `method` is carried out, but its answer is lost. */
  loseAnswer(method: Method): void {
    this.#lost.add(method)
  }

  breakWith(method: Method): void {
    this.#throws.add(method)
  }

  /** No proof takes a code any more. */
  lock(): void {
    for (const proof of this.#proofs.values()) proof.wrong = mostWrong
  }

  recover(): void {
    this.#faults.clear()
  }

  timesCalled(method: Method): number {
    return this.calls.filter((name) => name === method).length
  }

  createProof: CheckInService['createProof'] = (channels) =>
    this.#answer('createProof', () => {
      const id = `proof-${++this.#count}`
      const required: Channel[] = channels === 'both' ? ['sms', 'email'] : [channels]
      this.#proofs.set(id, { required, codes: [], verified: new Map(), wrong: 0 })
      return ok({ id, token: `token-of-${id}`, channels: required })
    })

  sendCode: CheckInService['sendCode'] = (proof, by, contact) =>
    this.#answer('sendCode', () => {
      const channel = by === 'voice' ? 'sms' : by
      const code = String(100_000 + ++this.#count)
      this.#proof(proof.id).codes.push({ channel, code, contact, at: this.now() })
      this.inbox.push({ contact, code, by })
      return ok(null)
    })

  verifyCode: CheckInService['verifyCode'] = ({ id }, channel, code) =>
    this.#answer('verifyCode', () => {
      const verdict = this.#check(this.#proof(id), channel, code)
      this.checked.push({ channel, code, verdict })
      return this.isUnclear ? err(failure('unreadableAnswer', 'verifyCode')) : ok(verdict)
    })

  proofStatus: CheckInService['proofStatus'] = ({ id }) =>
    this.#answer('proofStatus', () => {
      const { required, verified } = this.#proof(id)
      const isProved = required.every((channel) => verified.has(channel))
      const state = this.proofState ?? (isProved && !this.#isLagging() ? 'proved' : 'pending')
      return ok({ state, verified: [...verified.keys()] })
    })

  matchPatient: CheckInService['matchPatient'] = ({ id }) =>
    this.#answer('matchPatient', () => {
      const proved = [...this.#proof(id).verified.values()]
      const matches = this.patients.filter(({ contacts }) =>
        proved.every((contact) => contacts.includes(contact)),
      )
      const [match] = matches
      if (!match) return err(failure('notFound', 'matchPatient'))
      return matches.length > 1 ? err(failure('conflictingMatches', 'matchPatient')) : ok(match.id)
    })

  matchByName: CheckInService['matchByName'] = ({ firstName, phone, email }) =>
    this.#answer('matchByName', () => {
      const [only, ...others] = this.patients.filter(
        ({ contacts, name }) => name === firstName && contacts.includes(phone ?? email ?? ''),
      )
      return only && others.length === 0 ? ok(only.id) : err(failure('notFound', 'matchByName'))
    })

  dateOfBirth: CheckInService['dateOfBirth'] = (patientId) =>
    this.#answer('dateOfBirth', () => ok(this.#patient(patientId).dateOfBirth))

  openPackets: CheckInService['openPackets'] = (patientId) =>
    this.#answer('openPackets', () =>
      ok(
        this.#patient(patientId).packets.filter(
          ({ id, completed }) => !completed && !(isNew(id) && this.#isLagging()),
        ),
      ),
    )

  createPacket: CheckInService['createPacket'] = (patientId) =>
    this.#answer('createPacket', () => {
      const packet = fakePacket(`new-${++this.#count}`, { name: 'Welcome forms' })
      this.#patient(patientId).packets.push(packet)
      this.#changedAt = this.now()
      return ok(this.namesNewPackets ? packet : null)
    })

  completionUrl: CheckInService['completionUrl'] = (packetId) =>
    this.#answer('completionUrl', () => ok(`https://forms.example/complete/secret-${packetId}`))

  packetProgress: CheckInService['packetProgress'] = (packetId) =>
    this.#answer('packetProgress', () => {
      const packets = this.patients.flatMap((patient) => patient.packets)
      const isCompleted = packets.find(({ id }) => id === packetId)?.completed ?? false
      const completed = isCompleted && !this.#isLagging()
      return ok({ completed, formsLeft: completed ? 0 : this.formsLeft })
    })

  publicLink: CheckInService['publicLink'] = () =>
    this.#answer('publicLink', () => ok('https://forms.example/public/secret-group'))

  /** The patient fills something in, or everything. */
  fillIn(packetId: Id, change: Partial<Pick<PacketSummary, 'started' | 'completed'>>): void {
    this.#changedAt = this.now()
    for (const { packets } of this.patients) {
      const index = packets.findIndex(({ id }) => id === packetId)
      const packet = packets[index]
      if (packet) packets[index] = { ...packet, ...change }
    }
  }

  #isLagging(): boolean {
    return this.now() < this.#changedAt + this.lagMs
  }

  #check(proof: FakeProof, channel: Channel, code: string) {
    if (proof.wrong >= mostWrong) return 'locked'
    const sent = proof.codes.find((one) => one.channel === channel && one.code === code)
    if (!sent) return ++proof.wrong >= mostWrong ? 'locked' : 'incorrect'
    if (this.now() - sent.at > codeLivesMs) return 'expired'
    proof.codes.splice(proof.codes.indexOf(sent), 1)
    proof.verified.set(channel, sent.contact)
    this.#changedAt = this.now()
    return 'verified'
  }

  #proof(id: Id): FakeProof {
    const proof = this.#proofs.get(String(id))
    if (!proof) throw new Error('no such proof')
    return proof
  }

  #patient(id: Id): FakePatient {
    const patient = this.patients.find((one) => one.id === id)
    if (!patient) throw new Error('no such patient')
    return patient
  }

  #answer<T>(method: Method, run: () => Result<T, ServiceError>): Promise<Result<T, ServiceError>> {
    this.calls.push(method)
    if (this.#throws.has(method)) return Promise.reject(new TypeError('a bug'))
    const fault = this.#faults.get(method)
    if (fault) return Promise.resolve(err(fault))
    const result = run()
    return Promise.resolve(this.#lost.delete(method) ? err(failure('timedOut', method)) : result)
  }
}

/** A packet that waits, not begun. */
export function fakePacket(id: Id, change: Partial<PacketSummary> = {}): PacketSummary {
  return { id, name: 'Health forms', dueDate: null, started: false, completed: false, ...change }
}
