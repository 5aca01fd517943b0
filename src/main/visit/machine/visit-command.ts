import type { CodeRules } from '../../../contract/wire-profile.ts'
import { codeCharacters } from '../../../shared/code.ts'
import type { Channel, PatientCommand } from '../../../shared/ipc.ts'
import type { Result } from '../../../shared/result.ts'
import type { CalendarDate } from '../../../shared/calendar-date.ts'
import { parseContact, type ContactError, type PhoneRules } from './contact.ts'
import { parseDateOfBirth } from './date-of-birth.ts'
import { parseName, type NameError, type PersonName } from './person-name.ts'

/** A patient's command that carries something typed. */
type Typed = 'submitContact' | 'submitCode' | 'submitDeskCode' | 'submitDateOfBirth' | 'submitName'

/** A patient's command as the visit knows it: what was typed is parsed. */
export type VisitCommand =
  | Exclude<PatientCommand, { type: Typed }>
  /** The contact as it is sent. */
  | { readonly type: 'submitContact'; readonly contact: Result<string, ContactError> }
  /** The characters of a code, whatever spaces or dashes stood between them. */
  | { readonly type: 'submitCode'; readonly code: string }
  | { readonly type: 'submitDeskCode'; readonly code: string }
  | { readonly type: 'submitDateOfBirth'; readonly date: Result<CalendarDate, 'notADate'> }
  | { readonly type: 'submitName'; readonly name: Result<PersonName, NameError> }

/** What decides how a typed value is read. */
interface TypedValueRules {
  readonly channel: Channel
  readonly phones: PhoneRules
  readonly today: CalendarDate
  readonly code: Pick<CodeRules, 'alphabet'>
}

/** Parses what a command carries, once, where it enters the visit. */
export function visitCommandOf(
  command: PatientCommand,
  { channel, phones, today, code }: TypedValueRules,
): VisitCommand {
  switch (command.type) {
    case 'submitContact': {
      const contact = parseContact(channel, command.value, phones)
      return { type: command.type, contact }
    }
    case 'submitCode':
      return { type: command.type, code: codeCharacters(command.code, code.alphabet) }
    case 'submitDeskCode':
      return { type: command.type, code: codeCharacters(command.code, 'digits') }
    case 'submitDateOfBirth':
      return { type: command.type, date: parseDateOfBirth(command, today) }
    case 'submitName':
      return { type: command.type, name: parseName(command) }
    default:
      return command
  }
}
