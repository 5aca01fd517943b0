import type { Id } from '../../src/contract/values.ts'
import type { State, Stored, Template } from './types.ts'

/** Finds the record of a table that an id names, as a number or as text. */
export function byId<T>(table: ReadonlyMap<number, T>, id: Id): T | undefined {
  return /^\d+$/.test(String(id)) ? table.get(Number(id)) : undefined
}

/** Finds a record of an account; one of another account counts as unknown. */
export function inAccount<T extends Stored>(
  table: ReadonlyMap<number, T>,
  accountId: number,
  id: Id,
): T | undefined {
  const found = byId(table, id)
  return found?.accountId === accountId ? found : undefined
}

/** Returns the records of an account. */
export function ofAccount<T extends Stored>(table: ReadonlyMap<number, T>, accountId: number): T[] {
  return [...table.values()].filter((record) => record.accountId === accountId)
}

/** Returns the newest version of each template, from which new forms are made. */
export function latestTemplates({ templates }: State): ReadonlyMap<number, Template> {
  return new Map(
    [...templates].flatMap(([id, versions]) => {
      const latest = versions.at(-1)
      return latest ? [[id, latest]] : []
    }),
  )
}

/** Finds the version of a template that a form was made from. Throws when there is none (a bug). */
export function templateOf(
  state: State,
  form: { readonly templateId: number; readonly version: number },
): Template {
  const template = state.templates
    .get(form.templateId)
    ?.find(({ version }) => version === form.version)
  if (!template) throw new Error(`no template ${form.templateId} version ${form.version}`)
  return template
}

/** Takes the next id of a kind of record. */
export const takeId = (state: State, kind: keyof State['nextIds']) => state.nextIds[kind]++
