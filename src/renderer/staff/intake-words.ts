import { m } from '../../i18n/paraglide/messages.js'
import { getLocale } from '../../i18n/paraglide/runtime.js'
import type {
  Agreement,
  AnswerShown,
  AttentionReason,
  DiscardReason,
  IntakeFault,
  PdfFault,
  PdfState,
  RemainReason,
} from '../../shared/staff-intakes.ts'
import type { Words } from '../../i18n/reason-words.ts'

/** Reasons why an intake needs a person, and that person's next step. */
export const attentionWords: Readonly<
  Record<AttentionReason, { readonly is: Words; readonly todo: Words }>
> = {
  severalMatches: {
    is: m.staff_attention_several_matches,
    todo: m.staff_attention_several_matches_do,
  },
  noMatch: { is: m.staff_attention_no_match, todo: m.staff_attention_no_match_do },
  unproved: { is: m.staff_attention_unproved, todo: m.staff_attention_unproved_do },
  severalPackets: {
    is: m.staff_attention_several_packets,
    todo: m.staff_attention_several_packets_do,
  },
  templateGone: { is: m.staff_attention_template_gone, todo: m.staff_attention_template_gone_do },
  templateChanged: {
    is: m.staff_attention_template_changed,
    todo: m.staff_attention_template_changed_do,
  },
  fieldRefused: { is: m.staff_attention_field_refused, todo: m.staff_attention_field_refused_do },
  accessRevoked: {
    is: m.staff_attention_access_revoked,
    todo: m.staff_attention_access_revoked_do,
  },
  refused: { is: m.staff_attention_refused, todo: m.staff_attention_refused_do },
  notUnderstood: {
    is: m.staff_attention_not_understood,
    todo: m.staff_attention_not_understood_do,
  },
  intakeUnreadable: {
    is: m.staff_attention_unreadable,
    todo: m.staff_attention_unreadable_do,
  },
}

/** Tells how a record's contacts stand beside those that the patient gave. */
export const contactWords: Readonly<{
  phone: Record<Agreement, (given: { readonly end: string }) => string>
  email: Record<Agreement, Words>
}> = {
  phone: {
    same: m.staff_intake_phone_same,
    other: m.staff_intake_phone_other,
    none: m.staff_intake_phone_none,
  },
  email: {
    same: m.staff_intake_email_same,
    other: m.staff_intake_email_other,
    none: m.staff_intake_email_none,
  },
}

export const remainWords: Readonly<Record<RemainReason, Words>> = {
  signature: m.staff_remain_signature,
  initials: m.staff_remain_initials,
  file: m.staff_remain_file,
  noAttribute: m.staff_remain_no_attribute,
  elsewise: m.staff_remain_elsewise,
  notSeen: m.staff_remain_not_seen,
  formGone: m.staff_remain_form_gone,
}

/** Reasons for several unnamed answers. */
export const remainWordsOfSome: Readonly<Record<RemainReason, Words>> = {
  ...remainWords,
  noAttribute: m.staff_remain_some_no_attribute,
  elsewise: m.staff_remain_some_elsewise,
  notSeen: m.staff_remain_some_not_seen,
}

export const discardWords: Readonly<Record<DiscardReason, Words>> = {
  twice: m.staff_intake_discard_twice,
  trial: m.staff_intake_discard_trial,
  patientAsked: m.staff_intake_discard_asked,
  other: m.staff_intake_discard_other,
}

export const faultWords: Readonly<Record<IntakeFault, Words>> = {
  unknown: m.staff_intakes_gone,
  inFlight: m.staff_intake_fault_in_flight,
  notPossible: m.staff_intake_fault_not_possible,
}

const pdfFaultWords: Readonly<Record<PdfFault, Words>> = {
  unknown: m.staff_intakes_gone,
  noFolder: m.staff_intake_pdf_no_folder,
  notDrawn: m.staff_intake_pdf_not_drawn,
  notWritten: m.staff_intake_pdf_not_written,
}

/** Tells what became of the PDF that staff asked for; empty before. */
export function pdfInWords(pdf: PdfState | null): string {
  if (pdf?.state === 'saving') return m.staff_intake_pdf_saving()
  if (pdf?.state === 'saved') return m.staff_intake_pdf_saved({ file: pdf.file })
  return pdf ? pdfFaultWords[pdf.why]() : ''
}

const paymentWords = {
  card: m.forms_payment_card,
  cash: m.forms_payment_cash,
  talk: m.forms_payment_talk,
} as const

/** Writes an answer in readable lines. */
export function answerInWords(answer: AnswerShown): readonly string[] {
  switch (answer.kind) {
    case 'text':
      return [answer.text]
    case 'several':
      return answer.texts
    case 'date':
      return [dateInWords(answer.date)]
    case 'flag':
      return [(answer.is ? m.staff_intake_yes : m.staff_intake_is_no)()]
    case 'payment':
      return [paymentWords[answer.by]()]
    case 'file':
      return answer.name === null
        ? [m.staff_intake_file_desk()]
        : [m.staff_intake_file({ name: answer.name })]
    case 'drawn':
      return [m.staff_intake_drawn()]
    case 'marks':
      return [m.staff_intake_marks()]
  }
}

/** Writes out a day such as `2026-03-03`; any other text stays as it is. */
export function dateInWords(date: string): string {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(date) ? Date.parse(date) : Number.NaN
  if (Number.isNaN(at)) return date
  return new Intl.DateTimeFormat(getLocale(), { dateStyle: 'long', timeZone: 'UTC' }).format(at)
}

/** Writes the help number of an intake; an unreadable intake has none. */
export function numberInWords(helpNumber: string): string {
  return helpNumber || m.staff_intakes_no_number()
}
