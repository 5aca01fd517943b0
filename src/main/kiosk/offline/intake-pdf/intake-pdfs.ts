import { findFolder, minuteInName, writeNewFile } from '../../../base/new-file.ts'
import { createSequencer } from '../../../base/sequencer.ts'
import { err, mapOk, ok, type Result } from '../../../../shared/result.ts'
import type { PdfFault } from '../../../../shared/staff-intakes.ts'
import type { Intake } from '../intake.ts'
import { intakesHtml, type IntakePrint, type PrintedIntake } from './intake-html.ts'

type SaveFault = { readonly kind: PdfFault }

/** Whole intakes as one PDF. Each is audited before it is read; what is not on this kiosk is left out. */
export type IntakePdfs = ReturnType<typeof createIntakePdfs>

export interface IntakePdfParts {
  /** The help number of an intake that the outbox has; undefined for any other. */
  readonly helpNumberOf: (id: string) => string | undefined
  readonly read: (id: string) => Result<Intake, unknown>
  readonly draw: (html: string) => Promise<Result<Uint8Array, { readonly kind: string }>>
  readonly settings: () => Omit<IntakePrint, 'printedAt'> & { readonly folder: string | null }
  /** On the disk when it returns. */
  readonly audit: (
    act: 'intakeSaved' | 'intakeRead' | 'intakeNotSaved',
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

type Kept = readonly { readonly id: string; readonly helpNumber: string }[]

/** Makes one PDF after another: each takes a process of the engine. */
export function createIntakePdfs(parts: IntakePdfParts) {
  const inSequence = createSequencer()
  const keptOf = (ids: readonly string[]): Kept =>
    ids.flatMap((id) => {
      const helpNumber = parts.helpNumberOf(id)
      return helpNumber === undefined ? [] : [{ id, helpNumber }]
    })
  return {
    /** Writes it into the clinic's folder, and audits again on failure; `file`: its path. Rejects with vault errors. */
    save: (ids: readonly string[]) => inSequence(() => save(parts, keptOf(ids))),
    /** Draws it for a reader, and keeps nothing of it. Rejects with vault errors. */
    draw: (ids: readonly string[]) =>
      inSequence(async () =>
        mapOk(await print(parts, keptOf(ids), 'intakeRead'), ({ bytes }) => bytes),
      ),
  }
}

async function save(
  parts: IntakePdfParts,
  kept: Kept,
): Promise<Result<{ readonly file: string }, SaveFault>> {
  if (kept.length === 0) return err({ kind: 'unknown' })
  const { folder } = parts.settings()
  if (folder === null) return fail(parts, kept, 'noFolder', 'offline.pdfFolder')
  const found = await findFolder(folder)
  if (!found.ok) return fail(parts, kept, 'noFolder', found.error.code)
  const drawn = await print(parts, kept, 'intakeSaved')
  const auditLost = (
    lost: readonly { readonly helpNumber: string }[],
    reason: SaveFault['kind'],
  ) => {
    for (const { helpNumber } of lost) parts.audit('intakeNotSaved', { helpNumber, reason })
  }
  if (!drawn.ok) {
    auditLost(kept, drawn.error.kind)
    return drawn
  }
  const { read, bytes } = drawn.value
  const name = fileName(read, new Date(parts.now()))
  const written = await writeNewFile(folder, { name, extension: 'pdf' }, bytes)
  if (!written.ok) {
    const failed = fail(parts, kept, written.error.kind, written.error.code)
    auditLost(kept, written.error.kind)
    return failed
  }
  auditLost(
    read.filter(({ intake }) => intake === null),
    'unknown',
  )
  return written
}

/** Draws intakes as one PDF. Each is audited as `act` before it is read, and logged where it is not in it. */
async function print(
  parts: IntakePdfParts,
  kept: Kept,
  act: 'intakeSaved' | 'intakeRead',
): Promise<
  Result<{ readonly read: readonly PrintedIntake[]; readonly bytes: Uint8Array }, SaveFault>
> {
  for (const { helpNumber } of kept) parts.audit(act, { helpNumber })
  const read = kept.map(({ id, helpNumber }): PrintedIntake => {
    const intake = parts.read(id)
    return { helpNumber, intake: intake.ok ? intake.value : null }
  })
  const lost = read.filter(({ intake }) => intake === null)
  const failed = fail(parts, lost, 'unknown', 'unreadable')
  if (lost.length === read.length) return failed
  const drawn = await draw(parts, read)
  if (!drawn.ok) return fail(parts, kept, 'notDrawn', drawn.error.kind)
  return ok({ read, bytes: drawn.value })
}

/** Logs that nothing came of these. */
function fail(
  { log }: IntakePdfParts,
  lost: readonly { readonly helpNumber: string }[],
  reason: SaveFault['kind'],
  detail: string,
) {
  for (const { helpNumber } of lost) log({ helpNumber, reason, detail })
  return err({ kind: reason })
}

async function draw(
  { draw: drawPdf, now, settings }: IntakePdfParts,
  intakes: readonly PrintedIntake[],
): ReturnType<IntakePdfParts['draw']> {
  let html: string
  try {
    html = intakesHtml(intakes, { ...settings(), printedAt: new Date(now()) })
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
