import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe } from 'vitest'

/** What vitest knows of a test or a group of tests, as far as it is counted here. */
export interface Task {
  readonly type: 'test' | 'suite'
  readonly name: string
  readonly tasks?: readonly Task[]
  readonly result?: { readonly state: string; readonly note?: string | undefined } | undefined
}

/** How the hostile cases of one shell ended; each by its full name. */
export interface Outcomes {
  readonly held: readonly string[]
  /** Not tried, because this browser has no such thing; with what it lacks. */
  readonly absent: readonly string[]
  readonly notHeld: readonly string[]
}

/** What a case gives `context.skip` for a note when what it would attack is not in this browser. */
export const absent = (what: string) => `absent: ${what}`

/** Counts the cases below a task; those that were not chosen to run are none. */
export function outcomesOf(task: Task, path: readonly string[] = []): Outcomes {
  const name = [...path, task.name]
  if (task.type === 'suite') {
    const each = (task.tasks ?? []).map((child) => outcomesOf(child, name))
    return {
      held: each.flatMap(({ held }) => held),
      absent: each.flatMap((one) => one.absent),
      notHeld: each.flatMap(({ notHeld }) => notHeld),
    }
  }
  const { state, note = '' } = task.result ?? {}
  const fullName = name.slice(1).join(' > ')
  return {
    held: state === 'pass' ? [fullName] : [],
    absent: note.startsWith('absent: ') ? [`${fullName} (${note})`] : [],
    notHeld: state === 'fail' ? [fullName] : [],
  }
}

/** The sum, and each case that was not held or could not be tried. */
export function summaryOf(title: string, { held, absent, notHeld }: Outcomes): string {
  const tried = held.length + notHeld.length
  return [
    `${title}: ${tried} tried, ${held.length} held, ${notHeld.length} not held, ${absent.length} absent`,
    ...notHeld.map((name) => `  NOT HELD  ${name}`),
    ...absent.map((name) => `  absent    ${name}`),
  ].join('\n')
}

/**
 * One half of the hostile catalogue on one shell. When it has run, the sum is written to the standard error,
 * and every case by its name to a file in `folder`.
 */
export function describeHostile(
  shell: string,
  half: string,
  folder: string,
  cases: () => void,
): void {
  describe(half, () => {
    cases()
    // Vitest reads from the pattern which fixtures a hook wants: none.
    // eslint-disable-next-line no-empty-pattern
    afterAll(({}, suite) => {
      const outcomes = outcomesOf(suite)
      if (outcomes.held.length + outcomes.notHeld.length + outcomes.absent.length === 0) return
      const summary = summaryOf(`hostile cases, ${shell} shell, ${half}`, outcomes)
      process.stderr.write(`\nfoyer: ${summary}\n`)
      mkdirSync(folder, { recursive: true })
      const names = outcomes.held.map((name) => `  held      ${name}`)
      const file = `hostile-${shell}-${half.replaceAll(' ', '-')}.txt`
      writeFileSync(join(folder, file), [summary, ...names, ''].join('\n'))
    })
  })
}
