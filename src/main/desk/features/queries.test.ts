import { describe, expect, it } from 'vitest'
import { contract } from '../../../contract/index.ts'
import type { Operation } from '../../../contract/operation.ts'
import { chartReaders } from '../../../contract/readers/chart-readers.ts'
import type { ReadPatient, ReadPatientInFull } from '../../../contract/readers/patient-readers.ts'
import { err, ok, type Result } from '../../../shared/result.ts'
import type { ServiceError } from '../../intake/http/errors.ts'
import { appointmentsBetween } from '../../intake/resources/appointments.ts'
import type { Site } from '../../intake/resources/site.ts'
import { createReferences, type DeskWork } from '../feature.ts'
import { readChartPage } from './chart-records.ts'
import { createFindPatients } from './patients/find-patients.ts'
import { createCharts } from './patients/patients.ts'
import { createVisitNames, stateOf } from './today.ts'
import type { ReadVisit } from '../../../contract/readers/arrival-readers.ts'

const { list } = contract.partner.patients
const developer = contract.developer.patients

type Page = { readonly items: readonly ReadPatient[]; readonly nextCursor: string | null }
type Answer = Result<Page, ServiceError>
type Query = { readonly query?: { readonly cursor?: string } }

const patient = (id: number, firstName: string, more: Partial<ReadPatient> = {}): ReadPatient => ({
  id,
  firstName,
  lastName: 'Kim',
  name: null,
  active: true,
  dateOfBirth: '1984-03-07',
  phone: null,
  email: null,
  ...more,
})
const page = (items: readonly ReadPatient[], nextCursor: string | null = null): Answer =>
  ok({ items, nextCursor })
const failed = ({ id }: Operation): Answer => err({ kind: 'forbidden', operation: id, attempts: 1 })

/** Searches a service that answers by `answer`, and notes the requests. */
function open(answer: (operation: Operation, cursor: string | undefined) => Answer) {
  const asked: string[] = []
  const work = {
    read(operation: Operation, _: unknown, input: Query) {
      asked.push(operation.id)
      return Promise.resolve(answer(operation, input.query?.cursor))
    },
    references: createReferences(),
    place: { accountId: 1 },
    signal: new AbortController().signal,
    now: () => 0,
  }
  return { asked, finding: createFindPatients(work as unknown as DeskWork) }
}
const names = (found: Awaited<ReturnType<ReturnType<typeof open>['finding']['find']>>) =>
  found.ok ? found.value.rows.map(({ name }) => name) : found.error.kind

