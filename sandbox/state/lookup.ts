import type { Id } from '../../src/contract/values.ts'
import type { Location, State, Template } from './types.ts'

/** The record of a table that an id names, however the id was written. */
export function byId<T>(table: ReadonlyMap<number, T>, id: Id): T | undefined {
  return /^\d+$/.test(String(id)) ? table.get(Number(id)) : undefined
}

/** Like `byId`, but a record of another account counts as unknown. */
export function inAccount<T extends { readonly accountId: number | null }>(
  table: ReadonlyMap<number, T>,
  accountId: number,
  id: Id,
): T | undefined {
  const found = byId(table, id)
  return found?.accountId === accountId ? found : undefined
}

/** Like `inAccount`, for a record of one location: at any other it is unknown. */
export function atLocation<T extends { readonly accountId: number; readonly locationId: number }>(
  table: ReadonlyMap<number, T>,
  location: Location,
  id: Id,
): T | undefined {
  const found = inAccount(table, location.accountId, id)
  return found?.locationId === location.id ? found : undefined
}

/** The records of an account. */
export function ofAccount<T extends { readonly accountId: number | null }>(
  table: ReadonlyMap<number, T>,
  accountId: number,
): T[] {
  return [...table.values()].filter((record) => record.accountId === accountId)
}

/** The newest version of each template of an account, in their sort order. */
export function latestTemplates(state: State, accountId: number): Template[] {
  return [...state.templates.values()]
    .flatMap((versions) => versions.at(-1) ?? [])
    .filter((template) => template.accountId === accountId)
    .sort((a, b) => a.sortOrder - b.sortOrder)
}

/** The newest version of a template, which new forms are made from. */
export function latestTemplate(state: State, accountId: number, id: Id): Template | undefined {
  const latest = byId(state.templates, id)?.at(-1)
  return latest?.accountId === accountId ? latest : undefined
}

/** The version of a template that a form was made from. A form always has one; without it this throws. */
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
export function takeId(state: State, kind: keyof State['nextIds']): number {
  return state.nextIds[kind]++
}
