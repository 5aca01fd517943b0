import { findFolder, minuteInName, writeNewFile } from '../../../base/new-file.ts'
import { createSequencer } from '../../../base/sequencer.ts'
import { err, type Result } from '../../../../shared/result.ts'
import type { Intake } from '../intake.ts'
import { intakeHtml, type IntakePrint } from './intake-html.ts'

/**
 * Reason that an intake was not saved. `unknown`: it is not on this kiosk; `noFolder`: none is set, or it is missing.
 */
type SaveFault = { readonly kind: 'unknown' | 'noFolder' | 'notDrawn' | 'notWritten' }

/**
 * Saves a whole intake as a PDF in the clinic's folder; `file`: its path. Audits before reading, and again on failure.
 * Rejects with vault errors.
 */
export type SavePdf = (id: string) => Promise<Result<{ readonly file: string }, SaveFault>>

export interface SavePdfParts {
  /** The help number of an intake that the outbox has; undefined for any other. */
  readonly helpNumberOf: (id: string) => string | undefined
  readonly read: (id: string) => Result<Intake, unknown>
  /** Draws an HTML document as a PDF. */
  readonly draw: (html: string) => Promise<Result<Uint8Array, { readonly kind: string }>>
  readonly settings: () => Omit<IntakePrint, 'printedAt'> & { readonly folder: string | null }
  /** On the disk when it returns. */
  readonly audit: (
    act: 'intakeSaved' | 'intakeNotSaved',
    fields: { readonly helpNumber: string; readonly reason?: string },
  ) => void
  /** One line where nothing came of it; `detail` is technical. */
  readonly log: (line: {
    readonly helpNumber: string
    readonly reason: SaveFault['kind']
    readonly detail: string
  }) => void
  /** ms since 1970. */
  readonly now: () => number
}

/** Saves one intake after another: each takes a process of the engine. */
export function createSavePdf(parts: SavePdfParts): SavePdf {
  const inSequence = createSequencer()
  return (id) => inSequence(() => save(parts, id))
}

async function save(parts: SavePdfParts, id: string): ReturnType<SavePdf> {
  const { audit, log } = parts
  const helpNumber = parts.helpNumberOf(id)
  if (helpNumber === undefined) return err({ kind: 'unknown' })
  let isAudited = false
  const fail = (reason: SaveFault['kind'], detail: string) => {
    log({ helpNumber, reason, detail })
    if (isAudited) audit('intakeNotSaved', { helpNumber, reason })
    return err({ kind: reason })
  }
  const { folder, ...print } = parts.settings()
  if (folder === null) return fail('noFolder', 'offline.pdfFolder')
  const found = await findFolder(folder)
  if (!found.ok) return fail('noFolder', found.error.code)
  audit('intakeSaved', { helpNumber })
  isAudited = true
  const intake = parts.read(id)
  if (!intake.ok) return fail('unknown', 'unreadable')
  const drawn = await draw(parts, intake.value, print)
  if (!drawn.ok) return fail('notDrawn', drawn.error.kind)
  const written = await writeNewFile(
    folder,
    { name: fileName(intake.value), extension: 'pdf' },
    drawn.value,
  )
  return written.ok ? written : fail(written.error.kind, written.error.code)
}

async function draw(
  { draw: drawPdf, now }: SavePdfParts,
  intake: Intake,
  print: Omit<IntakePrint, 'printedAt'>,
): ReturnType<SavePdfParts['draw']> {
  let html: string
  try {
    html = intakeHtml(intake, { ...print, printedAt: new Date(now()) })
  } catch {
    return err({ kind: 'bug' })
  }
  // An error that a shell throws may contain the document.
  return drawPdf(html).catch(() => err({ kind: 'bug' }))
}

/** By what staff look for it, and nothing of who it is: `4711-2026-03-10-1705`, when the patient was done. */
function fileName({ helpNumber, startedAt, finishedAt }: Intake): string {
  const number = helpNumber.replace(/[^A-Za-z0-9]/g, '')
  return `${number}-${minuteInName(new Date(finishedAt ?? startedAt))}`
}
