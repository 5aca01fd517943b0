import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { contract } from '../index.ts'
import { listOperations } from '../operation.ts'
import { answerFields } from '../source.ts'
import { type AnsweredRecord, answeredRecords } from './answer-fields.ts'
import { bodyFields, dateFieldNames, queryFields } from './request-fields.ts'

const { formPackets, identityProof } = contract.partner

describe('the tables of the wire', () => {
  it('name only fields that the contract has', () => {
    const records = Object.entries<AnsweredRecord>(answeredRecords)
    for (const [name, { single, listed = [], fields }] of records) {
      const known = [...single, ...listed].flatMap((operation) =>
        answerFields(operation).map(({ path }) => path.replace(/^\$(?:\.items\[\])?\.?/, '')),
      )
      for (const field of fields) expect(known, name).toContain(field)
    }
  })

  it('know every calendar date that is sent', () => {
    const dates = listOperations(contract).flatMap((operation) =>
      [operation.query, operation.body].flatMap((part) => {
        if (!part) return []
        const schema = z.toJSONSchema(part, { io: 'input', unrepresentable: 'any' })
        const found = JSON.stringify(schema).matchAll(
          /"(\w+)":\{(?:[^{}]*"anyOf":\[\{)?[^{}]*"format":"date"/g,
        )
        return [...found].map(([, name]) => name)
      }),
    )
    expect([...new Set(dates)].sort()).toEqual([...dateFieldNames].sort())
  })

  it('know the fields of each member of a body', () => {
    expect(bodyFields(identityProof.send)).toEqual(['method', 'email', 'phone'])
    expect(queryFields(formPackets.list)).toContain('patientId')
  })
})
