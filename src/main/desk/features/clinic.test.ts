import { beforeEach, expect, it } from 'vitest'
import type { Operation } from '../../../contract/operation.ts'
import type { Id } from '../../../contract/values.ts'
import { err, ok } from '../../../shared/result.ts'
import type { ServiceError } from '../../intake/http/errors.ts'
import { createReferences, type DeskWork } from '../feature.ts'
import { serveClinic } from './clinic.ts'

const group = (id: number, name: string) => ({ id, name, isActive: true })

let lists: unknown[][]
let isCarriedOut: boolean
let failure: ServiceError
beforeEach(() => {
  lists = [[group(1, 'First visit')]]
  isCarriedOut = true
  failure = { operation: 'x', attempts: 1, kind: 'unreachable', reason: 'ECONNRESET' }
})

/** Creates a group at a service whose answer to that is lost. */
function createGroup(locationId: Id = 301, templateIds: readonly Id[] = [601]) {
  const read = ({ method }: Operation) => {
    if (method === 'GET') return Promise.resolve(ok(lists[0]))
    if (isCarriedOut) lists[0] = [...(lists[0] ?? []), group(2, 'First visit')]
    return Promise.resolve(err(failure))
  }
  const references = createReferences()
  const location = references.of('location', locationId)
  const templates = templateIds.map((id) => references.of('template', id))
  const work = { read, references } as unknown as DeskWork
  const fields = { name: 'First visit', templates, practitioner: null }
  return serveClinic(work).createGroup({ location, fields })?.run()
}

it('finds the group whose answer was lost, also beside one of the same name', async () => {
  expect(await createGroup()).toEqual(ok(null))
})

it('takes no older group of that name for the new one', async () => {
  isCarriedOut = false
  expect(await createGroup()).toEqual(err({ kind: 'offline' }))
})

it('believes a no', async () => {
  failure = { operation: 'x', attempts: 1, kind: 'refusedByEnvelope', message: 'withheld' }
  expect(await createGroup()).toEqual(err({ kind: 'refusedByService' }))
})

it('sends no id that is none of the developer interface', async () => {
  expect(await createGroup('north')).toEqual(err({ kind: 'failed' }))
  expect(await createGroup(301, ['intake'])).toEqual(err({ kind: 'failed' }))
})
