import type { Answers } from '../../../../shared/answer-schema.ts'
import { err, ok, type Result } from '../../../../shared/result.ts'
import { vaultErrorOf } from '../../../vault/errors.ts'
import type { CaptureRow, CaptureRows } from '../../../vault/store/captures.ts'
import type { Intake, IntakeForm } from '../intake.ts'

const megabyte = 1024 * 1024

/** Most bytes of all captures, and free bytes that a disk needs so that captures in progress can finish. */
export const captureBytes = { most: 200 * megabyte, free: 300 * megabyte } as const

/** `full`: the clinic's bound, or nearly the disk's; `notKept`: the vault cannot write. */
export interface CaptureFault {
  readonly kind: 'full' | 'notKept' | 'unknown'
}

/** Captures in the vault. An `ok` result is durable (WAL, synchronous=FULL). */
export type CaptureStore = ReturnType<typeof createCaptureStore>

export type IntakeSource = Pick<CaptureStore, 'finished' | 'read' | 'settle' | 'remove'>

/** Opens the captures of a vault. What the outbox needs throws the vault's errors, all else returns them. */
export function createCaptureStore(
  rows: CaptureRows,
  maxIntakes: () => number,
  onFinished: () => void = () => undefined,
) {
  const spaceLeft = () => {
    const { count, bytes, freeBytes } = rows.space()
    const isFull = bytes >= captureBytes.most || freeBytes <= captureBytes.free
    return isFull ? 0 : Math.max(0, maxIntakes() - count)
  }
  return {
    roomLeft(): number {
      const room = attempt(() => ok(spaceLeft()))
      return room.ok ? room.value : 0
    },
    begin: (intake: Intake) =>
      attempt(() => {
        if (spaceLeft() === 0) return err(full)
        rows.begin(intake.id, rowOf(intake))
        return ok(null)
      }),
    keepPage: (id: string, form: number, answers: Answers) =>
      attempt(() => found(rows.keepAnswers(id, form, JSON.stringify(answers)))),
    read: (id: string) =>
      attempt(() => {
        const row = rows.read(id)
        return row ? ok(intakeOf(row)) : err(unknown)
      }),
    finish(id: string, finishedAt: string) {
      const finished = attempt(() => found(rows.finish(id, finishedAt)))
      if (finished.ok) onFinished()
      return finished
    },
    discard(id: string): void {
      attempt(() => {
        rows.discard(id)
        return ok(null)
      })
    },
    unfinished(): readonly string[] {
      const ids = attempt(() => ok(rows.ids('unfinished')))
      return ids.ok ? ids.value : []
    },
    finished: () => rows.ids('waiting'),
    settle: rows.settle,
    remove: rows.remove,
  }
}

const full: CaptureFault = { kind: 'full' }
const unknown: CaptureFault = { kind: 'unknown' }

const found = (isThere: boolean): Result<null, CaptureFault> => (isThere ? ok(null) : err(unknown))

function attempt<T>(run: () => Result<T, CaptureFault>): Result<T, CaptureFault> {
  try {
    return run()
  } catch (error) {
    return err(vaultErrorOf(error).kind === 'full' ? full : { kind: 'notKept' })
  }
}

function rowOf({ forms, ...about }: Intake): Omit<CaptureRow, 'finishedAt'> {
  return {
    about: JSON.stringify(about),
    forms: forms.map(({ template, answers, ...form }) => ({
      about: JSON.stringify(form),
      template: JSON.stringify(template),
      answers: JSON.stringify(answers),
    })),
  }
}

/** Reads an intake without checking it again: the vault returns it byte for byte as kept. */
function intakeOf({ about, finishedAt, forms }: CaptureRow): Intake {
  return {
    ...(JSON.parse(about) as Omit<Intake, 'forms' | 'finishedAt'>),
    finishedAt,
    forms: forms.map(
      (form) =>
        ({
          ...(JSON.parse(form.about) as object),
          template: JSON.parse(form.template) as unknown,
          answers: JSON.parse(form.answers) as unknown,
        }) as IntakeForm,
    ),
  }
}
