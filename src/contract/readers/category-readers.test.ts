import { expect, it } from 'vitest'
import { answerOf } from '#harness/service/service-answer.ts'
import { categoryReaders, patientCategoryReader } from './category-readers.ts'

it('reads the category of the patient who was asked for, and of nobody else', () => {
  const body = { id: 1, patientId: 9, categoryId: 'c1', crmStatusId: 3, assignedAt: null }
  expect(patientCategoryReader(9)(answerOf(body))).toEqual({
    ok: true,
    value: { categoryId: 'c1', statusId: 3, since: undefined },
  })
  expect(patientCategoryReader(8)(answerOf(body)).ok).toBe(false)
  expect(patientCategoryReader(9)(answerOf({ id: 1 })).ok).toBe(false)
})

it('reads no other category than the one that was asked for', () => {
  expect(
    categoryReaders.category.one(7)(answerOf({ category: { id: 7, name: 'Care' } })),
  ).toMatchObject({ value: { id: 7, name: 'Care', groupId: undefined } })
  expect(categoryReaders.category.one(8)(answerOf({ id: 7, name: 'Care' })).ok).toBe(false)
})

it('reads bare pages, and none of rows without an id', () => {
  expect(categoryReaders.status.page(answerOf({ data: [{ id: 1, name: 'New' }] }))).toMatchObject({
    value: { items: [{ id: 1, name: 'New', order: 0 }], nextCursor: null },
  })
  expect(categoryReaders.status.page(answerOf({ items: [{ name: 'New' }] })).ok).toBe(false)
})

it('reads from where to where a step went, null being nowhere', () => {
  const step = { id: 5, fromCategoryId: 1, toCategoryId: null, note: ' Moved. ' }
  const at = '2030-05-31T10:30:00Z'
  expect(
    categoryReaders.transition.page(answerOf([{ ...step, transitionedAt: at }])),
  ).toMatchObject({
    value: {
      items: [
        {
          from: { categoryId: 1 },
          to: { categoryId: undefined },
          note: 'Moved.',
          at: Date.parse(at),
        },
      ],
    },
  })
})
