import { expect, it } from 'vitest'
import type { ReadVisit } from '../../../contract/readers/arrival-readers.ts'
import { createKnownVisits } from './known-visits.ts'
import type { DeskWork } from '../work.ts'

it('asks anew who comes where the row is of another patient at the same time', async () => {
  const asked: string[] = []
  const names = new Map([
    ['5001', 'Ana Ruiz'],
    ['5002', 'Kim Lee'],
  ])
  let patientId = '5001'
  const work = {
    client: {
      read: (operation: { readonly id: string }) => {
        asked.push(operation.id)
        const visit = { ...row(), patientName: names.get(patientId) }
        return Promise.resolve({ ok: true, value: visit })
      },
    },
    place: { accountId: 1, locationId: 2 },
    signal: new AbortController().signal,
    now: () => 0,
  } as unknown as DeskWork
  const row = () => ({ id: 71, state: 'open', startsAt: 5, patientId }) as unknown as ReadVisit
  const known = createKnownVisits(work)
  const nameNow = async () => {
    const named = await known.named(row())
    return named.ok ? named.value.patientName : 'nobody'
  }
  expect([await nameNow(), await nameNow()]).toEqual(['Ana Ruiz', 'Ana Ruiz'])
  expect(asked).toHaveLength(1)
  patientId = '5002'
  expect(await nameNow()).toBe('Kim Lee')
})
