import { describe, expect, it } from 'vitest'
import { answerOf } from '#harness/service/service-answer.ts'
import { chartReaders } from './chart-readers.ts'

const { allergy, invoice, lab: labs, line, medication: medications, problem, result } = chartReaders

describe('an invoice', () => {
  it.each([
    [
      { id: 7, totalAmount: 12.5 },
      { totalAmount: 12.5, paidAmount: null, currency: null },
    ],
    [
      { id: '7', total_amount: '12.50', paidAmount: '3' },
      { totalAmount: 12.5, paidAmount: 3 },
    ],
    [
      { invoice: { id: 7, paidAmount: true, totalAmount: 1 } },
      { totalAmount: 1, paidAmount: null },
    ],
    [{ data: { id: 7, totalAmount: '12,50' } }, { totalAmount: null }],
    [{ id: 7, dueDate: '2030-02-03' }, { dueDate: '2030-02-03' }],
    [{ id: 7, createdAt: '2030-02-03T23:30:00Z' }, { createdAt: Date.UTC(2030, 1, 3, 23, 30) }],
    [{ id: 7, paidAt: '0001-01-01T00:00:00Z' }, { paidAt: null }],
  ])('is read from %j', (body, expected) => {
    expect(invoice.one(7)(answerOf(body))).toMatchObject({ ok: true, value: expected })
  })

  it('is no other one than was asked for', () => {
    expect(invoice.one(7)(answerOf({ id: 8, total: 1 })).ok).toBe(false)
    expect(line.one(7)(answerOf({ id: 8 })).ok).toBe(false)
  })

  it('is not left out of a list because it cannot be read', () => {
    expect(invoice.page(answerOf({ items: [{ id: 1 }, { total: 3 }] })).ok).toBe(false)
    expect(invoice.page(answerOf({ items: [{ id: 1 }, 'INV-2'] })).ok).toBe(false)
    expect(invoice.page(answerOf({ items: [{ id: 1 }], nextCursor: 'b' }))).toMatchObject({
      value: { items: [{ id: 1 }], nextCursor: 'b' },
    })
    expect(invoice.page(answerOf(undefined, { status: 204 }))).toMatchObject({
      value: { items: [] },
    })
  })

  it('has its billing codes in any form of them', () => {
    for (const codes of [['99203'], '99203', [{ name: '99203' }]])
      expect(line.one(1)(answerOf({ id: 1, billingCodes: codes }))).toMatchObject({
        value: { billingCodes: ['99203'] },
      })
    expect(line.one(1)(answerOf({ id: 1 }))).toMatchObject({ value: { billingCodes: [] } })
  })
})

describe('a lab result', () => {
  it.each([
    [{ indicator: 'NORMAL' }, true, null],
    [{ indicator: 'Abnormal' }, false, null],
    [{ indicator: true }, null, null],
    [{ indicator: 'HH' }, null, 'HH'],
    [{ indicator: 'Critical high' }, null, 'Critical high'],
    [{ indicator: 'Not normal' }, null, 'Not normal'],
    [{}, null, null],
  ])('of %j is normal: %j, remark: %j', (fields, isNormal, remark) => {
    expect(result.one(1)(answerOf({ id: 1, ...fields }))).toMatchObject({
      value: { isNormal, remark },
    })
  })

  it('keeps its value as it was written', () => {
    const valueIn = (value: unknown) => result.page(answerOf([{ id: 1, value }]))
    expect(valueIn('7.0')).toMatchObject({ value: { items: [{ value: '7.0' }] } })
    expect(valueIn(0)).toMatchObject({ value: { items: [{ value: '0' }] } })
    expect(valueIn('Negative')).toMatchObject({ value: { items: [{ value: 'Negative' }] } })
    expect(valueIn(null)).toMatchObject({ value: { items: [{ value: null }] } })
  })

  it('is of a panel that its lab names', () => {
    const lab = { id: 3, name: 'Blood work', testPanels: [{ id: 31, name: 'Lipids' }] }
    expect(labs.one(3)(answerOf(lab))).toMatchObject({
      value: { name: 'Blood work', panels: [{ id: 31, name: 'Lipids' }] },
    })
  })
})

describe('an entry of a health profile', () => {
  it('is read with what else is said of it', () => {
    const allergies = { items: [{ id: 1, name: 'Latex', reactions: 'Rash', severity: 'MILD' }] }
    expect(allergy.page(answerOf(allergies))).toMatchObject({
      value: { items: [{ name: 'Latex', reactions: ['Rash'], severity: 'MILD', status: null }] },
    })
    const medication = {
      id: 2,
      name: 'Loratadine',
      dosageInstructions: 'One a day',
      startedAt: '2029-05-01',
    }
    expect(medications.one(2)(answerOf(medication))).toMatchObject({
      value: { dosageInstructions: 'One a day', startedAt: '2029-05-01', endedAt: null },
    })
    expect(problem.one(2)(answerOf({ problem: { id: 2, icd10Code: 'I10' } }))).toMatchObject({
      value: { icd10Code: 'I10', name: null },
    })
  })
})
