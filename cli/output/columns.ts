import type { Operation } from '../../src/contract/operation.ts'
import { answerFields } from '../../src/contract/source.ts'
import { err, ok, type Result } from '../../src/shared/result.ts'
import type { Common } from '../operation/arguments.ts'
import { usage, type Problem } from '../problem.ts'
import { didYouMean } from '../suggest.ts'

/** Returns the names of the fields of a listed record, or else of the record itself, in the order of the contract. */
export function columnNames(operation: Operation): string[] {
  const paths = answerFields(operation).map(({ path }) => path)
  const matching = (pattern: RegExp) => paths.flatMap((path) => pattern.exec(path)?.[1] ?? [])
  const listed = matching(/^\$(?:\.items)?\[\]\.(\w+)$/)
  return listed.length > 0 ? listed : matching(/^\$\.(\w+)$/)
}

/** Reads the columns of `--columns`, or a fault: a name unknown to the contract, or JSON beside it. */
export function readColumns(
  operation: Operation,
  { columns, json }: Pick<Common, 'columns' | 'json'>,
): Result<readonly string[] | undefined, Problem> {
  if (columns === undefined) return ok(undefined)
  if (json)
    return err(usage('--columns and --json do not go together: JSON is always the whole answer.'))
  const known = columnNames(operation)
  const names = columns.split(',').map((name) => name.trim())
  const unknown = names.filter((name) => !known.includes(name))
  if (unknown.length === 0) return ok(names)
  return err(
    usage(
      ...unknown.map((name) => `--columns: no field has this name${didYouMean(name, known)}.`),
      known.length === 0
        ? `--columns: the answer of ${operation.id} has no fields.`
        : `--columns: the fields are ${known.join(', ')}.`,
    ),
  )
}
