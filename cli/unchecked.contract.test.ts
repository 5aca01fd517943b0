import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import {
  useRunningSandbox,
  startAlteringProxy,
  type Alter,
  callApi,
  environmentOf,
  remove,
  same,
} from '../test/harness/cli/commands.ts'
import { exitCodes } from './problem.ts'

const { sandbox, folder } = await useRunningSandbox()

async function api(args: readonly string[], about: { alter?: Alter; tests?: string } = {}) {
  const proxy = await startAlteringProxy(sandbox.apiUrl, about.alter ?? same)
  onTestFinished(() => proxy.close())
  const environment = {
    ...environmentOf(sandbox, folder),
    ...(about.tests !== undefined && { FOYER_SERVICE_TEST_ACCOUNT_IDS: about.tests }),
  }
  const audit = join(folder, `${crypto.randomUUID()}.jsonl`)
  const there = ['--service', proxy.url, '--account', String(sandbox.accountId), '--audit', audit]
  const called = await callApi([...args, ...there], { environment })
  return { ...called, requests: proxy.requests, audit }
}

const list = ['partner.formPackets.list', '--location', '301']
const calls = (requests: readonly { path: string }[]) =>
  requests.filter(({ path }) => !path.includes('/token'))

describe('npm run api -- --unchecked', () => {
  it('sends on a test account what the contract would refuse, and audits it', async () => {
    const refused = await api([...list, '--limit', 'many'])
    expect(refused).toMatchObject({ code: exitCodes.usage, requests: [] })
    const sent = await api([...list, '--limit', 'many', '--unchecked'], {
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
    const { out, code } = await api(args)
    expect(code).toBe(exitCodes.ok)
    expect(JSON.parse(out.split('\n')[1] ?? '')).toEqual({ verificationMethod: 7, extra: { a: 1 } })
  })

  it.each([[undefined], ['[]'], ['[999]']])(
    'is refused on an account that the settings do not name for tests: %s',
    async (tests) => {
      const { code, note, requests } = await api([...list, '--limit', 'many', '--unchecked'], {
        ...(tests !== undefined && { tests }),
      })
      expect(code).toBe(exitCodes.usage)
      expect(note).toContain('service.testAccountIds')
      expect(requests).toEqual([])
    },
  )

  it('says which part of a path is missing or cannot be written', async () => {
    const { note, requests } = await api([
      'partner.formPackets.get',
      '--location',
      '301',
      '--unchecked',
    ])
    expect(note).toMatch(/formPacketId cannot stand in a path/)
    expect(requests).toEqual([])
    const wrong = await api([...list, '--unchecked'], { tests: 'all' })
    expect(wrong).toMatchObject({ code: exitCodes.configuration, requests: [] })
  })
})

it('npm run api -- --strict takes an answer only as the contract states it: what was expected, what came, the assumption', async () => {
  const alter = remove('nextCursor')
  const tolerant = await api(list, { alter })
  expect(tolerant.code).toBe(exitCodes.ok)
  const strict = await api([...list, '--strict'], { alter })
  expect(strict.code).toBe(exitCodes.unreadable)
  expect(strict.note).toContain(
    'expected string or null at $.nextCursor, found nothing, which shakes the assumption list-pages (docs/assumptions.md)',
  )
  expect((await api([...list, '--strict'])).code).toBe(exitCodes.ok)
})
