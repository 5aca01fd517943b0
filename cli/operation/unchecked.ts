import { z } from 'zod'
import type { Operation } from '../../src/contract/operation.ts'
import { sameId, type Id } from '../../src/contract/values.ts'
import { bodyFields, queryFields } from '../../src/contract/wire/request-fields.ts'
import type { WireProfile } from '../../src/contract/wire-profile.ts'
import { compileRequest } from '../../src/main/intake/http/request.ts'
import { refuse } from '../problem.ts'
import type { RequestInput } from './input.ts'

/** Builds an operation for a request that the contract would refuse: any values and further names. Answer and path stay. */
export function uncheckedOf(operation: Operation): Operation {
  const { params, headers, body, query } = operation
  return {
    ...operation,
    ...(params && { params: anything(Object.keys(params.shape)) }),
    ...(query && { query: anything(queryFields(operation)) }),
    ...(headers && { headers: anything(Object.keys(headers.shape)) }),
    ...(body && { body: anything(bodyFields(operation)) }),
  }
}

function anything(names: readonly string[]) {
  return z.looseObject(Object.fromEntries(names.map((name) => [name, z.unknown().optional()])))
}

/** Refuses a request that cannot be written at all, by the name of its field. Throws a `Refusal`. */
export function refuseUnsendable(operation: Operation, input: RequestInput, profile?: WireProfile) {
  try {
    compileRequest(operation, profile)(input)
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    refuse(`${error.message}.`)
  }
}

/** Refuses a command that writes at will, but at a sandbox and on accounts without real patients. Throws a `Refusal`. */
export function refuseOnRealPatients(
  command: string,
  isSandbox: boolean,
  account: unknown,
  tests: readonly Id[] = [],
): void {
  const isId = typeof account === 'string' || typeof account === 'number'
  if (isSandbox || (isId && tests.some((each) => sameId(each, account)))) return
  refuse(
    `${command} works at a sandbox, and on accounts that the settings mark as test accounts (service.testAccountIds, FOYER_SERVICE_TEST_ACCOUNT_IDS).`,
  )
}
