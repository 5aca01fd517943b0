import { describe, expect, it } from 'vitest'
import { contract } from '../../src/contract/index.ts'
import { operations } from './find.ts'
import { requestFields } from './fields.ts'
import { commonFlags, flagsOf } from './flags.ts'

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
})
