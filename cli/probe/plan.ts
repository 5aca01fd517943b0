import { isPaginated, type Operation } from '../../src/contract/operation.ts'
import { answerFields } from '../../src/contract/source.ts'
import { operations, scopedBy } from '../operation/find.ts'

/** The operations that only read. */
export const reads: readonly Operation[] = operations.filter(({ method }) => method === 'GET')

/** Lists the required parameters of a read besides its place: those of its path, and required ones of its query. */
export function neededBy(operation: Operation): string[] {
  const scope: readonly string[] = scopedBy(operation)
  const params = Object.keys(operation.params?.shape ?? {})
  const query = Object.entries(operation.query?.shape ?? {}).filter(
    ([, schema]) => !(schema as { isOptional?: () => boolean }).isOptional?.(),
  )
  return [...params, ...query.map(([name]) => name)].filter((name) => !scope.includes(name))
}

/** Finds the list with a parameter's ids: at the path before it, or at its plural. Undefined if only writes make such ids. */
export function listFor(operation: Operation, parameter: string): Operation | undefined {
  const lists = reads.filter(
    (each) => each !== operation && each.interface === operation.interface && isList(each),
  )
  const before = operation.path.split(`/{${parameter}}`)[0]
  const stem = parameter.replace(/_?id$/i, '')
  return (
    lists.find(({ path }) => path === before) ??
    lists.find(({ path }) => singular(path.slice(path.lastIndexOf('/') + 1)) === stem)
  )
}

function isList(operation: Operation): boolean {
  return isPaginated(operation) || answerFields(operation)[0]?.types[0] === 'array'
}

const singular = (plural: string) => plural.replace(/ies$/, 'y').replace(/s$/, '')
