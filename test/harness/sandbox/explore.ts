import { z } from 'zod'
import type { Input, Operation } from '../../../src/contract/operation.ts'
import type { Id } from '../../../src/contract/values.ts'
import { practitioners } from '../../../sandbox/seeds/clinics.ts'
import { onePacket } from '../../../sandbox/seeds/cases.ts'
import type { Sandbox } from '../../../sandbox/sandbox.ts'
import type { Caller, Reply } from './client.ts'

type Params = Readonly<Record<string, Id>>
interface Found {
  readonly id: Id
  readonly token?: string
}

/**
 * Makes inputs for operations by asking a sandbox what there is: records of the lists of `served`, or else one that is
 * created by its contract's example.
 */
export function createExplorer(sandbox: Sandbox, call: Caller, served: readonly Operation[]) {
  const given: Record<string, readonly Id[]> = {
    accountId: [sandbox.accountId],
    locationId: sandbox.locationIds,
    practitioner_id: practitioners.map(({ id }) => id),
  }
  const proofTokens = new Map<Id, string>()

  const lists = new Map<string, Promise<Found[]>>()
  const ask = async (operation: Operation, params: Params) =>
    recordsOf(await call(operation, inputFor(operation, params)))
  /** Asks for each list once: every test begins with the same records. */
  const askList = (operation: Operation, params: Params) => {
    const key = operation.id + JSON.stringify(params)
    const known = lists.get(key) ?? ask(operation, params)
    lists.set(key, known)
    return known
  }

  function inputFor(operation: Operation, params: Params): Input<Operation> {
    const { query, headers, body } = operation
    const token = proofTokens.get(params['id'] ?? '')
    return {
      ...(operation.params && { params }),
      ...(query && 'patientId' in query.shape && isRequired(query.shape['patientId'])
        ? { query: { patientId: onePacket.id } }
        : {}),
      ...(headers && token !== undefined && { headers: { 'x-identity-proof-token': token } }),
      ...(body && { body: exampleOf(body) }),
    }
  }

  /** The list that a path's next identifier comes from: the path before it, or one that ends alike. */
  function listBefore(before: string): Operation | undefined {
    const lists = served.filter(({ method }) => method === 'GET')
    const tail = before.slice(before.lastIndexOf('}'))
    return (
      lists.find(({ path }) => path === before) ?? lists.find(({ path }) => path.endsWith(tail))
    )
  }

  async function* valuesOf(path: string, name: string, found: Params): AsyncGenerator<Id> {
    const here = given[name]
    if (here) {
      yield* here
      return
    }
    const before = path.slice(0, path.indexOf(`/{${name}}`))
    const list = listBefore(before)
    let known = 0
    if (list) {
      for await (const params of pathsOf(list.path, found)) {
        for (const { id } of await askList(list, params)) {
          known += 1
          yield id
        }
      }
    }
    const create = served.find((each) => each.method === 'POST' && each.path === before)
    if (known > 0 || !create) return
    for (const { id, token } of await ask(create, found)) {
      if (token !== undefined) proofTokens.set(id, token)
      yield id
    }
  }

  async function* pathsOf(path: string, found: Params = {}): AsyncGenerator<Params> {
    const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
    const name = names.find((each) => !(each in found))
    if (name === undefined) {
      yield Object.fromEntries(names.map((each) => [each, found[each] ?? '']))
      return
    }
    for await (const value of valuesOf(path, name, found)) {
      yield* pathsOf(path, { ...found, [name]: value })
    }
  }

  return {
    /** Gives inputs with which an operation should work, the likeliest first; none when its path leads nowhere. */
    async *inputsOf(operation: Operation) {
      for await (const params of pathsOf(operation.path)) yield inputFor(operation, params)
    },
  }
}

/** The records of a list or the one record of an answer, of either interface. */
function recordsOf({ body }: Reply): Found[] {
  const { data = body } = body as { data?: unknown }
  const { items = data } = data as { items?: unknown }
  return (Array.isArray(items) ? items : [items]).filter(
    (each: unknown): each is Found => typeof each === 'object' && each !== null && 'id' in each,
  )
}

function exampleOf(body: z.ZodType): unknown {
  return (z.globalRegistry.get(body)?.examples as unknown[] | undefined)?.[0]
}

function isRequired(schema: unknown): boolean {
  return schema instanceof z.ZodType && !schema.safeParse(undefined).success
}
