import { findFolder, minuteInName, writeNewFile } from '../../../base/new-file.ts'
import { createSequencer } from '../../../base/sequencer.ts'
import { err, mapOk, ok, type Result } from '../../../../shared/result.ts'
import type { PdfFault } from '../../../../shared/staff-intakes.ts'
import type { Intake } from '../intake.ts'
import { intakesHtml, type IntakePrint, type PrintedIntake } from './intake-html.ts'

type SaveFault = { readonly kind: PdfFault }
type Line = Pick<PrintedIntake, 'helpNumber'>

export type IntakePdfs = ReturnType<typeof createIntakePdfs>

export interface IntakePdfParts {
  readonly helpNumberOf: (id: string) => string | undefined
  readonly read: (id: string) => Result<Intake, unknown>
  readonly draw: (html: string) => Promise<Result<Uint8Array, { readonly kind: string }>>
  readonly settings: () => Omit<IntakePrint, 'printedAt'> & { readonly folder: string | null }
  /** On the disk when it returns. */
  readonly audit: (
    act: 'intakeSaved' | 'intakeRead' | 'intakeNotSaved',
    fields: Line & { readonly reason?: string },
  ) => void
  readonly log: (line: Line & { readonly reason: PdfFault; readonly detail: string }) => void
  readonly now: () => number
}

/** Makes one PDF after another: each takes a process of the engine. */
export function createIntakePdfs({ audit, draw, helpNumberOf, log, ...parts }: IntakePdfParts) {
  const inSequence = createSequencer()
  const keptOf = (ids: readonly string[]) =>
    ids.flatMap((id) => {
      const helpNumber = helpNumberOf(id)
      return helpNumber === undefined ? [] : [{ id, helpNumber }]
    })
  type Kept = ReturnType<typeof keptOf>

  async function save(kept: Kept): Promise<Result<{ readonly file: string }, SaveFault>> {
    if (kept.length === 0) return err({ kind: 'unknown' })
    const { folder } = parts.settings()
    if (folder === null) return fail(kept, 'noFolder', 'offline.pdfFolder')
    const found = await findFolder(folder)
    if (!found.ok) return fail(kept, 'noFolder', found.error.code)
    const drawn = await print(kept, 'intakeSaved')
    const auditLost = (lost: readonly Line[], reason: PdfFault) => {
      for (const { helpNumber } of lost) audit('intakeNotSaved', { helpNumber, reason })
    }
    if (!drawn.ok) {
      auditLost(kept, drawn.error.kind)
      return drawn
    }
    const { read, bytes } = drawn.value
    const name = fileName(read, new Date(parts.now()))
    const written = await writeNewFile(folder, { name, extension: 'pdf' }, bytes)
    if (!written.ok) {
      const failed = fail(kept, written.error.kind, written.error.code)
      auditLost(kept, written.error.kind)
      return failed
    }
    const lost = read.filter(({ intake }) => intake === null)
    auditLost(lost, 'unknown')
    return written
  }

  /** Audits each as `act` before it is read. */
  async function print(kept: Kept, act: 'intakeSaved' | 'intakeRead') {
    for (const { helpNumber } of kept) audit(act, { helpNumber })
    const read = kept.map(({ id, helpNumber }): PrintedIntake => {
      const intake = parts.read(id)
      return { helpNumber, intake: intake.ok ? intake.value : null }
    })
    const lost = read.filter(({ intake }) => intake === null)
    const failed = fail(lost, 'unknown', 'unreadable')
    if (lost.length === read.length) return failed
    const drawn = await drawAll(read)
    if (!drawn.ok) return fail(kept, 'notDrawn', drawn.error.kind)
    return ok({ read, bytes: drawn.value })
  }

  function fail(lost: readonly Line[], reason: PdfFault, detail: string) {
    for (const { helpNumber } of lost) log({ helpNumber, reason, detail })
    return err({ kind: reason })
  }

  async function drawAll(intakes: readonly PrintedIntake[]): ReturnType<typeof draw> {
    let html: string
    try {
      html = intakesHtml(intakes, { ...parts.settings(), printedAt: new Date(parts.now()) })
    } catch {
      return err({ kind: 'bug' })
    }
    // An error that a shell throws may contain the document.
    return draw(html).catch(() => err({ kind: 'bug' }))
  }

  return {
    /** Audits again on failure. Rejects with vault errors. */
    save: (ids: readonly string[]) => inSequence(() => save(keptOf(ids))),
    draw: (ids: readonly string[]) =>
      inSequence(async () => mapOk(await print(keptOf(ids), 'intakeRead'), ({ bytes }) => bytes)),
  }
}

/** Nothing of who it is: `4711-2026-03-10-1705`, when the patient was done; of several `all-…`, when they were saved. */
function fileName(read: readonly PrintedIntake[], now: Date): string {
  const [first, ...others] = read
  if (!first?.intake || others.length > 0) return `all-${minuteInName(now)}`
  const { helpNumber, startedAt, finishedAt } = first.intake
  const number = helpNumber.replace(/[^A-Za-z0-9]/g, '')
  return `${number}-${minuteInName(new Date(finishedAt ?? startedAt))}`
}
