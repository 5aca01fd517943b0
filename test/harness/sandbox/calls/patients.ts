import { expect } from 'vitest'
import * as cases from '../../../../sandbox/seeds/cases.ts'
import { first, value } from '../client.ts'
import type { Opened } from '../client.ts'

/** Calls every operation of patients, their categories and their health profile. */
export async function callPatients({ partner, account: params }: Opened): Promise<void> {
  const { patients, patientCategories, healthProfile } = partner
  const body = { firstName: 'Ada', lastName: 'Quill', dateOfBirth: '1990-02-03' }
  const { id: patientId } = await value(patients.create({ params, body }))
  const created = { params: { ...params, patientId } }
  expect((await value(patients.get(created))).dateOfBirth).toBe('2/3/1990')
  const changed = await value(patients.update({ ...created, body: { lastName: 'Reed' } }))
  expect(changed.lastName).toBe('Reed')
  expect((await first(patients.list({ params, query: { name: 'Reed' } }))).id).toBe(patientId)
  await value(patients.delete(created))

  const one = { params: { ...params, patientId: cases.onePacket.id } }
  const { categoryId } = await value(patientCategories.get(one))
  const transition = await first(patientCategories.listTransitions(one))
  expect(transition.toCategoryId).toBe(categoryId)
  const inTransition = { params: { ...one.params, transitionId: transition.id } }
  expect(await value(patientCategories.getTransition(inTransition))).toEqual(transition)

  const allergy = await first(healthProfile.listAllergies(one))
  const inAllergy = { params: { ...params, allergyId: allergy.id } }
  expect(await value(healthProfile.getAllergy(inAllergy))).toEqual(allergy)
  const medication = await first(healthProfile.listMedications(one))
  const inMedication = { params: { ...params, medicationId: medication.id } }
  expect(await value(healthProfile.getMedication(inMedication))).toEqual(medication)
  const problem = await first(healthProfile.listProblems(one))
  const inProblem = { params: { ...params, problemId: problem.id } }
  expect(await value(healthProfile.getProblem(inProblem))).toEqual(problem)
}

/** Calls every operation of identity proof. */
export async function callIdentityProof({ partner, account, control }: Opened): Promise<void> {
  const { identityProof } = partner
  const { phone, id: patientId } = cases.onePacket
  const body = { verificationMethod: 'SMS' as const }
  const proof = await value(identityProof.create({ params: account, body }))
  const one = {
    params: { ...account, id: proof.id },
    headers: { 'x-identity-proof-token': proof.token },
  }
  await value(identityProof.send({ ...one, body: { method: 'SMS', phone } }))
  const code = control.latestCode(phone) ?? ''
  const verified = await value(identityProof.verify({ ...one, body: { method: 'SMS', code } }))
  expect(verified.result).toBe('VERIFIED')
  expect((await value(identityProof.get(one))).methods).toMatchObject([{ status: 'VERIFIED' }])
  expect((await value(identityProof.getPatient(one))).patientId).toBe(patientId)
}
