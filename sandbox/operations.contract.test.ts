import { afterAll, describe, expect, it } from 'vitest'
import { createErrorRecorder } from '../cli/service/error-recorder.ts'
import { contract } from '../src/contract/index.ts'
import { openApiDocument } from '../scripts/openapi.ts'
import { listOperations, type Input, type Operation } from '../src/contract/operation.ts'
import { answerFields } from '../src/contract/source.ts'
import { getAt } from '../src/contract/wire/json-path.ts'
import { createIntakeClient } from '../src/main/intake/client/client.ts'
import { routes } from './sandbox.ts'
import { onePacket, threePackets } from './seeds/cases.ts'
import {
  createCaller,
  openStillSandbox,
  send,
  startStillSandbox,
  useSandbox,
} from '#harness/sandbox/client.ts'
import { seededInput } from '#harness/sandbox/seeded-input.ts'
import {
  createAnswerValidator,
  type AnswerValidator,
  type OpenApiDocument,
} from '#harness/sandbox/openapi.ts'
import { clientOptionsOf } from '#harness/service/connect-to.ts'

type Fields = Readonly<Record<string, unknown>>

const validators = {
  partner: createAnswerValidator(openApiDocument('partner') as OpenApiDocument),
  developer: createAnswerValidator(openApiDocument('developer') as OpenApiDocument),
}
const validate: AnswerValidator = (operation, ...answer) =>
  validators[operation.interface === 'auth' ? 'partner' : operation.interface](operation, ...answer)

const northClinic = {
  id: 1,
  name: 'North',
  active: true,
  timeZone: 'America/Denver',
  createdOn: '2030-05-31T09:00:00Z',
  lastUpdatedOn: '2030-05-31T09:00:00Z',
}

const served = listOperations({ partner: contract.partner, developer: contract.developer })
const { identityProof } = contract.partner
const sandbox = openStillSandbox()
const call = createCaller(sandbox)
const place = { accountId: sandbox.accountId, locationId: sandbox.locationIds[0] }
const paramsOf = ({ params }: Operation, own: object) => ({
  ...Object.fromEntries(Object.keys(params?.shape ?? {}).map((name) => [name, 1])),
  ...own,
})

it('the sandbox serves every operation of the contract, each once, and no other', () => {
  const ids = (operations: readonly Operation[]) => operations.map(({ id }) => id).sort()
  expect(ids(routes.map(({ operation }) => operation))).toEqual(ids(listOperations(contract)))
})

/** Lists fields of an answer unknown to the contract, by their paths. */
function undescribed(operation: Operation, body: unknown): string[] {
  const known = new Map(answerFields(operation).map(({ path, types }) => [path, types]))
  const extra = new Set<string>()
  const visit = (value: unknown, path: string) => {
    const types = known.get(path)
    if (!types) extra.add(path)
    if (!types || types.includes('any') || typeof value !== 'object' || value === null) return
    if (Array.isArray(value)) for (const item of value) visit(item, `${path}[]`)
    else for (const [name, field] of Object.entries(value)) visit(field, `${path}.${name}`)
  }
  if (operation.status !== 204)
    visit(operation.interface === 'developer' ? (body as { data: unknown }).data : body, '$')
  return [...extra]
}

/** Another one over HTTP, and the real client of it; `recorder` keeps its last answer as it came. */
const overHttp = await startStillSandbox()
const recorder = createErrorRecorder()
const client = createIntakeClient({ ...clientOptionsOf(overHttp), dispatcher: recorder.dispatcher })
afterAll(() => recorder.close())

