import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import * as cases from '../sandbox/seeds/cases.ts'
import { useRunningSandbox, atService, callApi, fakeTerminal } from '#harness/cli/commands.ts'
import { exitCodes } from './problem.ts'
import { probe } from './run-probe.ts'
import type { Terminal } from './terminal.ts'

const { id, phone, dateOfBirth, lastName } = cases.noPacket

const { sandbox, folder } = await useRunningSandbox()

/** Answers of a person to questions; undefined: they leave. */
type Answers = (question: string) => string | undefined

const willing: Answers = (question) => {
  if (question.startsWith('The code')) return sandbox.control.latestCode(phone)
  return question.startsWith('Date of birth') ? dateOfBirth : 'y'
}

const run = atService(sandbox, folder)

/** Rehearses at a service that is no sandbox, by default on an account for tests. */
async function rehearse(
  args: readonly string[],
  { answers, tests = [sandbox.accountId] }: { answers?: Answers; tests?: readonly number[] } = {},
) {
  const asked: string[] = []
  const ask: Terminal['ask'] = (question) => {
    asked.push(question)
    return Promise.resolve(answers?.(question))
  }
  const audit = join(folder, `${crypto.randomUUID()}.jsonl`)
  const place = ['--location', '301', '--id', `groupId=${sandbox.defaultTemplateGroupId}`]
  const whom = ['--patient', `${id}`, '--phone', phone]
  const rehearsed = await run(probe, ['--rehearse', '--audit', audit, ...place, ...whom, ...args], {
    environment: { FOYER_SERVICE_TEST_ACCOUNT_IDS: JSON.stringify(tests) },
    ...(answers && { ask }),
  })
  const writes = rehearsed.requests.filter(
    ({ method, path }) => method !== 'GET' && !path.includes('/token'),
  )
  return { ...rehearsed, asked, writes, audit }
}

/** Writes each new code that comes to a phone into a file, until the test ends. */
function writeCodes(file: string, to: string): void {
  const before = sandbox.control.latestCode(to)
  const writer = setInterval(() => {
    const code = sandbox.control.latestCode(to)
    if (code !== before) writeFileSync(file, `${code}\n`)
  }, 20)
  onTestFinished(() => clearInterval(writer))
}

async function packetsOf(patientId: number) {
  const there = ['--service', sandbox.apiUrl, '--location', `${sandbox.locationIds[0]}`]
  const list = ['partner.formPackets.list', ...there, '--patient', `${patientId}`, '--json', '-q']
  const { items } = (await callApi(list)).json() as { items: { id: number }[] }
  return items.map((packet) => packet.id)
}

