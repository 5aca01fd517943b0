import type { Operation } from '../../src/contract/operation.ts'
import type { Id } from '../../src/contract/values.ts'
import type { Target } from '../service/target.ts'

/** Returns the path's parameters that set the place of an operation, not its subject: they need not be typed. */
export function scopedBy({
  interface: name,
  params,
}: Operation): readonly ('accountId' | 'locationId')[] {
  if (name !== 'partner') return []
  return (['accountId', 'locationId'] as const).filter((each) => each in (params?.shape ?? {}))
}

/** Returns the values of those parameters at a service. */
export function defaultsOf(
  operation: Operation,
  { scope }: Pick<Target, 'scope'>,
): Record<string, Id> {
  return Object.fromEntries(
    scopedBy(operation).flatMap((name) => (scope[name] === undefined ? [] : [[name, scope[name]]])),
  )
}
