import { describe, expect, it } from 'vitest'
import { contract } from '../../../contract/index.ts'
import type { Operation } from '../../../contract/operation.ts'
import type { ReadPatient } from '../../../contract/readers/read-types.ts'
import { err, ok, type Result } from '../../../shared/result.ts'
import type { ServiceError } from '../../service/http/errors.ts'
import { createReferences } from '../references.ts'
import type { DeskWork } from '../work.ts'
import { createFindPatients } from './find-patients.ts'

const { list } = contract.partner.patients
const developer = contract.developer.patients

interface Page {
  readonly items: readonly ReadPatient[]
  readonly nextCursor: string | null
}
type Answer = Result<Page, ServiceError>
type Query = { readonly query?: { readonly cursor?: string } }

const patient = (id: number, firstName: string, more: Partial<ReadPatient> = {}): ReadPatient => ({
  ...{ id, firstName, lastName: 'Kim', name: null, active: true, dateOfBirth: '1984-03-07' },
  ...{ phone: null, email: null, ...more },
})
const page = (items: readonly ReadPatient[], nextCursor: string | null = null): Answer =>
  ok({ items, nextCursor })
const failed = ({ id }: Operation): Answer => err({ kind: 'forbidden', operation: id, attempts: 1 })

/** Searches a service that answers as `answer` says; what was asked is noted. */
function open(answer: (operation: Operation, cursor: string | undefined) => Answer) {
  const asked: string[] = []
  const work = {
    client: {
      read(operation: Operation, _: unknown, input: Query) {
        asked.push(operation.id)
        return Promise.resolve(answer(operation, input.query?.cursor))
      },
    },
    ...{ references: createReferences(), place: { accountId: 1 } },
    signal: new AbortController().signal,
  }
  return { asked, finding: createFindPatients(work as unknown as DeskWork) }
}
const names = (found: Awaited<ReturnType<ReturnType<typeof open>['finding']['find']>>) =>
  found.ok ? found.value.rows.map(({ name }) => name) : found.error.kind

describe('a search', () => {
  it('goes past pages on which nobody fits, and no further than twenty', async () => {
    const { finding, asked } = open((operation, cursor) => {
      if (operation !== list) return failed(operation)
      const number = Number(cursor ?? '0') + 1
      return page([patient(number, number === 3 ? 'Grace' : 'Min')], String(number))
    })
    expect(names(await finding.find({ name: 'grace' }))).toEqual(['Grace Kim'])
    expect(asked).toHaveLength(3)
    asked.length = 0
    expect(names(await finding.find({ name: 'nobody' }))).toBe('unreadableAnswer')
    expect(asked.filter((id) => id === list.id)).toHaveLength(20)
  })

  it('is looked for in the list of all where the pages have no end', async () => {
    const { finding } = open((operation, cursor) =>
      operation === list
        ? page([patient(1, 'Min')], cursor === 'a' ? 'b' : 'a')
        : page([patient(2, 'Grace')]),
    )
    expect(names(await finding.find({ name: 'grace' }))).toEqual(['Grace Kim'])
  })

  it('shows the page after one that was shown', async () => {
    const { finding } = open((_, cursor) =>
      cursor === undefined ? page([patient(1, 'Grace')], 'b') : page([patient(2, 'Grace Ann')]),
    )
    const first = await finding.find({ name: 'grace' })
    const more = first.ok ? first.value.more : null
    const next = more === null ? undefined : finding.more(more)
    if (!next) throw new Error('there is no next page')
    expect(names(await next())).toEqual(['Grace Ann Kim'])
  })

  it('shows those of one phone in pages, too', async () => {
    const all = Array.from({ length: 60 }, (_, index) =>
      patient(index, 'Grace', { phone: '12065550110' }),
    )
    const { finding } = open(() => page(all))
    const first = await finding.find({ phone: '206 555 0110' })
    expect(names(first)).toHaveLength(50)
    const more = first.ok ? first.value.more : null
    const next = await (more === null ? undefined : finding.more(more))?.()
    expect(next?.ok ? next.value.rows : []).toHaveLength(10)
  })

  it('finds by a whole e-mail address alone', async () => {
    const all = [patient(1, 'Grace', { email: 'Grace.Kim@example.com' })]
    const { finding } = open(() => page(all))
    expect(names(await finding.find({ email: 'grace.kim@EXAMPLE.com' }))).toEqual(['Grace Kim'])
    for (const email of ['grace', '@example.com', 'grace.kim@example.co', 'kim@example.com'])
      expect(names(await finding.find({ email }))).toEqual([])
  })
})

describe('those who may be the same', () => {
  const idsOf = (found: Result<readonly ReadPatient[], ServiceError>) =>
    found.ok ? found.value.map(({ id }) => id) : found.error.kind

  it('are looked for among all of one birth date', async () => {
    const many = Array.from({ length: 80 }, (_, index) =>
      patient(index, 'Min', { lastName: 'Lee' }),
    )
    const { finding } = open(({ id }) =>
      id === developer.search.id ? page([...many, patient(99, 'Grace')]) : page([]),
    )
    expect(idsOf(await finding.similar('Grace Reed', '1984-03-07'))).toEqual([99])
  })

  it('have a name in common and the birth date, or the same name and none', async () => {
    const rows = [
      patient(1, 'Grace', { lastName: 'Lee' }),
      patient(2, 'Grace', { dateOfBirth: '1984-03-08' }),
      patient(3, 'Grace', { dateOfBirth: null }),
      patient(4, 'Grace', { dateOfBirth: null, lastName: 'Lee' }),
    ]
    const { finding } = open(() => page(rows))
    expect(idsOf(await finding.similar('Grace Kim', '1984-03-07'))).toEqual([1, 3])
  })

  it('are found by one interface where the other is closed, and not at all where both are', async () => {
    for (const closed of [list.id, developer.search.id]) {
      const { finding } = open((operation) =>
        operation.id === closed ? failed(operation) : page([patient(1, 'Grace')]),
      )
      expect(idsOf(await finding.similar('Grace Kim', '1984-03-07'))).toEqual([1])
    }
    const { finding } = open(failed)
    expect(idsOf(await finding.similar('Grace Kim', '1984-03-07'))).toBe('forbidden')
  })

  it('are not known while one of them does not answer', async () => {
    const { finding } = open(({ id }) =>
      id === developer.search.id
        ? err({ kind: 'timedOut', afterMs: 1, operation: id, attempts: 1 })
        : page([]),
    )
    expect(idsOf(await finding.similar('Grace Kim', '1984-03-07'))).toBe('timedOut')
  })
})
