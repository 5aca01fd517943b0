import { describe, expect, it } from 'vitest'
import { contract } from '../../src/contract/index.ts'
import type { Operation } from '../../src/contract/operation.ts'
import { Refusal } from '../problem.ts'
import { makeInput } from './input.ts'
import { readArguments } from '../run-api.ts'

const { partner, developer } = contract

function read(operation: Operation, args: readonly string[], body?: Record<string, unknown>) {
  const { given = new Map() } = readArguments(operation, args) ?? {}
  return { value: makeInput(operation, given, body, { accountId: 7, locationId: 12 }) }
}

function faults(...args: Parameters<typeof read>): string {
  try {
    read(...args)
    return ''
  } catch (error) {
    if (error instanceof Refusal) return error.problem.messages.join('\n')
    throw error
  }
}

describe('the input of a call', () => {
  it('takes the account and the location from the settings unless they are typed', () => {
    expect(read(partner.formPackets.list, ['--location', '14', '--limit=5'])).toEqual({
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

const { patients, formPackets, webhooks } = partner
const typo = { firstName: 'Ada', lastname: 'Quill' }
const missing = '--patient needs a value.'
describe('a fault', () => {
  it.each<[Operation, string, string | RegExp, Record<string, unknown>?]>([
    [formPackets.list, '--limit 5000', /^--limit: expected a whole number from 1 to 1000/],
    [formPackets.list, '--from May', '--from: expected a date (YYYY-MM-DD).'],
    [formPackets.prefill, '--form-packet=1 --set x', /--set: expected name=value\./],
    [webhooks.create, '--name=a --url=http://x.y', /--url: expected an https address/],
    [formPackets.list, '--loction 3', 'There is no flag --loction (did you mean --location?).'],
    [formPackets.list, '--status COMPLETE', /\(did you mean COMPLETED\?\)/],
    [patients.create, '', /lastname: no such field \(did you mean lastName\?\)\./, typo],
    [
      formPackets.create,
      '--patient=1',
      'One of --form-template-ids, --form-template-group is needed.',
    ],
    [
      formPackets.create,
      '--patient=1 --form-template-ids=1 --form-template-group=2',
      /does not go together/,
    ],
    [patients.get, '--patient --json', missing],
    [patients.get, '--patient', missing],
    [patients.list, '--name Ada Quill', /A value stands alone/],
    [patients.get, '--patient=1 --patient=2', /stands twice/],
    [patients.get, '--patient=1 --json=yes', '--json takes no value.'],
    [patients.list, '', /takes no body/, { name: 'x' }],
  ])('of $0.id with %s %s says what was expected, or meant', (operation, args, said, body) => {
    const told = faults(operation, args.split(' ').filter(Boolean), body)
    if (typeof said === 'string') expect(told).toBe(said)
    else expect(told).toMatch(said)
  })

  it('tells all that is missing at once, each by its flag', () => {
    const messages = faults(developer.locations.create, ['--name', 'North'])
    for (const flag of ['--time-zone', '--active', '--address.city', '--staff-ids'])
      expect(messages).toContain(flag)
    expect(messages).not.toContain('--phone-number')
  })

  it('never repeats a value', () => {
    const canary = 'Zebedee-4711'
    const wrong = [
      faults(patients.create, ['--first-name=', '--email', canary, '--date-of-birth', canary]),
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