describe('every operation, called by the client over HTTP, answers as the OpenAPI document says', () => {
  const { control, call } = useSandbox(overHttp)

  it.each(served)('$id', async (operation) => {
    const input = await seededInput(operation, call)
    if (operation.id === identityProof.getPatient.id) {
      const proof = input as Pick<Input<typeof identityProof.send>, 'params' | 'headers'>
      const { phone } = onePacket
      await call(identityProof.send, { ...proof, body: { method: 'SMS', phone } })
      const code = control.latestCode(phone) ?? ''
      await call(identityProof.verify, { ...proof, body: { method: 'SMS', code } })
    }
    const perform = getAt(client, operation.id.split('.')) as (given: unknown) => Promise<object>
    expect(await perform(input)).toMatchObject({ ok: true })
    const [status, body] = [recorder.status() ?? 0, recorder.body() ?? '']
    expect(status).toBe(operation.status)
    expect(validate(operation, status, body)).toEqual([])
    expect(undescribed(operation, body)).toEqual([])
  })
})

const refusal = (status: number, error: string) => ({ status, body: { error } })

describe('every operation is refused as the OpenAPI document says', () => {
  const where = (name: string) => served.filter(({ path }) => path.includes(`{${name}}`))
  async function check(operation: Operation, input: object, expected: object) {
    const reply = await call<Operation>(operation, input)
    expect(reply).toMatchObject(expected)
    expect(validate(operation, reply.status, reply.body)).toEqual([])
  }

  it.each(served)('without a token: $id', async (operation) => {
    const path = operation.path.replaceAll(/\{\w+\}/g, '1')
    const { status, body } = await send(operation.method, `${sandbox.apiUrl}${path}`)
    expect(status).toBe(401)
    expect(validate(operation, status, body)).toEqual([])
  })

  it.each(where('accountId'))('for an account that grants nothing: $id', async (operation) => {
    for (const accountId of [sandbox.foreignAccountId, 424242]) {
      const params = paramsOf(operation, { accountId, locationId: 901 })
      await check(operation, { params }, refusal(403, 'account_not_granted'))
    }
  })

  it.each(where('locationId'))('for a location of another account: $id', async (operation) => {
    const params = paramsOf(operation, { ...place, locationId: 901 })
    await check(operation, { params }, refusal(403, 'location_not_granted'))
  })

  const ofRecords = served.filter(
    ({ method, interface: of, params }) =>
      method === 'GET' &&
      of === 'partner' &&
      Object.keys(params?.shape ?? {}).some((name) => !/^(account|location)Id$/.test(name)),
  )
  it.each(ofRecords)('for a record that is not there: $id', async (operation) => {
    const params = paramsOf(operation, place)
    const isProof = 'x-identity-proof-token' in (operation.headers?.shape ?? {})
    const headers = isProof ? { headers: { 'x-identity-proof-token': 'x' } } : {}
    await check(operation, { params, ...headers }, refusal(404, 'not_found'))
  })

  const { partner } = contract
  const { healthProfile } = partner
  it.each<[Operation, object]>([
    [partner.patients.get, { patientId: 9001 }],
    [partner.patients.get, { patientId: '5001x' }],
    [partner.formPackets.get, { formPacketId: 20_071 }],
    [partner.appointmentTypes.get, { appointmentTypeId: 911 }],
    [partner.crmStatusGroups.get, { groupId: 1901 }],
    [partner.crmStatusGroups.listStatuses, { groupId: 1901 }],
    [partner.crmStatusGroups.getStatus, { groupId: 1901, statusId: 1911 }],
    [partner.crmStatusGroups.getStatus, { groupId: 1101, statusId: 1123 }],
    [partner.categories.get, { categoryId: 1902 }],
    [partner.patientCategories.getTransition, { patientId: threePackets.id, transitionId: 1301 }],
    [healthProfile.getAllergy, { allergyId: 2105 }],
    [healthProfile.getMedication, { medicationId: 2204 }],
    [healthProfile.getProblem, { problemId: 2304 }],
    [healthProfile.listAllergies, { patientId: 9001 }],
    [healthProfile.listMedications, { patientId: 9001 }],
    [healthProfile.listProblems, { patientId: 9001 }],
    [partner.invoices.get, { invoiceId: 2505 }],
    [partner.invoices.get, { invoiceId: 2506 }],
    [partner.invoices.getLineItem, { invoiceId: 2502, lineItemId: 25011 }],
    [partner.labs.get, { labId: 2405 }],
    [partner.labs.get, { labId: 2406 }],
    [partner.labs.getTestComponent, { labId: 2402, componentId: 240111 }],
  ])('for a record of another account, place or owner: $0.id $1', async (operation, own) => {
    const known: Fields = { ...place, ...own }
    const names = Object.keys(operation.params?.shape ?? {})
    const params = Object.fromEntries(names.map((name) => [name, known[name]]))
    await check(operation, { params }, refusal(404, 'not_found'))
  })
})

