import { readFileSync, statSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import {
  useRunningSandbox,
  startAlteringProxy,
  type Alter,
  fakeTerminal,
  everywhere,
  probeFiles,
  probing,
  remove,
  rename,
  same,
} from '../test/harness/cli/commands.ts'
import { startSandbox } from '../sandbox/sandbox.ts'
import { wireProfile } from '../src/contract/wire-profile.ts'
import { createLineCheck } from '../src/main/vault/audit/audit-line.ts'
import { exitCodes } from './problem.ts'
import { runProbe } from './run-probe.ts'

const { sandbox, folder } = await useRunningSandbox()
const { audit, proposal } = probeFiles(folder)
const noRequest = { method: '', path: '' }

describe('the verdict of the probe', () => {
  const visit = (alter: Alter) => probing(sandbox, folder)(alter, '--only', 'visit')

  it('says of each step that it works, and that a visit would', async () => {
    const { code, out } = await visit(same)
    expect(code).toBe(exitCodes.ok)
    expect(out).toMatch(/^Would a visit work\?\n {2}health check +works\n/)
    expect(out).toMatch(/date of birth +works\n/)
    expect(out).toMatch(/identity proof: create +not tried \(it writes/)
    expect(out).toContain('A visit would work, as far as it was tried.')
  })

  it('names what it tolerates: a bare list, a status in other letters', async () => {
    const listed = await visit((answer) => (answer as { items?: unknown }).items ?? answer)
    expect(listed.code).toBe(exitCodes.ok)
    expect(listed.out).toMatch(
      /packets of a patient +works by tolerance \(a list without a wrapper\)/,
    )
    const lower = await visit((answer) =>
      everywhere(answer, (entry) =>
        'forms' in entry && typeof entry['status'] === 'string'
          ? { ...entry, status: entry['status'].toLowerCase() }
          : entry,
      ),
    )
    expect(lower.out).toMatch(
      /packets of a patient +works by tolerance \(status: a word of the contract in other letters\)/,
    )
  })

  it('tells of packets of others, with which a visit goes on', async () => {
    const rows = (answer: unknown) => (answer as { items: { id: number }[] }).items
    const { code, out } = await visit((answer, { path }) => {
      if (!/\/form\?.*patientId/.test(path)) return answer
      const [first] = rows(answer)
      const others = first ? [{ ...first, id: first.id + 1, patientId: 9 }] : []
      return { items: [...rows(answer), ...others], nextCursor: null }
    })
    expect(out).toMatch(
      /packets of a patient +works by tolerance \(packets of others than the patient that was asked for\)/,
    )
    expect(code).toBe(exitCodes.ok)
  })

  it('takes shorter pages as a visit does', async () => {
    const small = await startSandbox({ profile: wireProfile.parse({ lists: { pageSize: 12 } }) })
    const { code, out } = await probing(small, folder)(same, '--only', 'visit')
    await small.close()
    expect(out).toMatch(/packets of a patient +works\n/)
    expect(code).toBe(exitCodes.ok)
  })

  it('proposes the place of a field that moved, in a file', async () => {
    const { code, out, note } = await visit((answer) =>
      everywhere(answer, ({ dateOfBirth, ...rest }) =>
        dateOfBirth === undefined ? rest : { ...rest, details: { bornTheDay: dateOfBirth } },
      ),
    )
    expect(out).toMatch(/date of birth +works with the proposed profile/)
    expect(code).toBe(exitCodes.needsProfile)
    expect(note).toContain(proposal)
    expect(JSON.parse(readFileSync(proposal, 'utf8'))).toEqual({
      read: { fields: { 'patient.dateOfBirth': 'details.bornTheDay' } },
    })
  })

  it('proposes the place of a list under another name', async () => {
    const { code } = await visit((answer) => rename('items', 'results')(answer, noRequest))
    expect(code).toBe(exitCodes.needsProfile)
    expect(JSON.parse(readFileSync(proposal, 'utf8'))).toEqual({
      read: { fields: { 'list.items': 'results' } },
    })
  })

  it('says why a visit would not work: what was expected, what came, and on what it rests', async () => {
    const { code, out } = await visit(rename('url', 'secretWay'))
    expect(code).toBe(exitCodes.ok)
    const gone = await visit(remove('url'))
    expect(gone.code).toBe(exitCodes.visitFails)
    expect(gone.out).toMatch(
      /address of the form +does not work \(expected an address, found object; .*rests on .*url-answers/,
    )
    expect(gone.out).toContain('not found by comparison: name the place of address.url yourself')
    expect(gone.out).toMatch(
      /A visit would not work\.\n {2}address of the form: expected an address, found object; .*read\.fields of a wire profile\n/,
    )
    expect(out).toMatch(/address of the form +works by tolerance/)
  })

  it('does not take it for a yes that no visit could be tried, and says why', async () => {
    const list = (answer: unknown, { path }: { path: string }, more: object) =>
      /\/form\?/.test(path) ? { ...(answer as object), ...more } : answer
    const broken = await visit((answer, request) => list(answer, request, { errors: ['partial'] }))
    expect(broken.code).toBe(exitCodes.visitFails)
    expect(broken.out).toMatch(
      /A visit would not work\.\n {2}packets of a patient: expected a list/,
    )
    const counted = await visit((answer, request) => list(answer, request, { total: 900 }))
    expect(counted.code).toBe(exitCodes.visitFails)
    expect(counted.out).toContain(
      'packets of a patient: expected a list of form packets, found a list that may not be whole',
    )
    expect(counted.out).toContain('total: number }')
    expect(counted.out).toContain('name its place as list.nextCursor')
    const empty = await visit((answer, request) => list(answer, request, { items: [] }))
    expect(empty.code).toBe(exitCodes.visitFails)
    expect(empty.out).toMatch(/could not be tried\.\n {2}packets of a patient: no patient found/)
  })

  it('says once that there is no token', async () => {
    const { terminal, written } = fakeTerminal({
      environment: { FOYER_PARTNER_CLIENT_ID: 'a', FOYER_PARTNER_CLIENT_SECRET: 'b' },
    })
    const there = ['--service', sandbox.apiUrl, '--account', String(sandbox.accountId)]
    const code = await runProbe([...there, '--location', '301'], terminal)
    expect(code).toBe(exitCodes.refused)
    expect(written.out.match(/no access token/g)?.length).toBeLessThanOrEqual(3)
  })

  it('asks nothing of a service that is no sandbox without an audit, and audits each access', async () => {
    const { terminal, written } = fakeTerminal({
      environment: {
        FOYER_DATA_DIR: folder,
        FOYER_PARTNER_CLIENT_ID: 'a',
        FOYER_PARTNER_CLIENT_SECRET: 'b',
      },
    })
    const proxy = await startAlteringProxy(sandbox.apiUrl, same)
    expect(await runProbe(['--service', proxy.url, '--account', '7'], terminal)).toBe(
      exitCodes.usage,
    )
    expect(written.note).toContain('--audit is missing')
    expect(proxy.requests).toEqual([])
    await proxy.close()

    await visit(same)
    const lines = readFileSync(audit, 'utf8').trimEnd().split('\n')
    expect(lines.at(-1)).toContain('"operation":"partner.')
    const check = createLineCheck()
    for (const line of lines) check.add(line)
    expect(check.collected()).toEqual({ entries: lines.length, broken: [] })
    expect(statSync(audit).mode & 0o777).toBe(0o600)
  })
})
