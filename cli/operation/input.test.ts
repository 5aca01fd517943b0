import { describe, expect, it } from 'vitest'
import { contract } from '../../src/contract/index.ts'
import type { Operation } from '../../src/contract/operation.ts'
import { orRefuse, Refusal } from '../problem.ts'
import { makeInput } from './input.ts'
import { readArguments } from '../run-api.ts'

const { partner, developer } = contract
const path = { accountId: 7, locationId: 12 }

function read(operation: Operation, args: readonly string[], body?: Record<string, unknown>) {
  const { given = new Map() } = readArguments(operation, args) ?? {}
  return makeInput(operation, given, { body, path })
}

function faults(...args: Parameters<typeof read>): string {
  try {
    orRefuse(read(...args))
    return ''
  } catch (error) {
    if (error instanceof Refusal) return error.problem.messages.join('\n')
    throw error
  }
}

describe('the input of a call', () => {
  it('takes the account and the location from the settings unless they are typed', () => {
    expect(read(partner.formPackets.list, ['--location', '14', '--limit=5'])).toEqual({
      ok: true,
      value: { params: { accountId: 7, locationId: 14 }, query: { limit: 5 } },
    })
  })

  it('keeps what is no exact number as text', () => {
    const id = (text: string) => read(partner.patients.get, ['--patient', text])
    expect(id('5001')).toMatchObject({ value: { params: { patientId: 5001 } } })
    for (const text of ['007', '12345678901234567890', 'p-1'])
      expect(id(text)).toMatchObject({ value: { params: { patientId: text } } })
  })

  it('reads switches, null, lists, maps and nested fields', () => {
    const update = (...args: string[]) => read(partner.patients.update, ['--patient=1', ...args])
    expect(update('--active')).toMatchObject({ value: { body: { active: true } } })
    expect(update('--no-active')).toMatchObject({ value: { body: { active: false } } })
    expect(update('--active=false', '--email', 'null')).toMatchObject({
      value: { body: { active: false, email: null } },
    })
    const create = ['--patient', '1', '--form-template-ids', '601,602', '--form-template-ids=603']
    expect(read(partner.formPackets.create, create)).toMatchObject({
      value: { body: { formTemplateIds: [601, 602, 603] } },
    })
    const prefill = ['--form-packet=1', '--set', 'a=b=c', '--set', 'd=true', '--set', 'e=["f"]']
    expect(read(partner.formPackets.prefill, prefill)).toMatchObject({
      value: { body: { a: 'b=c', d: true, e: ['f'] } },
    })
    const any = ['--form-packet=1', '--set', 'a=12', '--set', 'b=007', '--set', 'c={"d":[null]}']
    expect(read(partner.formPackets.prefill, any)).toMatchObject({
      value: { body: { a: 12, b: '007', c: { d: [null] } } },
    })
    expect(
      read(partner.remoteCareConversions.create, ['--patient.first-name', 'Ada']),
    ).toMatchObject({ value: { body: { patient: { firstName: 'Ada' } } } })
  })

  it('lays flags over a body', () => {
    const body = { firstName: 'Ada', lastName: 'Quill' }
    expect(read(partner.patients.create, ['--last-name', 'Reed'], body)).toMatchObject({
      value: { body: { firstName: 'Ada', lastName: 'Reed' } },
    })
    expect(body.lastName).toBe('Quill')
  })
})

describe('a fault', () => {
  it('names the flag and what was expected', () => {
    expect(faults(partner.formPackets.list, ['--limit', '5000'])).toMatch(
      /^--limit: expected a whole number from 1 to 1000/,
    )
    expect(faults(partner.formPackets.list, ['--from', 'May'])).toBe(
      '--from: expected a date (YYYY-MM-DD).',
    )
    expect(faults(partner.formPackets.prefill, ['--form-packet=1', '--set', 'x'])).toContain(
      '--set: expected name=value.',
    )
  })

  it('says that an address must be https where the contract does', () => {
    expect(faults(partner.webhooks.create, ['--name=a', '--url=http://x.y'])).toContain(
      '--url: expected an https address',
    )
  })

  it('suggests the flag or the word that was meant', () => {
    expect(faults(partner.formPackets.list, ['--loction', '3'])).toBe(
      'There is no flag --loction (did you mean --location?).',
    )
    expect(faults(partner.formPackets.list, ['--status', 'COMPLETE'])).toContain(
      '(did you mean COMPLETED?)',
    )
    const body = { firstName: 'Ada', lastname: 'Quill' }
    expect(faults(partner.patients.create, [], body)).toContain(
      'body.lastname: no such field (did you mean lastName?).',
    )
  })

  it('tells all that is missing at once, each by its flag', () => {
    const messages = faults(developer.locations.create, ['--name', 'North'])
    for (const flag of ['--time-zone', '--active', '--address.city', '--staff-ids'])
      expect(messages).toContain(flag)
    expect(messages).not.toContain('--phone-number')
  })

  it('tells of fields of which one is needed, and of those that do not go together', () => {
    expect(faults(partner.formPackets.create, ['--patient=1'])).toBe(
      'One of --form-template-ids, --form-template-group is needed.',
    )
    const both = ['--patient=1', '--form-template-ids=1', '--form-template-group=2']
    expect(faults(partner.formPackets.create, both)).toContain('does not go together')
  })

  it('is told of a flag without its value, a value without its flag, and a flag given twice', () => {
    expect(faults(partner.patients.get, ['--patient', '--json'])).toBe('--patient needs a value.')
    expect(faults(partner.patients.get, ['--patient'])).toBe('--patient needs a value.')
    expect(faults(partner.patients.list, ['--name', 'Ada', 'Quill'])).toContain(
      'A value stands alone',
    )
    expect(faults(partner.patients.get, ['--patient=1', '--patient=2'])).toContain('stands twice')
    expect(faults(partner.patients.get, ['--patient=1', '--json=yes'])).toBe(
      '--json takes no value.',
    )
    expect(faults(partner.patients.list, [], { name: 'x' })).toContain('takes no body')
  })

  it('never repeats a value', () => {
    const canary = 'Zebedee-4711'
    const wrong = [
      faults(partner.patients.create, [
        '--first-name',
        '',
        '--email',
        canary,
        '--date-of-birth',
        canary,
      ]),
      faults(partner.patients.create, [canary]),
      faults(partner.patients.create, [`--nmae=${canary}`]),
      faults(partner.formPackets.list, ['--status', canary, '--limit', canary]),
      faults(partner.patients.create, [], { firstName: [canary], email: canary }),
    ]
    for (const messages of wrong) {
      expect(messages).not.toBe('')
      expect(messages).not.toContain(canary)
    }
  })
})
