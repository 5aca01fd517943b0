import { e164 } from '../../src/contract/values.ts'
import type { Id } from '../../src/contract/values.ts'
import { calendarDate, type CalendarDate } from '../../src/shared/calendar-date.ts'
import { err, ok, type Result } from '../../src/shared/result.ts'
import { textOf } from '../operation/texts.ts'
import { readValue } from '../operation/value.ts'
import { usage, type Problem } from '../problem.ts'
import type { Terminal } from '../terminal.ts'
import type { RehearsalPlan } from './plan.ts'

/** The flags of a rehearsal, as they were given. */
export interface RehearsalFlags {
  readonly patient?: string
  readonly phone?: string
  readonly email?: string
  readonly birth?: string
  readonly code?: string
  readonly yes?: boolean
  readonly json?: boolean
}

/** The names of those flags. */
export const rehearsalFlags = ['patient', 'phone', 'email', 'birth', 'code', 'yes'] as const

/** Plan of a rehearsal, as far as the flags give it. */
export interface GivenPlan extends Pick<RehearsalPlan, 'patientId' | 'contacts'> {
  readonly birth: CalendarDate | undefined
}

const ids = { variants: [{ type: 'integer' as const }, { type: 'string' as const }] }

/** Reads the flags; reports every fault by its flag, without the value. `@file` is read from the file. */
export async function readPlan(
  flags: RehearsalFlags,
  terminal: Pick<Terminal, 'readInput'>,
): Promise<Result<GivenPlan, Problem>> {
  const faults: string[] = []
  const textFor = async (name: 'phone' | 'email' | 'birth' | 'patient') => {
    const given = flags[name]
    if (given === undefined) return undefined
    const text = await textOf(`--${name}`, given, terminal)
    if (!text.ok) faults.push(...text.error.messages)
    return text.ok ? text.value.trim() : undefined
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
  if (faults.length > 0) return err(usage(...faults))
  const contacts = {
    ...(phone !== undefined && { sms: phone }),
    ...(email !== undefined && { email }),
  }
  return ok({ patientId: readValue(patient ?? '', ids) as Id, contacts, birth: date })
}

/** Reads a date as YYYY-MM-DD; undefined if the calendar has no such day. */
export function dateOf(text: string): CalendarDate | undefined {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? []
  return calendarDate(Number(year), Number(month), Number(day))
}
