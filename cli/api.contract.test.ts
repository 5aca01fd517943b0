import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { beforeEach, describe, expect, it } from 'vitest'
import * as cases from '../sandbox/seeds/cases.ts'
import {
  useRunningSandbox,
  environmentOf,
  atService,
  callApi,
  serviceAt,
  type Alter,
  remove,
  same,
} from '#harness/cli/commands.ts'
import { exitCodes } from './problem.ts'
import { runApi } from './run-api.ts'
import type { Terminal } from './terminal.ts'
import { readFileSync, writeFileSync } from 'node:fs'

const { sandbox, folder } = await useRunningSandbox()
beforeEach(() => sandbox.control.reset())

const api = (args: readonly string[], options: Partial<Terminal> = {}) =>
  callApi(['--service', sandbox.apiUrl, ...args], options)

const { FOYER_CONFIG: _, FOYER_DATA_DIR: __, ...credentials } = environmentOf(sandbox, folder)
const { id } = cases.onePacket

describe('foyer api', () => {
  it('prints the whole answer as JSON, and nothing else on standard output', async () => {
    const { code, json } = await api(['partner.patients.get', '--patient', String(id), '--json'])
    expect(code).toBe(exitCodes.ok)
    expect(json()).toMatchObject({ id, practitioners: expect.any(Array) as unknown })
  })

  it('draws a table within the terminal, and says that there is more', async () => {
    const list = ['partner.patients.list', '--limit', '3']
    const { code, out, note } = await api(list, { columns: 80 })
    expect(code).toBe(exitCodes.ok)
    const lines = out.trimEnd().split('\n')
    expect(lines).toHaveLength(5)
    expect(lines[0]).toMatch(/^ *id {2}name/)
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80)
    expect(note).toContain('--all')
  })

  it('draws the columns that are asked for', async () => {
    const { out } = await api(['partner.patients.list', '--limit=2', '--columns', 'lastName, id'])
    expect(out.split('\n')[0]).toMatch(/^lastName +id$/)
    const one = await api(['partner.patients.get', `--patient=${id}`, '--columns=lastName,id'])
    expect(one.out.match(/^\w+/gm)?.sort()).toEqual(['id', 'lastName'])
  })

  it('follows every page with --all, and tells how far it is', async () => {
    const one = await api(['partner.patients.list', '--limit', '1000', '--json'])
    const all = await api(['partner.patients.list', '--limit', '7', '--all', '--json'])
    const ids = (answer: Record<string, unknown>) =>
      (answer['items'] as { id: number }[]).map((each) => each.id)
    expect(ids(one.json()).length).toBeGreaterThan(50)
    expect(ids(all.json())).toEqual(ids(one.json()))
    expect(all.note).toMatch(/\d+ records, \d+ pages/)
    const live = await api(['partner.patients.list', '--limit', '20', '--all'], { live: true })
    expect(live.note).toContain('\r\u001b[K20 records, 1 page\r\u001b[K40 records, 2 pages')
  })

  it('keeps what it writes in the sandbox that runs: create, read, archive', async () => {
    const template = String(sandbox.defaultTemplateGroupId)
    const made = await api([
      'partner.formPackets.create',
      ...['--patient', String(cases.noPacket.id), '--form-template-group', template],
      ...['--due-date', '2031-01-02', '--json'],
    ])
    const { id: packet } = made.json() as { id: number }
    const read = await api(['partner.formPackets.get', '--form-packet', String(packet), '--json'])
    expect(read.json()).toMatchObject({ id: packet, dueDate: '2031-01-02' })
    const archived = await api(['partner.formPackets.archive', `--form-packet=${packet}`])
    expect(archived.out).toMatch(/^archivedAt +\d{4}-\S+$/m)
  })

  it('takes a body from a file or from standard input, and a secret from a file', async () => {
    const file = join(folder, 'body.json')
    await writeFile(file, JSON.stringify({ firstName: 'Ada', lastName: 'Quill' }))
    const fromFile = await api(['partner.patients.create', '--body', file, '--json'])
    expect(fromFile.json()).toMatchObject({ firstName: 'Ada' })
    const fromInput = ['partner.patients.create', '--body', '-', '--last-name=Reed', '--json']
    const piped = await api(fromInput, { readInput: () => readFile(file, 'utf8') })
    expect(piped.json()).toMatchObject({ firstName: 'Ada', lastName: 'Reed' })

    const create = ['partner.identityProof.create', '--verification-method', 'sms', '--json']
    const proof = await api(create)
    const { id: proofId, token } = proof.json() as { id: string; token: string }
    const secret = join(folder, 'token')
    await writeFile(secret, `${token}\n`)
    const status = ['partner.identityProof.get', '--id', proofId, '--json']
    const seen = await api([...status, '--identity-proof-token', `@${secret}`])
    expect(seen.json()).toMatchObject({ id: proofId })
    const wrong = await api([...status, '--identity-proof-token', `@${folder}/none`])
    expect(wrong).toMatchObject({ code: exitCodes.usage, out: '' })
  })

  it('shows a request without sending it', async () => {
    const before = sandbox.control.counts().patients
    const args = ['partner.patients.create', '--first-name=Ada', '--last-name=Reed', '--dry-run']
    const { out, code } = await api(args)
    expect(code).toBe(exitCodes.ok)
    expect(out).toBe(
      `POST /partner/v2/account/${sandbox.accountId}/patients\n{"firstName":"Ada","lastName":"Reed"}\n`,
    )
    expect(sandbox.control.counts().patients).toBe(before)
  })

  it('says nothing but the answer when it is to be quiet, and null where there is none', async () => {
    const deleted = await api(['partner.patients.delete', `--patient=${id}`, '--json', '--quiet'])
    expect(deleted).toMatchObject({ code: exitCodes.ok, out: 'null\n', note: '' })
  })
})

