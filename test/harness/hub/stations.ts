import type { BusMessage } from '../../../src/main/stations/port.ts'
import type { HandedOnBody, Presence } from '../../../src/shared/bus/messages.ts'

/** Ids of kiosks that tests speak as. */
export const frontKiosk = 'kiosk00000000001'
export const backKiosk = 'kiosk00000000002'

export const presenceOf = (from: string, changes: Partial<Presence> = {}): Presence => ({
  v: 1,
  from,
  kind: 'kiosk',
  name: from === frontKiosk ? 'Front door' : 'Back door',
  version: '0.1.0',
  state: 'free',
  since: '2026-03-02T08:00:00.000Z',
  connection: 'connected',
  intakes: { waiting: 0, needPerson: 0 },
  ...changes,
})

/** Something that a kiosk says, at noon. */
export const saidBy = (
  from: string,
  body: HandedOnBody,
  at = '2026-03-02T12:00:00.000Z',
): BusMessage => ({ id: `${from}-${JSON.stringify(body).length}-${at}`, from, at, body })

export const helpOf = (helpId: string, number = '417') =>
  ({ kind: 'helpAsked', helpId, number, screen: 'contact', language: 'en' }) as const

/** A patient who is sent to the desk. */
export const neededOf = (number: string, reason = 'noMatch') =>
  ({ kind: 'staffNeeded', number, reason, language: 'es' }) as const

export const arrivalOf = (appointmentId: number) =>
  ({
    kind: 'patientArrived',
    appointmentId,
    startsAt: '2026-03-02T12:30:00.000Z',
    with: 'Dr. Chen',
  }) as const

/** An intake that needs a person. */
export const intakeOf = (intakeId: string) =>
  ({ kind: 'intakeWaits', intakeId, reason: 'noMatch', since: '2026-03-02T11:00:00.000Z' }) as const
