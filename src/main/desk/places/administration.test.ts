import { describe, expect, it } from 'vitest'
import type { Member } from '../../../shared/desk/members.ts'
import { err, ok } from '../../../shared/result.ts'
import { createReferences } from '../references.ts'
import { auditPlace } from './audit.ts'

describe('the audit', () => {
  const members = { list: () => [] }
  const work = () => ({
    ...{ references: createReferences(), wallTime: () => 0 },
    signal: new AbortController().signal,
  })
  const place = (verify: Parameters<typeof auditPlace>[1]['verify']) =>
    auditPlace(work(), { search: () => [], verify, exportFolder: null }, members)

  it('says where its chain breaks', async () => {
    const broken = place(() => err({ kind: 'changed', seq: 12 }))
    expect(await broken.commands.verifyAudit({})?.run()).toEqual(
      ok({ holds: false, fault: 'changed', seq: 12 }),
    )
    const unsealed = place(() => err({ kind: 'seal' }))
    expect(await unsealed.commands.verifyAudit({})?.run()).toEqual(
      ok({ holds: false, fault: 'seal', seq: null }),
    )
  })

  it('names who commanded a kiosk by their id, and nobody by a name that was said', async () => {
    const said = { act: 'lock', to: 'kiosk', by: 'm', reason: 'a spill' }
    const found = [
      { seq: 2, at: 5, kind: 'commandSent', fields: { ...said, by: 'An old name', member: 'm' } },
      { seq: 1, at: 5, kind: 'commandSent', fields: said },
    ]
    const verify = () => err({ kind: 'seal' as const })
    const reading = { search: () => found, exportFolder: null, verify }
    const named = { list: () => [{ id: 'm', name: 'Mia Sol' } as Member] }
    const { queries } = auditPlace(work(), reading, named)
    expect(await queries.auditEntries({})?.run()).toMatchObject({
      value: {
        entries: [
          { seq: 2, member: 'Mia Sol', about: null },
          { seq: 1, member: null, about: null },
        ],
      },
    })
  })

  it('hands out no field that it was not made to show', async () => {
    const fields = { member: 'm', operation: 'o', 'record.patientId': 9, hash: 'h', target: 't' }
    const found = [{ seq: 3, at: 5, kind: 'ofAnotherFoyer', fields }]
    const reading = {
      ...{ search: () => found, exportFolder: null },
      verify: () => err({ kind: 'seal' as const }),
    }
    const { queries } = auditPlace(work(), reading, members)
    expect(await queries.auditEntries({})?.run()).toEqual(
      ok({
        entries: [
          {
            ...{ seq: 3, at: 5, kind: 'ofAnotherFoyer', group: 'others', member: null },
            ...{ about: null, patient: 'auditedPatient-1' },
            details: [{ what: 'operation', value: 'o' }],
          },
        ],
        next: null,
      }),
    )
  })
})