describe('what goes wrong', () => {
  it.each([
    ['partner.patients.get --patient 999999', 'refused', '404'],
    ['partner.patients.list --account 202', 'refused', '403'],
    ['developer.patients.get --patient 999999', 'refused', 'said no'],
    ['developer.locations.list --all', 'usage', '--all'],
    ['partner.patients.list --columns=id,fistName', 'usage', '(did you mean firstName?)'],
    ['partner.patients.list --columns=id --json', 'usage', 'go'],
  ] as const)('%s: %s, %s', async (args, code, words) => {
    const result = await api(args.split(' '))
    expect(result).toMatchObject({ code: exitCodes[code], out: '' })
    expect(result.note).toContain(words)
  })

  it('is an error object on standard error for programs', async () => {
    const unknown = ['partner.patients.get', '--patient=999999', '--json', '-q']
    const { code, out, note } = await api(unknown)
    expect({ code, out }).toEqual({ code: exitCodes.refused, out: '' })
    expect(JSON.parse(note)).toEqual({
      error: { kind: 'notFound', operation: 'partner.patients.get', attempts: 1 },
      reason: expect.any(String) as string,
    })
  })

  it('a service that is down, or has a fault', async () => {
    sandbox.control.addFault({ status: 503, pathIncludes: '/patients' })
    expect((await api(['partner.patients.list'])).code).toBe(exitCodes.unreachable)
    const environment = { FOYER_PARTNER_CLIENT_ID: 'a', FOYER_PARTNER_CLIENT_SECRET: 'b' }
    const nowhere = ['partner.patients.list', '--service', 'http://127.0.0.1:1', '--account=7']
    const audit = ['--audit', join(folder, 'down.jsonl')]
    const { code } = await callApi([...nowhere, ...audit], { environment })
    expect(code).toBe(exitCodes.unreachable)
  })

  it('an answer out of contract, of which no value is told', async () => {
    const alter = () => ({ id: 'Zebedee', items: 'Zebedee' })
    const result = await callAt(['partner.patients.list'], { alter })
    expect(result).toMatchObject({ code: exitCodes.unreadable, out: '' })
    expect(result.note).toContain('expected array at $.items, found text')
    expect(result.note).toContain('list-pages')
    expect(result.note).not.toContain('Zebedee')
  })

  it('no credentials for a real service, and an address that is not protected', async () => {
    const none = await api(['partner.patients.list', '--service', 'https://intake.example'])
    expect(none).toMatchObject({ code: exitCodes.configuration })
    expect(none.note).toContain('FOYER_PARTNER_CLIENT_SECRET')
    const open = await api(['partner.patients.list', '--service', 'http://intake.example'])
    expect(open).toMatchObject({ code: exitCodes.usage })
  })
})

describe('the service of the settings', () => {
  it('is called with the credentials of the environment, which no child inherits', async () => {
    const { apiUrl, accountId, locationIds } = sandbox
    const config = join(folder, 'foyer.config.json')
    const service = serviceAt(apiUrl, { accountId, locationId: locationIds[1] })
    await writeFile(config, JSON.stringify({ service }))
    const environment = { ...credentials, FOYER_CONFIG: config }
    const called = await callApi(['partner.formPackets.list', '--json'], { environment })
    expect(called.code).toBe(exitCodes.ok)
    const { items } = called.json() as { items: { locationId: number }[] }
    expect(new Set(items.map(({ locationId }) => locationId))).toEqual(new Set([locationIds[1]]))
    expect(Object.keys(environment)).toEqual(['FOYER_CONFIG'])
    for (const secret of Object.values(credentials) as string[]) {
      expect(called.note).not.toContain(secret)
      expect(called.out).not.toContain(secret)
    }
  })

  it('is told what is wrong in it', async () => {
    const config = join(folder, 'wrong.json')
    await writeFile(config, '{"service":{"partnerUrl":"http://intake.example"}}')
    const called = await callApi(['partner.patients.list'], {
      environment: { FOYER_CONFIG: config },
    })
    expect(called.code).toBe(exitCodes.configuration)
    expect(called.note).toContain('service.partnerUrl')
  })
})