describe('a search', () => {
  it('goes past pages on which nobody fits, and no further than twenty', async () => {
    const { finding, asked } = open((operation, cursor) => {
      // The list of all is closed to this clinic.
      if (operation !== list) return failed(operation)
      const number = Number(cursor ?? '0') + 1
      return page([patient(number, number === 3 ? 'Grace' : 'Min')], String(number))
    })
    expect(names(await finding.find({ name: 'grace' }))).toEqual(['Grace Kim'])
    expect(asked.filter((id) => id === list.id)).toHaveLength(3)
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
})

it('the day of a list is the location’s, wherever this machine stands', async () => {
  const rows = ['06:30', '07:30', '23:30'].map((time, index) => ({
    id: index,
    startsAt: Date.parse(`2030-06-01T${time}:00Z`),
  }))
  const asked: unknown[] = []
  const site = {
    read(_: Operation, __: unknown, { query }: { readonly query: unknown }) {
      asked.push(query)
      return Promise.resolve(ok({ items: rows, nextCursor: null }))
    },
    place: { accountId: 1, locationId: 2 },
    timeZone: () => 'America/Los_Angeles',
  } as unknown as Site
  // Eleven at night there, and six or seven in the morning of the next day in Greenwich.
  const at = Date.parse('2030-06-01T06:00:00Z')
  const listed = await appointmentsBetween(site, at, at)
  expect(listed.ok && listed.value.map(({ id }) => id)).toEqual([0])
  expect(asked).toMatchObject([{ from: '2030-05-30', to: '2030-06-01' }])
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

  it('are not known while one of them does not answer', async () => {
    const { finding } = open(({ id }) =>
      id === developer.search.id
        ? err({ kind: 'timedOut', afterMs: 1, operation: id, attempts: 1 })
        : page([]),
    )
    expect(idsOf(await finding.similar('Grace Kim', '1984-03-07'))).toBe('timedOut')
  })
})

const { listTags, get } = contract.developer.patients
const record: ReadPatientInFull = {
  ...patient(7, 'José', { lastName: 'Ruiz-Peña' }),
  address: null,
  homeAddress: null,
  parents: [],
  children: [],
  practitioners: [],
}
const address = {
  address1: '12 Pine Street',
  city: 'Seattle',
  postalCode: '98101',
  stateProvince: null,
  fullAddress: null,
}
const note = { note: 'Prefers mornings', color: null }

/** Opens the chart of a patient with the record `one` at one interface and `beside` at the other; null: no such record. */
async function chartOf(one: Partial<ReadPatientInFull>, beside: Partial<ReadPatientInFull> | null) {
  const asked: string[] = []
  const read = (operation: Operation) => {
    asked.push(operation.id)
    if (operation === listTags) return Promise.resolve(ok([note]))
    if (operation !== get) return Promise.resolve(ok({ ...record, ...one }))
    return Promise.resolve(
      beside
        ? ok({ ...record, address, practitioners: ['Dr. Maya Chen'], ...beside })
        : err({ kind: 'notFound', operation: operation.id, attempts: 1 }),
    )
  }
  const work = { read, references: createReferences(), place: { accountId: 1 }, now: () => 0 }
  const chart = await createCharts(work as unknown as DeskWork)(7)
  if (!chart.ok) throw new Error(chart.error.kind)
  return { ...chart.value, askedForTags: asked.includes(listTags.id) }
}

it('joins what two interfaces say of one person', async () => {
  const beside = { firstName: null, lastName: null, name: 'RUIZ PENA Jose' }
  expect(await chartOf({}, beside)).toMatchObject({
    name: 'José Ruiz-Peña',
    address: ['12 Pine Street', 'Seattle, 98101'],
    practitioners: ['Dr. Maya Chen'],
    tags: [note],
  })
})

it.each<[string, Partial<ReadPatientInFull>, Partial<ReadPatientInFull> | null]>([
  ['of another birth date', {}, { dateOfBirth: '1984-03-08' }],
  ['without a birth date on either side', { dateOfBirth: null }, { dateOfBirth: null }],
  ['of another name', {}, { firstName: 'Mateo' }],
  ['without a name on either side', nameless(), nameless()],
  ['that is not there', {}, null],
])('takes nothing from a record %s', async (_, one, beside) => {
  expect(await chartOf(one, beside)).toMatchObject({
    address: null,
    practitioners: [],
    tags: null,
    askedForTags: false,
  })
})

function nameless(): Partial<ReadPatientInFull> {
  return { firstName: null, lastName: null, name: null }
}

type Row = { readonly id: number; readonly patientId: number | undefined }
type Pages = Readonly<Record<string, { readonly items: readonly Row[]; readonly next?: string }>>
const row = (id: number, patientId?: number): Row => ({ id, patientId })

/** Reads a list of patient 9 from pages by cursor, the first under `start`. */
function openList(pages: Pages, trustPatientFilter = false, isOfOwner = false) {
  const cursors: (string | undefined)[] = []
  const work = {
    read(_: Operation, __: unknown, { query }: Query) {
      cursors.push(query?.cursor)
      const found = pages[query?.cursor ?? 'start'] ?? { items: [] }
      return Promise.resolve(ok({ items: found.items, nextCursor: found.next ?? null }))
    },
    references: createReferences(),
    place: { lists: { trustPatientFilter } },
  } as unknown as DeskWork
  const { list, get } = contract.partner.invoices
  const kind = { kind: 'invoice', list, get, isOfOwner, ...chartReaders.invoice } as const
  const page = (after?: string) =>
    readChartPage(
      ...([work, kind, { owner: 'chart-1', patientId: 9, after }] as const),
      ...([{ params: {} }, ({ id }: { id: unknown }) => id] as const),
    )
  return { page, cursors }
}

describe('a page of a chart', () => {
  it('follows the one before, and the page learns no cursor', async () => {
    const { page, cursors } = openList({
      start: { items: [row(1, 9)], next: 'secret cursor' },
      'secret cursor': { items: [row(2, 9)] },
    })
    const one = await page()
    if (!one.ok || one.value.after === null) throw new Error('there is no next page')
    expect(one.value.rows).toEqual([1])
    expect(one.value.after).not.toContain('secret')
    expect(await page(one.value.after)).toEqual(ok({ rows: [2], after: null }))
    expect(cursors).toEqual([undefined, 'secret cursor'])
  })

  it('leaves out what is somebody else’s, and goes on to where the patient’s own is', async () => {
    const { page } = openList({
      start: { items: [row(1, 8)], next: 'b' },
      b: { items: [row(2, 8), row(3, 9)] },
    })
    expect(await page()).toEqual(ok({ rows: [3], after: null }))
  })

  it.each([
    ['fails', false, false, { ok: false, error: { kind: 'failed' } }],
    ['is read where the filter is trusted', true, false, ok({ rows: [1], after: null })],
    ['is read where its path names the owner', false, true, ok({ rows: [1], after: null })],
  ] as const)('%s where it does not say whose its rows are', async (_, trusts, isOwn, expected) => {
    const { page } = openList({ start: { items: [row(1)] } }, trusts, isOwn)
    expect(await page()).toEqual(expected)
  })

  it('is not read in a circle', async () => {
    const { page } = openList({ start: { items: [], next: 'a' }, a: { items: [], next: 'a' } })
    expect(await page()).toMatchObject({ ok: false, error: { reason: 'a list without an end' } })
    const again = openList({
      start: { items: [row(1, 9)], next: 'a' },
      a: { items: [row(2, 9)], next: 'a' },
    })
    const one = await again.page()
    const after = one.ok ? (one.value.after ?? undefined) : undefined
    expect(await again.page(after)).toEqual({ ok: false, error: { kind: 'failed' } })
  })

  it('is nobody’s under a name that was not given', async () => {
    const { page, cursors } = openList({})
    expect(await page('page-7')).toEqual({ ok: false, error: { kind: 'unknownReference' } })
    expect(cursors).toEqual([])
  })
})

const forms = (open: number, started: number, completed: number) => ({ open, started, completed })

it.each([
  ['open', null, 'expected'],
  // Done at home: that shows in the column of the forms.
  ['open', forms(0, 0, 2), 'expected'],
  ['arrived', null, 'arrived'],
  ['arrived', forms(0, 0, 0), 'arrived'],
  ['arrived', forms(2, 0, 0), 'arrived'],
  ['arrived', forms(1, 1, 0), 'inForms'],
  ['arrived', forms(0, 1, 1), 'inForms'],
  ['arrived', forms(1, 0, 1), 'arrived'],
  ['arrived', forms(0, 0, 2), 'formsDone'],
  ['completed', forms(1, 0, 0), 'completed'],
  ['cancelled', null, 'cancelled'],
] as const)('an appointment that is %s, with forms %j, is %s', (state, counts, expected) => {
  expect(stateOf(state, counts)).toBe(expected)
})

it.each([
  ['arrived', 'needsHelp'],
  ['open', 'expected'],
  ['completed', 'completed'],
  ['cancelled', 'cancelled'],
] as const)('a patient who asks for help, and whose appointment is %s, is %s', (state, expected) =>
  expect(stateOf(state, forms(1, 1, 0), true)).toBe(expected),
)

it('asks anew who comes where the row is of another patient at the same time', async () => {
  const asked: string[] = []
  const names = new Map([
    ['5001', 'Ana Ruiz'],
    ['5002', 'Kim Lee'],
  ])
  let patientId = '5001'
  const work = {
    read: (operation: { readonly id: string }) => {
      asked.push(operation.id)
      return Promise.resolve({ ok: true, value: { ...row(), patientName: names.get(patientId) } })
    },
    place: { accountId: 1, locationId: 2 },
    signal: new AbortController().signal,
    now: () => 0,
  } as unknown as DeskWork
  const row = () => ({ id: 71, state: 'open', startsAt: 5, patientId }) as unknown as ReadVisit
  const nameOf = createVisitNames(work)
  const nameNow = async () => {
    const named = await nameOf(row())
    return named.ok ? named.value.patientName : 'nobody'
  }
  expect([await nameNow(), await nameNow()]).toEqual(['Ana Ruiz', 'Ana Ruiz'])
  expect(asked).toHaveLength(1)
  patientId = '5002'
  expect(await nameNow()).toBe('Kim Lee')
})
