import type { Refused, RefusedKind } from '../../shared/windows.ts'
import type { PageWatch } from './page-watch.ts'
import type { Papers } from './papers.ts'
import type { PdfRules } from './pdf.ts'
import { describe } from './policy.ts'

/** What becomes of the PDFs of a form: its papers, after a touch of the patient's, else they are refused. */
export const pdfRules = (
  { isTouched }: Pick<PageWatch, 'isTouched'>,
  locale: string,
  papers: () => Pick<Papers, 'openPdf'> | undefined,
  refuse: (what: Refused['what'], target: string, kind?: RefusedKind) => void,
): PdfRules => ({
  onPdf(pdf, touched) {
    const own = papers()
    if (touched && own) own.openPdf(pdf)
    else refuse('download', describe(pdf.url), 'pdf')
  },
  onFile: (url) => refuse('download', describe(url)),
  isTouched,
  locale,
})