it('the command as a process starts a sandbox of its own and leaves nothing behind', async () => {
  const script = join(import.meta.dirname, 'main.ts')
  const args = [script, 'api', 'partner.patients.list', '--limit=2', '--sandbox', '--json']
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  const [out, note, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close') as Promise<[number]>,
  ])
  expect(code).toBe(0)
  expect((JSON.parse(out) as { items: unknown[] }).items).toHaveLength(2)
  expect(note).toContain('a sandbox for this command alone')
})

async function callAt(args: readonly string[], about: { alter?: Alter; tests?: string } = {}) {
  const audit = join(folder, `${crypto.randomUUID()}.jsonl`)
  const called = await atService(sandbox, folder)({ run: runApi }, [...args, '--audit', audit], {
    alter: about.alter ?? same,
    ...(about.tests !== undefined && {
      environment: { FOYER_SERVICE_TEST_ACCOUNT_IDS: about.tests },
    }),
  })
  return { ...called, audit }
}

const list = ['partner.formPackets.list', '--location', '301']
const calls = (requests: readonly { path: string }[]) =>
  requests.filter(({ path }) => !path.includes('/token'))

describe('foyer api --unchecked', () => {
  it('sends on a test account what the contract would refuse, and audits it', async () => {
    const refused = await callAt([...list, '--limit', 'many'])
    expect(refused).toMatchObject({ code: exitCodes.usage, requests: [] })
    const sent = await callAt([...list, '--limit', 'many', '--unchecked'], {
      tests: `[${sandbox.accountId}]`,
    })
    expect(calls(sent.requests).map(({ path }) => path)).toEqual([
      expect.stringContaining('limit=many'),
    ])
    // The service's objection is shown.
    expect(sent.code).toBe(exitCodes.refused)
    expect(sent.note).toContain('The service says:')
    expect(readFileSync(sent.audit, 'utf8')).toContain('"operation":"partner.formPackets.list"')
  })

  it('sends fields and types of the caller in a body', async () => {
    const body = join(folder, 'body.json')
    writeFileSync(body, JSON.stringify({ verificationMethod: 7, extra: { a: 1 } }))
    const args = ['partner.identityProof.create', '--body', body, '--unchecked', '--dry-run']
    const { out, code } = await callAt(args)
    expect(code).toBe(exitCodes.ok)
    expect(JSON.parse(out.split('\n')[1] ?? '')).toEqual({ verificationMethod: 7, extra: { a: 1 } })
  })

  it.each([[undefined], ['[]'], ['[999]']])(
    'is refused on an account that the settings do not name for tests: %s',
    async (tests) => {
      const { code, note, requests } = await callAt([...list, '--limit', 'many', '--unchecked'], {
        ...(tests !== undefined && { tests }),
      })
      expect(code).toBe(exitCodes.usage)
      expect(note).toContain('service.testAccountIds')
      expect(requests).toEqual([])
    },
  )

  it('says which part of a path is missing or cannot be written', async () => {
    const get = ['partner.formPackets.get', '--location', '301', '--unchecked']
    const { note, requests } = await callAt(get)
    expect(note).toMatch(/formPacketId cannot stand in a path/)
    expect(requests).toEqual([])
    const wrong = await callAt([...list, '--unchecked'], { tests: 'all' })
    expect(wrong).toMatchObject({ code: exitCodes.configuration, requests: [] })
  })
})

it('foyer api --strict takes an answer only as the contract states it: what was expected, what came, the assumption', async () => {
  const alter = remove('nextCursor')
  expect((await callAt(list, { alter })).code).toBe(exitCodes.ok)
  const strict = await callAt([...list, '--strict'], { alter })
  expect(strict.code).toBe(exitCodes.unreadable)
  expect(strict.note).toContain(
    'expected string or null at $.nextCursor, found nothing, which shakes the assumption list-pages (docs/assumptions.md)',
  )
  expect((await callAt([...list, '--strict'])).code).toBe(exitCodes.ok)
})
