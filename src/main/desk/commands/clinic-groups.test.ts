import { beforeEach, expect, it } from 'vitest'
import { newTries } from '../../../../test/harness/desk/new-tries.ts'
import type { Operation } from '../../../contract/operation.ts'
import { err, ok } from '../../../shared/result.ts'
import type { ServiceError } from '../../service/http/errors.ts'
import { createClinicReads } from '../queries/clinic.ts'
import { createReferences } from '../references.ts'
import type { DeskWork } from '../work.ts'
import { groupCommands } from './clinic-groups.ts'

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
  const work: DeskWork = {
    ...{ client: { read } as unknown as DeskWork['client'], signal: new AbortController().signal },
    ...{ place: { accountId: 1, locationId: 301, defaultTemplateGroupId: null } },
    ...{ references: createReferences(), wallTime: () => 0, now: () => 0, tries: newTries() },
  }
  return groupCommands(work, createClinicReads(work))
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
