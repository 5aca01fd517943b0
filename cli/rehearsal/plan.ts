import { e164, type Id } from '../../src/contract/values.ts'
import type { PersonName } from '../../src/main/kiosk/visit/machine/typed-values.ts'
import { calendarDate, type CalendarDate } from '../../src/shared/calendar-date.ts'
import type { Channel } from '../../src/shared/ipc.ts'
import { textOf } from '../operation/texts.ts'
import { readTypedId } from '../operation/value.ts'
import type { ProbeFlags } from '../probe/flags.ts'
import type { TrialPlace } from '../probe/visit/try-visit.ts'
import type { StepVerdict } from '../probe/visit/verdict.ts'
import type { WatchedClient } from '../probe/visit/watched-client.ts'
import { refuse } from '../problem.ts'
import type { Terminal } from '../terminal.ts'

export interface RehearsalPlan {
  readonly place: TrialPlace
  /** The test patient; a proof that finds another one is a fault. */
  readonly patientId: Id
  /** The integrator's own phone (E.164) and e-mail address: one of them, or both. */
  readonly contacts: Readonly<Partial<Record<Channel, string>>>
  readonly templateGroupId: Id | undefined
  readonly createWhenNone: boolean
}

export interface RehearsalPerson {
  /** Asks if this may be written now; `isCleanUp`: it takes back created records. */
  readonly allows: (what: string, isCleanUp?: boolean) => Promise<boolean>
  /** Called before a code is sent: earlier messages hold no code. */
  readonly beforeCode: () => Promise<void>
  /** The code that came; undefined: none did, or they left. */
  readonly code: (channel: Channel) => Promise<string | undefined>
  /** Asked for where several patients have the contact. */
  readonly name: () => Promise<PersonName | undefined>
  readonly birthDate: () => Promise<CalendarDate | undefined>
  readonly onStep: (step: StepVerdict) => void
}

export interface Rehearsal {
  readonly watched: WatchedClient
  readonly plan: RehearsalPlan
  readonly person: RehearsalPerson
}

/** Lists every write of a rehearsal, for a person. */
export function writesOf({ contacts, templateGroupId, createWhenNone }: RehearsalPlan): string[] {
  const channels = Object.keys(contacts) as Channel[]
  return [
    'an identity proof, which ends by itself',
    ...channels.map((channel) => `a code to your ${contactWords[channel]}`),
    'a wrong code, and the right one',
    ...(createWhenNone && templateGroupId !== undefined
      ? ['a form packet of the test patient where none waits, and its archive']
      : []),
  ]
}

export const contactWords: Readonly<Record<Channel, string>> = {
  sms: 'phone',
  email: 'e-mail address',
}

export interface GivenPlan extends Pick<RehearsalPlan, 'patientId' | 'contacts'> {
  readonly birth: CalendarDate | undefined
}

/** Reads the flags; `@file` is read from the file. Throws a `Refusal` with every fault by its flag, without the value. */
export async function readPlan(flags: ProbeFlags, terminal: Pick<Terminal, 'readInput'>) {
  const faults: string[] = []
  const textFor = async (name: 'phone' | 'email' | 'birth' | 'patient') => {
    const given = flags[name]
    return given === undefined ? undefined : (await textOf(`--${name}`, given, terminal)).trim()
  }
  const [patient, phone, email, birth] = [
    await textFor('patient'),
    await textFor('phone'),
    await textFor('email'),
    await textFor('birth'),
  ]
  if (flags.patient === undefined)
    faults.push('--patient is missing: the id of a test patient with your own contact on record.')
  if (flags.phone === undefined && flags.email === undefined)
    faults.push(
      '--phone or --email is missing: your own, as the record of the test patient has it.',
    )
  if (phone !== undefined && !e164.safeParse(phone).success)
    faults.push('--phone: expected a number such as +12065550101.')
  if (email !== undefined && !/^\S+@\S+$/.test(email))
    faults.push('--email: expected an e-mail address.')
  const date = birth === undefined ? undefined : dateOf(birth)
  if (birth !== undefined && !date) faults.push('--birth: expected a date such as 1984-03-07.')
  if (faults.length > 0) refuse(...faults)
  const contacts = {
    ...(phone !== undefined && { sms: phone }),
    ...(email !== undefined && { email }),
  }
  return { patientId: readTypedId(patient ?? ''), contacts, birth: date }
}

/** Reads a date as YYYY-MM-DD; undefined if the calendar has no such day. */
export function dateOf(text: string): CalendarDate | undefined {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? []
  return calendarDate(Number(year), Number(month), Number(day))
}
