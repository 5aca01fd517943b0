import { contract } from '../../src/contract/index.ts'
import { listOperations, type Operation } from '../../src/contract/operation.ts'
import { err, ok, type Result } from '../../src/shared/result.ts'
import { usage, type Problem } from '../problem.ts'
import { didYouMean } from '../suggest.ts'

/** Every operation that can be called: those of both interfaces, without the token requests. */
export const operations: readonly Operation[] = listOperations({
  partner: contract.partner,
  developer: contract.developer,
})

/** The area of an operation: `partner.formPackets` of `partner.formPackets.list`. */
export function areaOf({ id }: Pick<Operation, 'id'>): string {
  return id.slice(0, id.lastIndexOf('.'))
}

/** Operations by area, in the order of the contract. */
export const areas: ReadonlyMap<string, readonly Operation[]> = new Map(
  [...new Set(operations.map(areaOf))].map((area) => [
    area,
    operations.filter((operation) => areaOf(operation) === area),
  ]),
)

const plain = (name: string) => name.toLowerCase().replaceAll('-', '')

/** The operation of a name (`partner.formPackets.list`, in any case, hyphens allowed), or the operations of an area. */
export function findOperation(
  name: string,
): Result<{ operation: Operation } | { area: string }, Problem> {
  const operation = operations.find(({ id }) => plain(id) === plain(name))
  if (operation) return ok({ operation })
  const area = [...areas.keys()].find((each) => plain(each) === plain(name))
  if (area) return ok({ area })
  const hint = didYouMean(name, [...operations.map(({ id }) => id), ...areas.keys()])
  return err(usage(`There is no operation of this name${hint}. --help lists them all.`))
}
