import { findFolder, minuteInName, writeNewFile } from '../../../base/new-file.ts'
import { createSequencer } from '../../../base/sequencer.ts'
import { err, type Result } from '../../../../shared/result.ts'
import type { Intake } from '../intake.ts'
import { intakesHtml, type IntakePrint, type PrintedIntake } from './intake-html.ts'

/**
 * Reason that an intake was not saved. `unknown`: it is not on this kiosk; `noFolder`: none is set, or it is missing.
 */
type SaveFault = { readonly kind: 'unknown' | 'noFolder' | 'notDrawn' | 'notWritten' }

/**
 * Saves whole intakes as one PDF in the clinic's folder; `file`: its path. Audits each before reading, and again on
 * failure. Rejects with vault errors.
 */
export type SavePdf = (
  ids: readonly string[],
) => Promise<Result<{ readonly file: string }, SaveFault>>

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

/** Saves one PDF after another: each takes a process of the engine. */
export function createSavePdf(parts: SavePdfParts): SavePdf {
  const inSequence = createSequencer()
  return (ids) => inSequence(() => save(parts, ids))
}

async function save(parts: SavePdfParts, ids: readonly string[]): ReturnType<SavePdf> {
  const { audit, log } = parts
  const kept = ids.flatMap((id) => {
    const helpNumber = parts.helpNumberOf(id)
    return helpNumber === undefined ? [] : [{ id, helpNumber }]
  })
  if (kept.length === 0) return err({ kind: 'unknown' })
  let isAudited = false
  const note = (helpNumber: string, reason: SaveFault['kind'], detail: string) => {
    log({ helpNumber, reason, detail })
    if (isAudited) audit('intakeNotSaved', { helpNumber, reason })
  }
  const fail = (reason: SaveFault['kind'], detail: string) => {
    for (const { helpNumber } of kept) note(helpNumber, reason, detail)
    return err({ kind: reason })
  }
  const { folder, ...print } = parts.settings()
  if (folder === null) return fail('noFolder', 'offline.pdfFolder')
  const found = await findFolder(folder)
  if (!found.ok) return fail('noFolder', found.error.code)
  for (const { helpNumber } of kept) audit('intakeSaved', { helpNumber })
  isAudited = true
  const read = kept.map(({ id, helpNumber }): PrintedIntake => {
    const intake = parts.read(id)
    return { helpNumber, intake: intake.ok ? intake.value : null }
  })
  if (read.every(({ intake }) => intake === null)) return fail('unknown', 'unreadable')
  const drawn = await draw(parts, read, print)
  if (!drawn.ok) return fail('notDrawn', drawn.error.kind)
  const name = fileName(read, new Date(parts.now()))
  const written = await writeNewFile(folder, { name, extension: 'pdf' }, drawn.value)
  if (!written.ok) return fail(written.error.kind, written.error.code)
  for (const { helpNumber, intake } of read) if (!intake) note(helpNumber, 'unknown', 'unreadable')
  return written
}

async function draw(
  { draw: drawPdf, now }: SavePdfParts,
  intakes: readonly PrintedIntake[],
  print: Omit<IntakePrint, 'printedAt'>,
): ReturnType<SavePdfParts['draw']> {
  let html: string
  try {
    html = intakesHtml(intakes, { ...print, printedAt: new Date(now()) })
  } catch {
    return err({ kind: 'bug' })
  }
  // An error that a shell throws may contain the document.
  return drawPdf(html).catch(() => err({ kind: 'bug' }))
}

/**
 * By what staff look for it, and nothing of who it is: `4711-2026-03-10-1705`, when the patient was done; of several,
 * `all-2026-03-10-1800`, when they were saved.
 */
function fileName(read: readonly PrintedIntake[], now: Date): string {
  const [first, ...others] = read
  if (!first?.intake || others.length > 0) return `all-${minuteInName(now)}`
  const { helpNumber, startedAt, finishedAt } = first.intake
  const number = helpNumber.replace(/[^A-Za-z0-9]/g, '')
  return `${number}-${minuteInName(new Date(finishedAt ?? startedAt))}`
}
