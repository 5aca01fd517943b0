import { fromPromise } from 'xstate'
import type { Id } from '../../../contract/values.ts'
import type { Result } from '../../../shared/result.ts'
import type { ServiceError } from '../../service/http/errors.ts'
import type { ArrivalAppointment, ArrivalFinding, ArrivalPort } from '../arrival-port.ts'
import { assertPresent, type VisitContext } from './visit-types.ts'

interface OfPatient {
  readonly port: ArrivalPort
  readonly patientId: Id
}
interface OfAppointment extends OfPatient {
  readonly appointment: ArrivalAppointment
}

const lookUpArrival = fromPromise<Result<ArrivalFinding, ServiceError>, OfPatient>(
  ({ input: { port, patientId }, signal }) => port.look(patientId, signal),
)

/** Rejects with what the vault throws. */
const confirmArrival = fromPromise<undefined, OfAppointment>(
  ({ input: { port, patientId, appointment } }) =>
    new Promise((resolve) => {
      port.confirm(appointment, patientId)
      resolve(undefined)
    }),
)

const settleArrival = fromPromise<undefined, OfAppointment>(
  ({ input: { port, appointment }, signal }) =>
    port.settled(appointment.id, signal).then(() => undefined),
)

/** The calls of an arrival, by name. One that throws is a bug, or a vault that cannot be written. */
export const arrivalCalls = { lookUpArrival, confirmArrival, settleArrival }

/** Inputs of these calls, from what the visit knows. */
export const arrivalInputs = {
  ofPatient: ({ context }: { context: VisitContext }): OfPatient => ({
    port: assertPresent(context.ports.arrival ?? null, 'arrival'),
    patientId: assertPresent(context.patientId, 'patient'),
  }),
  ofAppointment: ({ context }: { context: VisitContext }): OfAppointment => ({
    ...arrivalInputs.ofPatient({ context }),
    appointment: assertPresent(context.arriving, 'confirmed appointment'),
  }),
}
