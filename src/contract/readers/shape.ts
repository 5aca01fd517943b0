/** Names told at most of one object, and how deep the description goes. */
const mostNames = 12
const deepest = 2

/**
 * The shape of a value for an engineer: names and types, never a value. A name that does not look like one of a
 * program may be data, and stands as `*`.
 */
export function describeShape(value: unknown, depth = 0): string {
  if (value === undefined) return 'nothing'
  if (value === null) return 'null'
  if (Array.isArray(value)) return describeList(value, depth)
  if (typeof value !== 'object') return typeof value === 'string' ? 'text' : typeof value
  const fields = Object.entries(value)
  if (depth >= deepest || fields.length === 0) return 'object'
  const told = fields
    .slice(0, mostNames)
    .map(([name, field]) => `${programName(name)}: ${describeShape(field, depth + 1)}`)
  return `{ ${[...told, ...(fields.length > mostNames ? ['…'] : [])].join(', ')} }`
}

function describeList(list: readonly unknown[], depth: number): string {
  return list.length === 0 ? 'empty list' : `list of ${describeShape(list[0], depth + 1)}`
}

/** A name as it may be logged. */
function programName(name: string): string {
  return /^[A-Za-z_@$][\w.-]{0,39}$/.test(name) ? name : '*'
}
