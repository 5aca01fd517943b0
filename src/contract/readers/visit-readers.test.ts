import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CalendarDate } from '../../shared/calendar-date.ts'
import { grantReader, visitReaders } from './visit-readers.ts'
import { answerOf, valueOf } from '#harness/service/service-answer.ts'

const spellings: readonly ((name: string) => string)[] = [
  (name) => name,
  (name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
  (name) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
  (name) => name.charAt(0).toUpperCase() + name.slice(1),
  (name) => name.toUpperCase(),
  (name) => name.replace(/[A-Z]/g, '_$&').toUpperCase(),
]
const wrappers: readonly ((body: unknown) => unknown)[] = [
  (body) => body,
  (data) => ({ data }),
  (data) => ({ success: true, message: 'fine', data }),
  (result) => ({ status: 'OK', result }),
  (response) => ({ response, meta: { requestId: 'r1' } }),
  (payload) => ({ payload, timestamp: 1_772_474_400, code: 0 }),
  (Result) => ({ Result, Errors: [], status: 'success' }),
  (body) => [body],
  (data) => ({ data: [data] }),
]
const spelling = fc.constantFrom(...spellings)
const wrapper = fc.constantFrom(...wrappers)
const id = fc.oneof(fc.integer({ min: 1, max: 1e9 }), fc.uuid())
/** A field that nobody reads, of any type. */
const unused = fc.record({ sexAssignedAtBirth: fc.jsonValue(), legalSex: fc.jsonValue() })

/** Writes the fields of a record in one spelling, in one wrapper, beside what nobody reads. */
const written = fc.tuple(spelling, wrapper, unused).map(
  ([spell, wrap, more]) =>
    (fields: Readonly<Record<string, unknown>>) =>
      wrap({
        ...more,
        ...Object.fromEntries(Object.entries(fields).map(([name, v]) => [spell(name), v])),
      }),
)

const two = (part: number) => String(part).padStart(2, '0')
const dateForms: readonly ((date: CalendarDate) => unknown)[] = [
  ({ year, month, day }) => `${year}-${two(month)}-${two(day)}`,
  ({ year, month, day }) => `${month}/${day}/${year}`,
  ({ year, month, day }) => `${year}/${two(month)}/${two(day)}`,
  ({ year, month, day }) => `${year}-${two(month)}-${two(day)}T00:00:00.000Z`,
  ({ year, month, day }) => `${year}-${two(month)}-${two(day)}T00:00:00-08:00`,
  ({ year, month, day }) => `${year}-${two(month)}-${two(day)} 00:00:00`,
  ({ year, month, day }) => `${year}${two(month)}${two(day)}`,
  ({ year, month, day }) => Number(`${year}${two(month)}${two(day)}`),
]
const birth = fc
  .date({ min: new Date('1900-01-01'), max: new Date('2030-01-01'), noInvalidDate: true })
  .map((date) => ({
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
  }))

describe('every form of an answer gives one value', () => {
  it('a new identity proof', () => {
    const token = fc.stringMatching(/^[A-Za-z0-9]{8,40}$/)
    fc.assert(
      fc.property(id, token, written, (proof, secret, write) => {
        const body = write({ id: proof, token: secret })
        expect(valueOf(visitReaders.newProof, body)).toEqual({ id: proof, token: secret })
      }),
    )
    const named = { identityProof: { id: 'p7', token: 'secret' } }
    expect(valueOf(visitReaders.newProof, named)).toEqual({ id: 'p7', token: 'secret' })
    const headers = { location: '/x/identity-proof/p7', 'x-identity-proof-token': 'secret' }
    const read = valueOf(visitReaders.newProof, undefined, { status: 201, headers })
    expect(read).toEqual({ id: 'p7', token: 'secret' })
  })

  it('the matched patient', () => {
    const forms: readonly ((patient: string | number) => unknown)[] = [
      (patientId) => ({ patientId }),
      (patientId) => ({ PatientId: { id: patientId } }),
      (value) => ({ patient: { id: value } }),
      (value) => [{ patientId: value }],
      (value) => ({ items: [{ patient_id: value }] }),
      (value) => value,
    ]
    fc.assert(
      fc.property(fc.constantFrom(...forms), id, (form, patient) => {
        const match = valueOf(visitReaders.match, form(patient))
        expect(match.kind === 'one' && String(match.patientId)).toBe(String(patient))
      }),
    )
  })

  it('a date of birth', () => {
    fc.assert(
      fc.property(birth, fc.constantFrom(...dateForms), written, (date, form, write) => {
        const body = write({ id: 9, dateOfBirth: form(date) })
        expect(valueOf(visitReaders.birthDate(9), body)).toEqual({ isOfPatient: true, date })
      }),
    )
  })

  it('a list in the documents’ forms, its rows and its cursor', () => {
    const forms: readonly ((list: object) => unknown)[] = [
      (list) => list,
      (data) => ({ success: true, message: '', data }),
      (result) => ({ result }),
    ]
    const rows = fc.array(fc.record({ id }))
    const cursor = fc.option(fc.stringMatching(/^[A-Za-z0-9]{1,20}$/))
    const name = fc.constantFrom('nextCursor', 'next_cursor')
    fc.assert(
      fc.property(fc.constantFrom(...forms), name, rows, cursor, (form, named, items, next) => {
        const read = visitReaders.packets
        expect(valueOf(read, form({ items, [named]: next }))).toEqual({ items, nextCursor: next })
        expect(valueOf(read, form(items))).toEqual({ items, nextCursor: null })
      }),
    )
  })

  it('whether a packet is complete', () => {
    const forms: readonly ((done: boolean) => object)[] = [
      (done) => ({ status: done ? 'COMPLETED' : 'IN_PROGRESS' }),
      (done) => ({ status: done ? 'completed' : 'notStarted' }),
      (done) => ({ completedAt: done ? '2030-01-01T10:00:00Z' : null }),
      (done) => ({
        forms: [{ status: 'COMPLETED' }, { status: done ? 'COMPLETED' : 'IN_PROGRESS' }],
      }),
      (done) => ({ forms: [{ submittedAt: done ? '2030-01-01T10:00:00Z' : null }] }),
    ]
    fc.assert(
      fc.property(fc.constantFrom(...forms), fc.boolean(), id, written, (form, done, it, write) => {
        const read = valueOf(visitReaders.packet(it), write({ id: it, ...form(done) }))
        expect(read).toMatchObject({ id: it, completed: done, archived: false })
      }),
    )
  })

  it.each([
    [{ status: 'ARCHIVED' }, { archived: true }],
    [{ status: 'NOT_STARTED', archivedAt: '2030-01-01T10:00:00Z' }, { archived: true }],
    [{ status: 'IN_REVIEW' }, { archived: false, completed: null, started: true }],
    [{ status: 'IN_REVIEW', completedAt: null }, { completed: false }],
    [{ dueDate: 'ASAP' }, { dueDate: null }],
    [{ forms: [{ name: 'About you' }, { name: 'Consent' }] }, { name: 'About you, Consent' }],
  ])('a packet of which %j is said', (fields, expected) => {
    expect(valueOf(visitReaders.packet(1), { id: 1, ...fields })).toMatchObject(expected)
  })

  it('an address', () => {
    const to = 'https://forms.example/c/1?k=x'
    for (const body of [to, { URL: to }, [{ url: to }], { data: { url: to } }])
      expect(valueOf(visitReaders.completionUrl, body)).toBe(to)
    expect(valueOf(visitReaders.completionUrl, { url: '/c/1' })).toBe('https://service.example/c/1')
    expect(valueOf(visitReaders.completionUrl, 'HTTPS://forms.example/c/1')).toMatch(/^https:/)
    for (const body of ['forms.example/c/1', { url: 'forms.example:8443/c/1' }])
      expect(visitReaders.completionUrl(answerOf(body))).toMatchObject({
        error: { found: 'an address without https://' },
      })
  })

  it('an access token', () => {
    const lives = fc.constantFrom(
      [3600, 3600],
      ['3600', 3600],
      ['3600s', 3600],
      ['2026-03-02T19:00:00Z', undefined],
      [undefined, undefined],
      ['', undefined],
    )
    const name = fc.constantFrom('access_token', 'accessToken')
    fc.assert(
      fc.property(name, lives, wrapper, (token, [written, lifetimeS], wrap) => {
        const body = wrap({ [token]: 'abc.def', expires_in: written, token_type: 'BEARER' })
        expect(valueOf(grantReader, body)).toEqual({ token: 'abc.def', lifetimeS })
      }),
    )
  })
})
