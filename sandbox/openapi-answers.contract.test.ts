import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { contract } from '../src/contract/index.ts'
import { openApiDocument } from '../src/contract/openapi.ts'
import type { Input, Operation } from '../src/contract/operation.ts'
import { answerFields } from '../src/contract/source.ts'
import { routes } from './routes.ts'
import type { Sandbox } from './sandbox.ts'
import { onePacket } from './seeds/cases.ts'
import { createCaller, send, startStillSandbox } from '../test/harness/sandbox/caller.ts'
import type { Caller, Reply } from '../test/harness/sandbox/caller.ts'
import { createExplorer } from '../test/harness/sandbox/explore.ts'
import type { Explorer } from '../test/harness/sandbox/explore.ts'
import { createAnswerValidator } from '../test/harness/sandbox/openapi.ts'
import type { AnswerValidator, OpenApiDocument } from '../test/harness/sandbox/openapi.ts'

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

const served = routes
  .map(({ operation }) => operation)
  .filter((operation) => operation.interface !== 'auth')
const named = served.map((operation) => [operation.id, operation] as const)
const { identityProof } = contract.partner

let sandbox: Sandbox
let call: Caller
let explorer: Explorer
beforeAll(async () => {
  sandbox = await startStillSandbox()
})
afterAll(() => sandbox.close())
beforeEach(async () => {
  sandbox.control.reset()
  call = await createCaller(sandbox)
  explorer = createExplorer(sandbox, call, served)
})

/** The first answer of an operation that is a success, tried on what there is. */
async function succeed(operation: Operation): Promise<Reply> {
  const seen = new Set<string>()
  for await (const input of explorer.inputsOf(operation)) {
    if (operation.id === identityProof.getPatient.id) await prove(input)
    const reply = await call(operation, input)
    if (reply.status === operation.status) return reply
    seen.add(`${reply.status} ${JSON.stringify(reply.body)}`)
  }
  throw new Error(
    `no input was found with which it works; it answered ${[...seen].slice(0, 3).join(', ')}`,
  )
}

/** Fields of an answer that the contract does not know, by their paths. */
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

async function prove(input: Input<Operation>) {
  const proof = input as Pick<Input<typeof identityProof.send>, 'params' | 'headers'>
  const { phone } = onePacket
  await call(identityProof.send, { ...proof, body: { method: 'SMS', phone } })
  const code = sandbox.control.latestCode(phone) ?? ''
  await call(identityProof.verify, { ...proof, body: { method: 'SMS', code } })
}

describe('what the sandbox answers fits the OpenAPI document', () => {
  it.each(named)('%s', async (_id, operation) => {
    const { status, body } = await succeed(operation)
    if (operation.interface === 'developer') expect(body).toMatchObject({ success: true })
    expect(validate(operation, status, body)).toEqual([])
    expect(undescribed(operation, body)).toEqual([])
  })

  it.each(named)('%s, without a token', async (_id, operation) => {
    const path = operation.path.replaceAll(/\{\w+\}/g, '1')
    const { status, body } = await send(operation.method, `${sandbox.apiUrl}${path}`)
    expect(status).toBe(401)
    expect(validate(operation, status, body)).toEqual([])
  })

  const scoped = named.filter(([, { path }]) => path.includes('{accountId}'))
  it.each(scoped)('%s, for an account that grants nothing', async (_id, operation) => {
    const names = Object.keys(operation.params?.shape ?? {})
    const params = {
      ...Object.fromEntries(names.map((n) => [n, 1])),
      accountId: sandbox.foreignAccountId,
    }
    const { status, body } = await call(operation, { params })
    expect(status).toBe(403)
    expect(validate(operation, status, body)).toEqual([])
  })

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

describe('an answer that the document does not allow is found', () => {
  const { get } = contract.partner.patients
  it.each([
    ['another type', 200, { id: {} }],
    ['a missing field', 200, { name: 'Rosa' }],
    ['another status', 418, {}],
  ])('%s', (_name, status, body) => {
    expect(validate(get, status, body)).not.toEqual([])
  })

  it('no envelope', () => {
    const { list } = contract.developer.locations
    expect(validate(list, 200, { success: true, message: '', data: [northClinic] })).toEqual([])
    expect(validate(list, 200, [northClinic])).not.toEqual([])
  })

  it.each([
    ['a stated field that is missing', { timeZone: undefined }],
    ['a stated field that is null', { active: null }],
    ['a time that is none', { createdOn: 'yesterday' }],
  ])('%s', (_name, change) => {
    const { list } = contract.developer.locations
    const data = [JSON.parse(JSON.stringify({ ...northClinic, ...change })) as unknown]
    expect(validate(list, 200, { success: true, message: '', data })).not.toEqual([])
    expect(list.answer.safeParse(data).success, 'the client reads on').toBe(true)
  })

  it.each([
    ['a failure without a message', { success: false, data: {} }],
    ['a failure without data', { success: false, message: 'No.' }],
    ['a failure with data in it', { success: false, message: 'No.', data: [{ id: 1 }] }],
    ['a success without a message', { success: true, data: [] }],
  ])('%s', (_name, body) => {
    const { list } = contract.developer.locations
    expect(validate(list, 200, { success: false, message: 'No.', data: {} })).toEqual([])
    expect(validate(list, 200, body)).not.toEqual([])
  })
})
