import { expect, it } from 'vitest'
import { contract } from '../../contract/index.ts'
import { visitReaders } from '../../contract/readers/visit-readers.ts'
import { connect, sendJson } from '../../../test/harness/service/test-service.ts'
import { createJudgedRead } from './fault-judge.ts'

const { patients } = contract.partner
const { signal } = new AbortController()

/** Reads a patient at a service that answers so for the patient, and for everything else. */
async function judgedBy(patient: () => number, others = 200) {
  const { client } = await connect((request, response) => {
    const isPatient = request.url.includes('/patient')
    sendJson(response, { id: 9, dateOfBirth: '3/7/1984' }, isPatient ? patient() : others)
  })
  const read = createJudgedRead(client, { accountId: 7, locationId: 2 })
  return async () => {
    const input = { params: { accountId: 7, patientId: 9 } }
    const result = await read(patients.get, visitReaders.birthDate(9), input, signal)
    return result.ok ? 'read' : result.error.isolated === true ? 'isolated' : 'failed'
  }
}

it.each([401, 403, 501])('judges %i at once by whether the rest works', async (status) => {
  expect(await (await judgedBy(() => status))()).toBe('isolated')
  expect(await (await judgedBy(() => status, status))()).toBe('failed')
})

it('judges an internal error when it comes a second time in a row', async () => {
  let status = 500
  const ask = await judgedBy(() => status)
  expect(await ask()).toBe('failed')
  status = 200
  expect(await ask()).toBe('read')
  status = 500
  expect(await ask()).toBe('failed')
  expect(await ask()).toBe('isolated')
})

it.each([404, 502, 503])('does not judge %i: it says what it means', async (status) => {
  const ask = await judgedBy(() => status)
  expect([await ask(), await ask(), await ask()]).toEqual(['failed', 'failed', 'failed'])
})
