import type { Result } from '../../shared/result.ts'
import type { FormView, OpenFormError, Refused } from '../../shared/windows.ts'
import type { KioskLog, RefusedLine } from '../log/log.ts'
import type { RefusedOrigins } from '../vault/store/refused-origins.ts'

/** Whether a form wanted to give the patient something on paper or as a file: the desk can. */
export const isHandout = ({ what, target }: Refused): boolean =>
  what === 'download' || (what === 'dialog' && target === 'print')

/** Most different things that one form is told to have tried: a hostile page could fill the disk. */
const mostTold = 100

/** Who is told of what a form is refused. */
interface ToldOfRefusals {
  readonly log: Pick<KioskLog, 'noteRefused' | 'refused'>
  /** Remembers for staff which origins a form asked for. */
  readonly origins: Pick<RefusedOrigins, 'note'>
}

/** What one form was refused, told once it is over. */
interface FormRefusals {
  /** Audits it and remembers the origin at once; the log waits for `tell`. */
  note(refused: Refused): void
  /** One line of the log each, with how often. What comes later is told at once. */
  tell(): void
}

/**
 * Gathers what a form is refused, so that the log tells of each once: by what it was, to which origin, from which and
 * how often. `helpNumber` is that of the visit.
 */
function gatherRefusals({ log, origins }: ToldOfRefusals, helpNumber: string): FormRefusals {
  const lines = new Map<string, RefusedLine>()
  let isTold = false
  return {
    note(refused) {
      log.noteRefused(refused)
      const kind = refused.kind ?? (refused.what === 'request' ? 'fetch' : refused.what)
      const key = JSON.stringify([refused.what, kind, refused.target, refused.from])
      const line = lines.get(key)
      if (!line && lines.size >= mostTold) return
      const told = { ...refused, kind, helpNumber, count: (line?.count ?? 0) + 1 }
      lines.set(key, told)
      if (line) return
      // At once: staff may come to the panel while the form is still there.
      origins.note(helpNumber, [told])
      if (isTold) log.refused(told)
    },
    tell() {
      isTold = true
      for (const line of lines.values()) log.refused(line)
      lines.clear()
    },
  }
}

/**
 * Opens a form by `open`, and tells the log of what it was refused once it is closed, or was not opened; staff and the
 * audit at once.
 */
export async function tellRefusals(
  told: ToldOfRefusals,
  helpNumber: string,
  open: (onRefused: (refused: Refused) => void) => Promise<Result<FormView, OpenFormError>>,
): Promise<Result<FormView, OpenFormError>> {
  const refusals = gatherRefusals(told, helpNumber)
  const opened = await open((refused) => refusals.note(refused))
  if (!opened.ok) {
    refusals.tell()
    return opened
  }
  const view = opened.value
  return {
    ok: true,
    value: { ...view, close: () => view.close().finally(() => refusals.tell()) },
  }
}
