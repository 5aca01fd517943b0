import { findFolder, minuteInName, writeNewFile } from '../../../base/new-file.ts'
import { createSequencer } from '../../../base/sequencer.ts'
import { err, ok, type Result } from '../../../../shared/result.ts'
import type { Intake } from '../intake.ts'
import { intakesHtml, type IntakePrint, type PrintedIntake } from './intake-html.ts'

/**
 * Reason that an intake was not saved. `unknown`: it is not on this kiosk; `noFolder`: none is set, or it is missing.
 */
type SaveFault = { readonly kind: 'unknown' | 'noFolder' | 'notDrawn' | 'notWritten' }

/** Whole intakes as one PDF. Each is audited before it is read; what is not on this kiosk is left out. */
export interface IntakePdfs {
  /** Writes it into the clinic's folder, and audits again on failure; `file`: its path. Rejects with vault errors. */
  save(ids: readonly string[]): Promise<Result<{ readonly file: string }, SaveFault>>
  /** Draws it for a reader, and keeps nothing of it. Rejects with vault errors. */
  draw(ids: readonly string[]): Promise<Result<Uint8Array, SaveFault>>
}

export interface IntakePdfParts {
  /** The help number of an intake that the outbox has; undefined for any other. */
  readonly helpNumberOf: (id: string) => string | undefined
  readonly read: (id: string) => Result<Intake, unknown>
  /** Draws an HTML document as a PDF. */
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

/** Makes one PDF after another: each takes a process of the engine. */
export function createIntakePdfs(parts: IntakePdfParts): IntakePdfs {
  const inSequence = createSequencer()
  return {
    save: (ids) => inSequence(() => save(parts, ids)),
    draw: (ids) =>
      inSequence(() =>
        make(parts, ids, { act: 'intakeRead', put: (_read, bytes) => Promise.resolve(ok(bytes)) }),
      ),
  }
}

function save(parts: IntakePdfParts, ids: readonly string[]): ReturnType<IntakePdfs['save']> {
  const { folder } = parts.settings()
  return make(parts, ids, {
    act: 'intakeSaved',
    async lacks() {
      if (folder === null) return 'offline.pdfFolder'
      const found = await findFolder(folder)
      return found.ok ? undefined : found.error.code
    },
    put: (read, bytes) =>
      writeNewFile(
        folder ?? '',
        { name: fileName(read, new Date(parts.now())), extension: 'pdf' },
        bytes,
      ),
  })
}

/** Makes a PDF and puts it somewhere. `lacks`: tells, in a technical word, that there is no folder for it. */
async function make<T>(
  parts: IntakePdfParts,
  ids: readonly string[],
  to: {
    readonly act: 'intakeSaved' | 'intakeRead'
    readonly lacks?: () => Promise<string | undefined>
    readonly put: (
      read: readonly PrintedIntake[],
      bytes: Uint8Array,
    ) => Promise<Result<T, SaveFault & { readonly code?: string }>>
  },
): Promise<Result<T, SaveFault>> {
  const { audit, log } = parts
  const kept = ids.flatMap((id) => {
    const helpNumber = parts.helpNumberOf(id)
    return helpNumber === undefined ? [] : [{ id, helpNumber }]
  })
  if (kept.length === 0) return err({ kind: 'unknown' })
  let isAudited = false
  const note = (helpNumber: string, reason: SaveFault['kind'], detail: string) => {
    log({ helpNumber, reason, detail })
    if (isAudited && to.act === 'intakeSaved') audit('intakeNotSaved', { helpNumber, reason })
  }
  const fail = (reason: SaveFault['kind'], detail: string) => {
    for (const { helpNumber } of kept) note(helpNumber, reason, detail)
    return err({ kind: reason })
  }
  const lacking = await to.lacks?.()
  if (lacking !== undefined) return fail('noFolder', lacking)
  for (const { helpNumber } of kept) audit(to.act, { helpNumber })
  isAudited = true
  const read = kept.map(({ id, helpNumber }): PrintedIntake => {
    const intake = parts.read(id)
    return { helpNumber, intake: intake.ok ? intake.value : null }
  })
  if (read.every(({ intake }) => intake === null)) return fail('unknown', 'unreadable')
  const drawn = await draw(parts, read)
  if (!drawn.ok) return fail('notDrawn', drawn.error.kind)
  const put = await to.put(read, drawn.value)
  if (!put.ok) return fail(put.error.kind, put.error.code ?? '')
  for (const { helpNumber, intake } of read) if (!intake) note(helpNumber, 'unknown', 'unreadable')
  return put
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
