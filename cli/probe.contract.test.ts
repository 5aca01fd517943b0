import { describe, expect, it } from 'vitest'
import {
  useRunningSandbox,
  type Alter,
  fakeTerminal,
  everywhere,
  probeFiles,
  probing,
  remove,
  rename,
  retype,
  same,
  atService,
} from '#harness/cli/commands.ts'
import { exitCodes } from './problem.ts'
import { reads } from './probe/plan.ts'
import { probe as probeCommand } from './run-probe.ts'
import { readFileSync, statSync } from 'node:fs'
import { createLineCheck } from '../src/main/vault/audit/audit-line.ts'

const { sandbox, folder } = await useRunningSandbox()
const { audit, proposal } = probeFiles(folder)

const probe = probing(sandbox, folder)

describe('the probe', () => {
  it('finds nothing at the sandbox that contradicts the contract, and only reads', async () => {
    const { code, result, requests } = await probe(same, '--json')
    expect(code).toBe(exitCodes.ok)
    const { differences, notRead, areas, assumptions } = result()
    expect(differences.filter(({ kind }) => kind !== 'absent')).toEqual([])
    expect(differences.filter(({ source }) => source === 'stated')).toEqual([])
    expect(notRead.map(({ operation }) => operation)).toEqual([
      'partner.identityProof.get',
      'partner.identityProof.getPatient',
      'partner.remoteCareConversions.get',
    ])
    expect(areas.reduce((sum, { operations }) => sum + operations, 0)).toBe(reads.length)
    expect(assumptions.length).toBeGreaterThan(20)
    expect(assumptions.filter(({ verdict }) => verdict === 'differs')).toEqual([])
    const writes = requests.filter(({ method }) => method !== 'GET')
    const written = new Set(writes.map(({ method, path }) => `${method} ${path}`))
    expect([...written].sort()).toEqual(['POST /oauth/token', 'POST /oauth2/token'])
  })

  const found = async (alter: Alter, only: string) => {
    const { code, result } = await probe(alter, '--json', '--only', only)
    return { code, ...result() }
  }

  it('finds an assumed field that was removed, and says on what it rested', async () => {
    const assumption = 'appointment-shape'
    const removed = remove('startAt')
    const { code, differences, assumptions } = await found(removed, 'partner.appointments')
    expect(code).toBe(exitCodes.ok)
    const missing = { kind: 'missing', found: 'never there', source: 'assumed', assumption }
    expect(differences).toContainEqual(
      expect.objectContaining({ path: '$.items[].startAt', ...missing }),
    )
    expect(assumptions).toContainEqual(
      expect.objectContaining({ assumption, verdict: 'differs', differing: 2 }),
    )
  })

  let times = 0
  const everySecond: Alter = (answer) =>
    everywhere(answer, ({ startAt, ...rest }) =>
      startAt !== undefined && times++ % 2 === 0 ? { ...rest, startAt } : rest,
    )
  const missing = { kind: 'missing', expected: 'string', source: 'stated' }
  const [list, locations] = ['developer.patients.list', 'developer.locations.list'] as const
  const type = { kind: 'type', source: 'stated' }
  it.each<[string, Alter, string, keyof typeof exitCodes, object[]]>([
    [
      'a stated field that was renamed: missing, and another extra',
      rename('firstName', 'givenName'),
      ...([list, 'differs'] as const),
      [
        { operation: list, path: '$[].firstName', ...missing, found: 'never there' },
        { path: '$[].givenName', kind: 'extra', found: 'string' },
      ],
    ],
    [
      'a required field that is only sometimes there',
      ...([everySecond, 'partner.appointments.list', 'ok'] as const),
      [{ kind: 'missing', found: 'not always there' }],
    ],
    // The client is lenient where the document is not.
    [
      'a text that became a number',
      ...([retype('name', 7), locations, 'differs'] as const),
      [{ ...type, path: '$[].name', expected: 'string', found: 'integer' }],
    ],
    [
      'an id that became a text',
      ...([retype('id', 'abc'), locations, 'differs'] as const),
      [{ ...type, path: '$[].id', expected: 'integer', found: 'string' }],
    ],
    [
      'a flag that became nothing',
      ...([retype('active', null), locations, 'differs'] as const),
      [{ ...type, path: '$[].active', expected: 'boolean', found: 'null' }],
    ],
    [
      'nothing in a null that the document states',
      ...([retype('practitionerId', null), 'developer.formTemplateGroups.list', 'ok'] as const),
      [],
    ],
    [
      'an answer without its envelope',
      ...([() => [], 'developer.stateProvinces.list', 'differs'] as const),
      [{ kind: 'answer', found: 'no envelope', source: 'stated' }],
    ],
  ])('finds %s', async (_, alter, only, code, differences) => {
    expect(await found(alter, only)).toMatchObject({ code: exitCodes[code], differences })
  })

  it('says for a person what differs, area by area', async () => {
    const { out } = await probe(remove('startAt'), '--only', 'partner.appointments')
    expect(out).toContain('Not as assumed, or never seen (2)')
    expect(out).toMatch(
      /partner\.appointments\.get +\$\.startAt +missing +string +never there +appointment-shape/,
    )
    expect(out).toMatch(/appointment-shape +differs/)
    expect(out).toMatch(/partner\.appointments +2 +2 +\d+ +0 +2 +0/)
  })

  it('ends with another code where nothing can be read', async () => {
    const credentials = { FOYER_PARTNER_CLIENT_ID: 'a', FOYER_PARTNER_CLIENT_SECRET: 'b' }
    const nowhere = ['--service', 'http://127.0.0.1:1', '--audit', audit]
    const { terminal, written } = fakeTerminal({ environment: { ...credentials } })
    const place = ['--account', '7', '--location', '1']
    expect(await probeCommand.run([...nowhere, ...place], terminal)).toBe(exitCodes.unreachable)
    expect(written.out).toMatch(/health check +does not work .*\)\n/)
    const homeless = fakeTerminal({ environment: { ...credentials } })
    expect(await probeCommand.run(nowhere, homeless.terminal)).toBe(exitCodes.usage)
    expect(homeless.written.note).toContain('--account')
    const unknown = fakeTerminal()
    expect(await probeCommand.run(['--only', 'partner.lab'], unknown.terminal)).toBe(
      exitCodes.usage,
    )
    expect(unknown.written.note).toContain('did you mean partner.labs?')
  })
})

