import { describe, expect, it } from 'vitest'
import * as cases from '../seeds/cases.ts'
import { failure, inPages, openClient, value } from '../../test/harness/sandbox/client.ts'

const { onePacket, noPacket } = cases

async function open() {
  const { partner, account } = await openClient()
  const of = (patientId: number) => ({ params: { ...account, patientId } })
  return { health: partner.healthProfile, account, of }
}

describe('the health profile', () => {
  it('tells allergies with severity, reactions and status', async () => {
    const { health, of } = await open()
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
    const { health, of } = await open()
    const { items } = await value(health.listMedications(of(onePacket.id)))
    expect(items).toMatchObject([
      { dosageInstructions: 'One tablet a day.', status: 'ACTIVE', endedAt: null },
      { status: 'INACTIVE', endedAt: expect.any(String) as string },
    ])
  })

  it('tells problems with ICD-10 codes and status', async () => {
    const { health, of } = await open()
    const { items } = await value(health.listProblems(of(onePacket.id)))
    expect(items).toMatchObject([
      { icd10Code: 'J30.1', status: 'ACTIVE' },
      { icd10Code: 'S93.401A', status: 'RESOLVED' },
    ])
  })

  it('comes in pages, and is empty for a patient of whom nothing is known', async () => {
    const { health, of } = await open()
    const input = of(onePacket.id)
    const paged = await inPages(2, (page) => health.listAllergies({ ...input, ...page }))
    expect(paged).toEqual((await value(health.listAllergies(input))).items)
    for (const list of [health.listAllergies, health.listMedications, health.listProblems])
      expect((await value(list(of(noPacket.id)))).items).toEqual([])
  })

  it('gives each entry by its id, and none of another account', async () => {
    const { health, account } = await open()
    const get = {
      allergy: (id: number) => health.getAllergy({ params: { ...account, allergyId: id } }),
      medication: (id: number) =>
        health.getMedication({ params: { ...account, medicationId: id } }),
      problem: (id: number) => health.getProblem({ params: { ...account, problemId: id } }),
    }
    expect(await value(get.allergy(2104))).toMatchObject({ name: 'Shellfish' })
    expect(await value(get.medication(2203))).toMatchObject({ name: 'Lisinopril 10 mg' })
    expect(await value(get.problem(2303))).toMatchObject({ icd10Code: 'I10' })
    const foreign = [get.allergy(2105), get.medication(2204), get.problem(2304), get.allergy(1)]
    for (const call of foreign) expect(await failure(call)).toMatchObject({ kind: 'notFound' })
  })

  it('of a patient whom the account does not have is not found', async () => {
    const { health, of } = await open()
    for (const list of [health.listAllergies, health.listMedications, health.listProblems])
      expect(await failure(list(of(9001)))).toMatchObject({ kind: 'notFound' })
  })
})