describe('what a list shows', () => {
  /** Operations that give one record, and the list that shows it: the one before it, or one that ends alike. */
  const lists = served.filter(({ method }) => method === 'GET')
  const pairs = lists.flatMap((get) => {
    const [, before = '', name = ''] = /^(.*)\/\{(\w+)\}$/.exec(get.path) ?? []
    const tail = before.slice(before.lastIndexOf('}'))
    const list =
      lists.find(({ path }) => path === before) ?? lists.find(({ path }) => path.endsWith(tail))
    return name && list ? [{ id: get.id, get, list, name }] : []
  })
  expect(pairs.length).toBeGreaterThan(20)

  it.each(pairs)('is what its id gives: $id', async ({ get, list, name }) => {
    const within = (body: unknown) => (body as { data?: unknown }).data ?? body
    const found = await seededInput(list, call)
    const reply = within((await call<Operation>(list, found)).body)
    const [own = {}] = Array.isArray(reply)
      ? (reply as Fields[])
      : (reply as { items: Fields[] }).items
    const known: Fields = { ...(found as { params?: Fields }).params, [name]: own['id'] }
    const names = Object.keys(get.params?.shape ?? {})
    const params = Object.fromEntries(names.map((each) => [each, known[each]]))
    const record = within((await call<Operation>(get, { params })).body) as Fields
    const shared = Object.keys(own).filter((each) => each in record)
    expect(shared.length).toBeGreaterThan(2)
    expect(record).toMatchObject(Object.fromEntries(shared.map((each) => [each, own[each]])))
  })
})

describe('other refusals and the tokens fit the document', () => {
  it.each([
    ['a header that is missing', identityProof.get, { id: 1 }, {}],
    ['a parameter that is too much', contract.partner.crmStatusGroups.list, {}, { surprise: 1 }],
  ])('%s', async (_name, operation, id, query) => {
    const params = { accountId: sandbox.accountId, ...id }
    const { status, body } = await call<Operation>(operation, { params, query })
    expect(status).toBe(400)
    expect(validate(operation, status, body)).toEqual([])
  })

  it.each([contract.auth.partnerToken, contract.auth.developerToken])('$id', async (operation) => {
    const { partner, developer } = sandbox.credentials
    const basic = Buffer.from(`${developer.clientId}:${developer.clientSecret}`).toString('base64')
    const headers = {
      'content-type': 'application/x-www-form-urlencoded',
      authorization: `Basic ${basic}`,
    }
    const secrets = `client_id=${partner.clientId}&client_secret=${partner.clientSecret}`
    const own = operation.id === contract.auth.partnerToken.id ? `&${secrets}` : ''
    const by = own === '' ? validators.developer : validators.partner
    for (const [grant, expected] of [
      ['client_credentials', 200],
      ['password', 400],
    ] as const) {
      const url = `${sandbox.apiUrl}${operation.path}`
      const { status, body } = await send('POST', url, {
        headers,
        body: `grant_type=${grant}${own}`,
      })
      expect(status).toBe(expected)
      expect(by(operation, status, body)).toEqual([])
    }
  })
})

it('an answer without its envelope is found', () => {
  const { list } = contract.developer.locations
  expect(validate(list, 200, { success: true, message: '', data: [northClinic] })).toEqual([])
  expect(validate(list, 200, [northClinic])).not.toEqual([])
})
