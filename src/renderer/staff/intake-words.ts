import { m } from '../../i18n/paraglide/messages.js'
import { dateInWords } from '../kiosk/state/calendar.ts'
import type { AnswerShown, IntakeFault, PdfFault, PdfState } from '../../shared/staff-intakes.ts'

/** Explains what could not be done with an intake. */
export const faultInWords = (fault: IntakeFault | PdfFault): string =>
  fault === 'unknown' ? m.staff_intakes_gone() : m.staff_intake_fault({ fault })

/** Tells what became of the PDF that staff asked for; empty before. */
export function pdfInWords(pdf: PdfState | null): string {
  if (pdf?.state === 'saving') return m.staff_intake_pdf_saving()
  if (pdf?.state === 'saved') return m.staff_intake_pdf_saved({ file: pdf.file })
  return pdf ? faultInWords(pdf.why) : ''
}

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
      return [(answer.is ? m.staff_intake_yes : m.staff_no)()]
    case 'payment':
      return [m.forms_payment(answer)]
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

/** Writes the help number of an intake; an unreadable intake has none. */
export function numberInWords(helpNumber: string): string {
  return helpNumber || m.staff_intakes_no_number()
}
