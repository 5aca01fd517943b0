import { beforeEach, expect, it } from 'vitest'
import type { Operation } from '../../../contract/operation.ts'
import { err, ok } from '../../../shared/result.ts'
import type { ServiceError } from '../../intake/http/errors.ts'
import { createGroupCalls } from './clinic.ts'

const group = (id: number, name: string) => ({ id, name, isActive: true })
const fields = { name: 'First visit', templates: [601], practitioner: null }

let lists: unknown[][]
let isCarriedOut: boolean
let failure: ServiceError
beforeEach(() => {
  lists = [[group(1, 'First visit')]]
  isCarriedOut = true
  failure = { operation: 'x', attempts: 1, kind: 'unreachable', reason: 'ECONNRESET' }
})

/** A service whose answer to a creation is lost. */
function commands() {
  const read = ({ method }: Operation) => {
    if (method === 'GET') return Promise.resolve(ok(lists[0]))
    if (isCarriedOut) lists[0] = [...(lists[0] ?? []), group(2, 'First visit')]
    return Promise.resolve(err(failure))
  }
  return createGroupCalls({ read } as unknown as Parameters<typeof createGroupCalls>[0])
}

it('finds the group whose answer was lost, also beside one of the same name', async () => {
  expect(await commands().create(301, fields)).toEqual(ok(null))
})

it('takes no older group of that name for the new one', async () => {
  isCarriedOut = false
  expect(await commands().create(301, fields)).toEqual(err({ kind: 'offline' }))
})

it('believes a no', async () => {
  failure = { operation: 'x', attempts: 1, kind: 'refusedByEnvelope', message: 'withheld' }
  expect(await commands().create(301, fields)).toEqual(err({ kind: 'refusedByService' }))
})

it('sends no id that is none of the developer interface', async () => {
  expect(await commands().create('north', fields)).toEqual(err({ kind: 'failed' }))
  const strange = { ...fields, templates: ['intake'] }
  expect(await commands().create(301, strange)).toEqual(err({ kind: 'failed' }))
})