/** Every text of an answer becomes a canary, ids and flags aside; some stand where a name does. */
const seen = new Set<string>()
const canaries: Alter = (answer) =>
  everywhere(answer, (entry) => ({
    ...Object.fromEntries(
      Object.entries(entry).map(([name, value]) => {
        if (/id$/i.test(name) || name === 'nextCursor') seen.add(String(value))
        return typeof value === 'string' && !/id$|Cursor$|^message$/i.test(name)
          ? [name, `canary of ${value}`]
          : [name, value]
      }),
    ),
    'canary@example.org': 'canary',
    canary_12065550123: { canary: ['canary'] },
    extraNote: 'canary',
    extraCount: 987_654,
  }))

it.for([
  { how: 'as tables', args: [] },
  { how: 'as JSON', args: ['--json'] },
])('what the probe prints holds no value of any answer, $how', async ({ args }) => {
  const { out, note } = await probe(canaries, ...args)
  expect(seen.size).toBeGreaterThan(100)
  for (const text of [out, note]) {
    expect(
      text
        .split('\n')
        .filter((line) => /canary/i.test(line))
        .join(),
    ).toBe('')
    expect(text).not.toContain('987654')
    // The address of the proxy may hold the number of a record.
    const told = text.replaceAll(/127\.0\.0\.1:\d+/g, '')
    for (const id of seen) if (id.length >= 4 && id !== 'null') expect(told).not.toContain(id)
  }
  expect(out).toContain('$.items[].extraNote')
  expect(out).toContain('$.items[].*')
})

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

  const bornElsewhere: Alter = (answer) =>
    everywhere(answer, ({ dateOfBirth, ...rest }) =>
      dateOfBirth === undefined ? rest : { ...rest, details: { bornTheDay: dateOfBirth } },
    )

  it('proposes the place of a field that moved, in a file', async () => {
    const { code, out, note } = await visit(bornElsewhere)
    expect(out).toMatch(/date of birth +works with the proposed profile/)
    expect(code).toBe(exitCodes.needsProfile)
    expect(note).toContain(proposal)
    expect(JSON.parse(readFileSync(proposal, 'utf8'))).toEqual({
      read: { fields: { 'patient.dateOfBirth': 'details.bornTheDay' } },
    })
  })

  it('says why a visit would not work: what was expected, what came, and on what it rests', async () => {
    const { code } = await visit(rename('url', 'secretWay'))
    expect(code).toBe(exitCodes.needsProfile)
    expect(JSON.parse(readFileSync(proposal, 'utf8'))).toEqual({
      read: { fields: { 'address.url': 'secretWay' } },
    })
    const gone = await visit(remove('url'))
    expect(gone.code).toBe(exitCodes.visitFails)
    expect(gone.out).toMatch(
      /address of the form +does not work \(expected an address, found object; .*rests on .*url-answers/,
    )
    expect(gone.out).toContain('not found by comparison: name the place of address.url yourself')
    expect(gone.out).toMatch(
      /A visit would not work\.\n {2}address of the form: expected an address, found object; .*read\.fields of a wire profile\n/,
    )
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

  it('asks nothing of a service that is no sandbox without an audit, and audits each access', async () => {
    const unaudited = await atService(sandbox, folder)(probeCommand, [])
    expect(unaudited).toMatchObject({ code: exitCodes.usage, requests: [] })
    expect(unaudited.note).toContain('--audit is missing')

    await visit(same)
    const lines = readFileSync(audit, 'utf8').trimEnd().split('\n')
    expect(lines.at(-1)).toContain('"operation":"partner.')
    const check = createLineCheck()
    for (const line of lines) check.add(line)
    expect(check.collected()).toEqual({ entries: lines.length, broken: [] })
    expect(statSync(audit).mode & 0o777).toBe(0o600)
  })
})
