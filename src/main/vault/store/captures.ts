import { createHash } from 'node:crypto'
import { statfsSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Connection } from './database.ts'
import { transacting, writing } from './rows.ts'

interface CaptureFormRow {
  readonly about: string
  readonly template: string
  readonly answers: string
}

export interface CaptureRow {
  /** JSON of all but the forms. */
  readonly about: string
  /** ISO date-time; null until its patient was done. */
  readonly finishedAt: string | null
  readonly forms: readonly CaptureFormRow[]
}

export type CaptureRows = ReturnType<typeof openCaptures>

type State = 'unfinished' | 'waiting' | 'settled'

const states: Readonly<Record<State, readonly [isFinished: 0 | 1, isSettled: 0 | 1]>> = {
  unfinished: [0, 0],
  waiting: [1, 0],
  settled: [1, 1],
}

/** Opens the captures of a database. Each write is durable on return; each call throws SQLite's errors. */
export function openCaptures(connection: Connection) {
  const insert = writing(connection, 'INSERT INTO captures (id, about) VALUES (?, ?)')
  const insertTemplate = writing(
    connection,
    'INSERT OR IGNORE INTO capture_templates VALUES (?, ?)',
  )
  const insertForm = writing(connection, 'INSERT INTO capture_forms VALUES (?, ?, ?, ?, ?)')
  const update = connection.prepare<[string, string, number]>(
    `UPDATE capture_forms SET answers = ? WHERE capture = ? AND form = ?
     AND EXISTS (SELECT 1 FROM captures WHERE id = capture AND finished_at IS NULL)`,
  )
  const select = connection.prepare<[string], Omit<CaptureRow, 'forms'>>(
    'SELECT about, finished_at AS finishedAt FROM captures WHERE id = ?',
  )
  const selectForms = connection.prepare<[string], CaptureFormRow>(
    `SELECT about, capture_templates.template, answers FROM capture_forms
     JOIN capture_templates ON hash = capture_forms.template WHERE capture = ? ORDER BY form`,
  )
  const end = connection.prepare<[string, string]>(
    'UPDATE captures SET finished_at = ? WHERE id = ? AND finished_at IS NULL',
  )
  const mark = writing(
    connection,
    'UPDATE captures SET settled_at = ? WHERE id = ? AND finished_at IS NOT NULL',
  )
  const removeForms = writing(
    connection,
    'DELETE FROM capture_forms WHERE capture NOT IN (SELECT id FROM captures)',
  )
  const removeTemplates = writing(
    connection,
    'DELETE FROM capture_templates WHERE hash NOT IN (SELECT template FROM capture_forms)',
  )
  const count = connection
    .prepare<[], number>('SELECT count(*) FROM captures WHERE settled_at IS NULL')
    .pluck()
  // Of a column's length its header tells: the answers are not read.
  const bytes = connection
    .prepare<[], number>('SELECT coalesce(sum(octet_length(answers)), 0) FROM capture_forms')
    .pluck()
  const listed = connection
    .prepare<[0 | 1, 0 | 1], string>(
      'SELECT id FROM captures WHERE (finished_at IS NOT NULL) = ? AND (settled_at IS NOT NULL) = ? ORDER BY rowid',
    )
    .pluck()
  const removing = (isFinished: 0 | 1) => {
    const remove = connection.prepare<[string]>(
      `DELETE FROM captures WHERE id = ? AND (finished_at IS NOT NULL) = ${isFinished}`,
    )
    return transacting(connection, (id: string) => {
      if (remove.run(id).changes === 0) return
      removeForms()
      removeTemplates()
    })
  }
  const folder = dirname(connection.name)

  return {
    /** Throws where the id is known already. */
    begin: transacting(connection, (id: string, capture: Omit<CaptureRow, 'finishedAt'>) => {
      insert(id, capture.about)
      for (const [form, { about, template, answers }] of capture.forms.entries()) {
        const hash = createHash('sha256').update(template).digest()
        insertTemplate(hash, template)
        insertForm(id, form, about, hash, answers)
      }
    }),
    /** Says whether there is such a form of an unfinished capture. */
    keepAnswers: (id: string, form: number, answers: string) =>
      update.run(answers, id, form).changes > 0,
    read(id: string): CaptureRow | undefined {
      const row = select.get(id)
      return row && { ...row, forms: selectForms.all(id) }
    },
    /** Says whether there is such an unfinished capture. */
    finish: (id: string, finishedAt: string) => end.run(finishedAt, id).changes > 0,
    discard: removing(0),
    /** The oldest first. `waiting`: finished and not settled. */
    ids: (state: State): readonly string[] => listed.all(...states[state]),
    /** It was delivered, or staff have taken it over (ISO date-time): it waits no more. */
    settle: (id: string, settledAt: string) => mark(settledAt, id),
    /** Deletes a finished one; has no effect where it is gone. */
    remove: removing(1),
    /** Counts captures that are not settled, the bytes of all answers, and those that this user may still write. */
    space() {
      const { bavail, bsize } = statfsSync(folder)
      return { count: count.get() ?? 0, bytes: bytes.get() ?? 0, freeBytes: bavail * bsize }
    },
  }
}
