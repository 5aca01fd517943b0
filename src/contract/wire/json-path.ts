/** A place in a JSON value: names of objects and positions in lists, from the outside in. */
export type JsonPath = readonly (string | number)[]

const step = /(?:^|\.)([^.[\]$\s]+)|\[(\d{1,4})\]/gy
/** Names by which an object's own machinery would be reached and not its content. */
const forbidden = ['__proto__', 'constructor', 'prototype']

/** Parses a place, as `state.code`, `ids[0].value` or `$` for the whole; undefined if invalid. */
export function parsePath(text: string): JsonPath | undefined {
  const rest = text.replace(/^\$\.?/, '')
  if (rest === '') return text === '' ? undefined : []
  const path: (string | number)[] = []
  step.lastIndex = 0
  while (step.lastIndex < rest.length) {
    const found = step.exec(rest)
    if (!found) return undefined
    const [, name, position] = found
    if (name !== undefined && forbidden.includes(name)) return undefined
    path.push(name ?? Number(position))
  }
  return path
}

const isHolder = (value: unknown): value is Record<string | number, unknown> =>
  typeof value === 'object' && value !== null

const isEmpty = (value: unknown) => isHolder(value) && Object.keys(value).length === 0

/** Returns the value at a path; undefined if there is none. */
export function getAt(value: unknown, path: JsonPath): unknown {
  let at = value
  for (const key of path) {
    if (!isHolder(at) || !Object.hasOwn(at, key)) return undefined
    at = at[key]
  }
  return at
}

/** Copies a value with another one set at a path, creating the missing parts of the path. */
export function setAt(value: unknown, [key, ...rest]: JsonPath, leaf: unknown): unknown {
  if (key === undefined) return leaf
  const below = setAt(getAt(value, [key]), rest, leaf)
  if (typeof key === 'string')
    return { ...(isHolder(value) && !Array.isArray(value) ? value : {}), [key]: below }
  const list: unknown[] = Array.isArray(value) ? [...(value as unknown[])] : []
  while (list.length < key) list.push(null)
  list[key] = below
  return list
}

/** Copies a value without what stands at a place, and without what held nothing else. */
export function removeAt(value: unknown, [key, ...rest]: JsonPath): unknown {
  if (key === undefined || !isHolder(value) || !Object.hasOwn(value, key)) return value
  const below = rest.length === 0 ? undefined : removeAt(value[key], rest)
  const isGone = rest.length === 0 || isEmpty(below)
  if (Array.isArray(value)) {
    const list = [...(value as unknown[])]
    if (isGone) list.splice(Number(key), 1)
    else list[Number(key)] = below
    return list
  }
  const { [key]: _, ...others } = value
  return isGone ? others : { ...others, [key]: below }
}

export interface Move {
  readonly from: JsonPath
  readonly to: JsonPath
}

/** Copies a value with all moves made at once. A missing `from` empties `to`; a moved list replaces its container. */
export function move(value: unknown, moves: readonly Move[]): unknown {
  const found = moves.map(({ from, to }) => ({ to, leaf: getAt(value, from) }))
  const whole = found.find(({ to }) => to.length === 0)
  if (whole) return whole.leaf
  let left: unknown = moves.some(({ from }) => from.length === 0) ? {} : value
  for (const { from, to } of moves) left = removeAt(removeAt(left, from), to)
  for (const { to, leaf } of found) if (leaf !== undefined) left = setAt(left, to, leaf)
  return left
}
