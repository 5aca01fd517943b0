import { describe, expect, it } from 'vitest'
import { contract } from '../../src/contract/index.ts'
import { operations } from './find.ts'
import { requestFields } from './fields.ts'
import { commonFlags, flagsOf, kebab } from './flags.ts'

const { partner, developer } = contract
const named = (operation: Parameters<typeof flagsOf>[0]) =>
  new Map(flagsOf(operation).map((flag) => [flag.name, flag]))

describe('the flags of an operation', () => {
  it.each(operations.map((operation) => [operation.id, operation] as const))(
    '%s: one for every field, none with two meanings',
    (_id, operation) => {
      const flags = flagsOf(operation)
      const names = flags.flatMap(({ name, aliases }) => [name, ...aliases])
      expect(new Set(names).size).toBe(names.length)
      for (const name of names) {
        expect(name).toMatch(/^[a-z][a-z\d]*(?:[-.][a-z\d]+)*$/)
        expect(commonFlags).not.toContain(name)
      }
      expect(flags.map(({ field }) => [field.part, ...field.path])).toEqual(
        requestFields(operation).map(({ part, path }) => [part, ...path]),
      )
    },
  )

  it('are short for ids, and understood in full', () => {
    expect(named(partner.formPackets.get).get('form-packet')?.aliases).toEqual(['form-packet-id'])
    expect(named(developer.locations.get).get('location')?.aliases).toEqual(['location-id'])
    expect(named(partner.formPackets.list).get('patient')?.field.path).toEqual(['patientId'])
  })

  it('go into nested objects, and show what each rests on', () => {
    const flag = named(developer.locations.create).get('address.state-province.short-name')
    expect(flag?.field).toMatchObject({ part: 'body', required: 'always' })
    expect(flag?.field.assumption).toBeUndefined()
    expect(named(partner.formPackets.list).get('status')?.field.assumption).toBe('list-filters')
  })

  it('know which fields stand for one another', () => {
    const flags = named(partner.formPackets.create)
    expect(flags.get('patient')?.field.required).toBe('always')
    expect(flags.get('form-template-ids')?.field.required).toBe('sometimes')
    expect(flags.get('form-template-group')?.field.required).toBe('sometimes')
    expect(flags.get('due-date')?.field.required).toBe('never')
  })

  it('take lists, maps and switches as such', () => {
    expect(named(partner.formPackets.create).get('form-template-ids')?.takes).toBe('list')
    expect(named(partner.formPackets.prefill).get('set')?.takes).toBe('map')
    expect(named(partner.patients.update).get('active')?.takes).toBe('switch')
    expect(named(partner.patients.update).get('email')?.takes).toBe('value')
  })

  it('are written with hyphens', () => {
    expect(['mobilePhone', 'form_template_id', 'x-api-key'].map(kebab)).toEqual([
      'mobile-phone',
      'form-template-id',
      'x-api-key',
    ])
  })
})
