import { describe, expect, it } from 'vitest'
import * as cases from '../seeds/cases.ts'
import { useClient, value } from '../../test/harness/sandbox/client.ts'

const { onePacket, noPacket } = cases

const { partner, account } = useClient()
const health = partner.healthProfile
const of = (patientId: number) => ({ params: { ...account, patientId } })

describe('the health profile', () => {
  it('tells allergies with severity, reactions and status', async () => {
    const { items } = await value(health.listAllergies(of(onePacket.id)))
    expect(items[0]).toEqual({
      id: 2101,
      patientId: onePacket.id,
      name: 'Penicillin',
      severity: 'SEVERE',
      reactions: ['Hives', 'Trouble breathing'],
      status: 'ACTIVE',
      recordedAt: '2025-02-03T17:00:00.000Z',
    })
    expect(items.map(({ severity }) => severity)).toEqual(['SEVERE', 'MILD', 'MODERATE'])
    expect(items.map(({ status }) => status)).toContain('RESOLVED')
  })

  it('tells medications with dosage instructions and status', async () => {
    const { items } = await value(health.listMedications(of(onePacket.id)))
    expect(items).toMatchObject([
      { dosageInstructions: 'One tablet a day.', status: 'ACTIVE', endedAt: null },
      { status: 'INACTIVE', endedAt: expect.any(String) as string },
    ])
  })

  it('tells problems with ICD-10 codes and status', async () => {
    const { items } = await value(health.listProblems(of(onePacket.id)))
    expect(items).toMatchObject([
      { icd10Code: 'J30.1', status: 'ACTIVE' },
      { icd10Code: 'S93.401A', status: 'RESOLVED' },
    ])
  })

  it.each([health.listAllergies, health.listMedications, health.listProblems])(
    'is empty for a patient of whom nothing is known',
    async (list) => expect((await value(list(of(noPacket.id)))).items).toEqual([]),
  )
})
