import { m } from '../../../i18n/paraglide/messages.js'
import type { ElementKind, PacketRow, PacketState } from '../../../shared/desk/packets.ts'

/** Filter of the list: open, done, or archived packets. */
export type PacketFilter = 'open' | 'done' | 'archived'

/** Tells if a packet is overdue or due on `today` (YYYY-MM-DD); undefined if nothing of it waits. */
export function dueOf({ state, dueDate }: PacketRow, today: string): 'overdue' | 'due' | undefined {
  if (dueDate === null || (state !== 'open' && state !== 'started')) return undefined
  if (dueDate === today) return 'due'
  return dueDate < today ? 'overdue' : undefined
}

/** Picks the filter that a packet belongs to. */
export function filterOf({ state }: PacketRow): PacketFilter {
  if (state === 'archived') return 'archived'
  return state === 'completed' ? 'done' : 'open'
}

const filters = {
  open: m.desk_packets_open,
  done: m.desk_packets_done,
  archived: m.desk_packets_archived,
} as const
export const filterWords = (filter: PacketFilter): string => filters[filter]()

const nones = {
  open: m.desk_packets_none_open,
  done: m.desk_packets_none_done,
  archived: m.desk_packets_none_archived,
} as const
/** Explains an empty list. */
export const noneWords = (filter: PacketFilter): string => nones[filter]()

const states = {
  open: m.desk_packets_state_open,
  started: m.desk_packets_state_started,
  completed: m.desk_packets_state_completed,
  archived: m.desk_packets_state_archived,
} as const
/** Describes the state of a packet or a form. */
export const stateWords = (state: PacketState): string => states[state]()

/** Describes a row's state, or that it is due or overdue. */
export function rowStateWords(row: PacketRow, today: string): string {
  const due = dueOf(row, today)
  if (due === 'overdue') return m.desk_packets_state_overdue()
  if (due === 'due') return m.desk_packets_state_due()
  return stateWords(row.state)
}

const kinds = {
  textInput: m.desk_packets_kind_textInput,
  textArea: m.desk_packets_kind_textArea,
  dropdown: m.desk_packets_kind_dropdown,
  checkbox: m.desk_packets_kind_checkbox,
  radioButton: m.desk_packets_kind_radioButton,
  datePicker: m.desk_packets_kind_datePicker,
  signature: m.desk_packets_kind_signature,
  initials: m.desk_packets_kind_initials,
  fileUpload: m.desk_packets_kind_fileUpload,
  phoneNumber: m.desk_packets_kind_phoneNumber,
  emailAddress: m.desk_packets_kind_emailAddress,
  address: m.desk_packets_kind_address,
  paymentField: m.desk_packets_kind_paymentField,
  bodyDiagram: m.desk_packets_kind_bodyDiagram,
  other: m.desk_packets_kind_other,
} as const satisfies Record<ElementKind, unknown>
/** Describes the kind of answer to a question. */
export const kindWords = (kind: ElementKind): string => kinds[kind]()