describe('foyer probe --rehearse', () => {
  it('walks the whole visit, asks before each write, and archives the packet it made', async () => {
    const before = await packetsOf(id)
    const { code, out, asked, writes } = await rehearse([], { answers: willing })
    expect(out).toMatch(/identity proof: matched patient +works\n/)
    expect(out).toMatch(/address of the form +works\n {4}read \{ url: text \}\n/)
    expect(out).toMatch(/archive the packet +works\n/)
    expect(out).toContain('A visit would work, as far as it was tried.')
    expect(code).toBe(exitCodes.ok)
    expect(await packetsOf(id)).toEqual(before)
    // The typed code is its own consent.
    expect(writes).toHaveLength(asked.filter((question) => /Write|The code/.test(question)).length)
  })

  it('leaves nothing of the patient in what it says, nor in the audit', async () => {
    const { out, note, audit } = await rehearse([], { answers: willing })
    const entries = readFileSync(audit, 'utf8')
    expect(entries).toMatch(/"operation":"partner.formPackets.archive"/)
    const said = out + note + entries
    const secrets = sandbox.control.secrets().filter(({ kind }) => kind !== 'proof')
    for (const { value } of secrets) expect(said).not.toContain(value)
    for (const each of [phone, phone.slice(2), dateOfBirth, lastName])
      expect(said).not.toContain(each)
    expect(said).not.toContain(sandbox.control.latestCode(phone))
    expect(out + note).not.toContain(String(id))
  })

  it('writes nothing that was not wanted', async () => {
    const { writes, out, code } = await rehearse([], {
      answers: (question) => (question.startsWith('Date') ? dateOfBirth : ''),
    })
    expect(writes).toEqual([])
    expect(out).toMatch(/identity proof: create +not tried \(you did not want it\)/)
    expect(out).toMatch(/date of birth +works\n/)
    expect(code).toBe(exitCodes.visitFails)
  })

  it('archives what it made when the person leaves', async () => {
    const before = await packetsOf(id)
    const { asked, out } = await rehearse([], {
      answers: (question) => (question.includes('archive') ? undefined : willing(question)),
    })
    expect(asked.at(-1)).toContain('archive')
    expect(out).toMatch(/archive the packet +works\n/)
    expect(await packetsOf(id)).toEqual(before)
  })

  it('goes without a terminal where everything was given; a code comes through a file', async () => {
    const none = await rehearse([])
    expect(none.code).toBe(exitCodes.usage)
    for (const flag of ['--yes', '--birth', '--code'])
      expect(none.note).toContain(`${flag} is missing`)
    expect(none.writes).toEqual([])

    const file = join(folder, 'code')
    writeFileSync(file, '000000')
    writeCodes(file, phone)
    const given = ['--yes', '--birth', dateOfBirth, '--code', `@${file}`]
    const { code, out } = await rehearse(given)
    expect(out).toMatch(/take the code \(sms\) +works\n/)
    expect(code).toBe(exitCodes.ok)
  })

  it('is refused on an account that is not for tests, before anything is sent', async () => {
    const { code, note, requests } = await rehearse([], { answers: willing, tests: [] })
    expect(code).toBe(exitCodes.usage)
    expect(note).toContain('service.testAccountIds')
    expect(requests).toEqual([])
  })

  it('says no where the proof finds another patient than was named', async () => {
    const other = ['--patient', String(cases.threePackets.id), '--phone', phone]
    const warned = vi.spyOn(console, 'warn')
    onTestFinished(() => warned.mockRestore())
    const { code, out } = await rehearse(other, { answers: willing })
    // An answer that comes once the visit has ended is not given to it.
    expect(warned).not.toHaveBeenCalled()
    expect(code).toBe(exitCodes.visitFails)
    expect(out).toMatch(/matched patient +does not work \(another patient than you named\)/)
  })

  it('asks for the name where several match, and tries no visit where nobody gives it', async () => {
    const [member] = cases.familyPhone.members
    const whom = ['--patient', String(member.id), '--phone', cases.familyPhone.phone]
    const answers = (question: string) => {
      const said: Readonly<Record<string, string | undefined>> = {
        'First name': member.firstName,
        'Last name': member.lastName,
        'Date of birth': member.dateOfBirth,
        'The code': sandbox.control.latestCode(cases.familyPhone.phone),
      }
      const asked = Object.keys(said).find((each) => question.startsWith(each))
      return asked === undefined ? 'y' : said[asked]
    }
    const named = await rehearse(whom, { answers })
    expect(named.out).toMatch(/patient of that name +works/)
    expect(named.code).toBe(exitCodes.ok)

    const file = join(folder, 'family-code')
    writeCodes(file, cases.familyPhone.phone)
    const given = ['--yes', '--birth', member.dateOfBirth, '--code', `@${file}`]
    const unnamed = await rehearse([...whom, ...given])
    expect(unnamed.out).toMatch(/patient of that name +not tried \(no name was given\)/)
    expect(unnamed.out).toContain('could not be tried')
    expect(unnamed.code).toBe(exitCodes.visitFails)
  })

  it('says what is wrong with its flags', async () => {
    const { terminal, written } = fakeTerminal()
    expect(await probe.run(['--patient', '7'], terminal)).toBe(exitCodes.usage)
    expect(written.note).toContain('--patient is for --rehearse.')
    const wrong = ['--rehearse', '--phone', '206 555', '--birth', '1984-02-30', '--only', 'visit']
    expect(await probe.run(wrong, terminal)).toBe(exitCodes.usage)
    expect(written.note).toContain('--only and --rehearse do not go together')
    await probe.run(wrong.slice(0, -2), terminal)
    for (const text of ['--patient is missing', '--phone: expected', '--birth: expected'])
      expect(written.note).toContain(text)
    expect(existsSync(join(folder, 'wire-profile.proposal.json'))).toBe(false)
  })
})
