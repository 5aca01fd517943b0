import type { Id } from '../../../src/contract/values.ts'
import type { ServiceErrorKind } from '../../../src/main/service/http/errors.ts'
import type {
  ArrivalAppointment,
  ArrivalFinding,
  ArrivalPort,
  ArrivalState,
} from '../../../src/main/visit/ports.ts'
import { err, ok } from '../../../src/shared/result.ts'
import { failure } from './fake-service.ts'

/** An appointment of today, at half past ten with Dr. Chen. */
const atHalfPastTen: ArrivalAppointment = {
  ...{ id: 'appointment-31', startsAt: Date.parse('2026-03-01T10:30:00Z'), time: '10:30' },
  ...{ with: 'Dr. Chen', what: 'New patient visit', place: null },
}

/** What a test says of a patient's appointments, and what was confirmed. */
export class FakeArrivals implements ArrivalPort {
  finding: ArrivalFinding = { kind: 'due', appointments: [atHalfPastTen] }
  /** What is known of an arrival once it settled. */
  outcome: ArrivalState = 'known'
  fault: ServiceErrorKind | undefined
  /** Whether the vault writes. */
  keeps = true
  /** What a look-up, and the end of a mark, wait for. */
  looks: Promise<void> = Promise.resolve()
  settles: Promise<void> = Promise.resolve()
  readonly confirmed: (readonly [appointment: Id, patient: Id])[] = []
  asked = 0

  look: ArrivalPort['look'] = async () => {
    this.asked += 1
    await this.looks
    return this.fault ? err(failure(this.fault, 'look')) : ok(this.finding)
  }

  confirm: ArrivalPort['confirm'] = ({ id }, patientId) => {
    if (!this.keeps) throw new RangeError('the vault does not write')
    this.confirmed.push([id, patientId])
  }

  settled: ArrivalPort['settled'] = () => this.settles

  state: ArrivalPort['state'] = () => this.outcome

  directions: ArrivalPort['directions'] = (locale) =>
    locale === 'en' ? 'Please sit in the blue area.' : null
}
