import { describe, expect, it } from 'vitest'
import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { elementTypeOf, elementTypes } from '../../src/shared/form-elements.ts'
import { toFormModel } from '../../src/forms/template.ts'
import { elementsOf } from '../state/packets.ts'
import { deliveryStatus } from '../webhooks/deliveries.ts'
import * as cases from './cases.ts'
import { people } from './people.ts'
import { seed } from './seed.ts'
import { templates } from './templates.ts'

const start = Date.UTC(2026, 2, 10, 17)
const state = seed(start)

describe('the seeds', () => {
  it('are the same for the same start, and share nothing', () => {
    const again = seed(start)
    expect(again).toEqual(state)
    for (const patient of again.patients.values())
      expect(patient).not.toBe(state.patients.get(patient.id))
  })

  it('follow the day of the start: due dates and appointments move with it', () => {
    const later = seed(start + 7 * 86_400_000)
    expect(state.packets.get(20_001)?.dueDate).toBe('2026-03-13')
    expect(later.packets.get(20_001)?.dueDate).toBe('2026-03-20')
    expect(state.appointments.get(40_001)?.startAt).toBe('2026-03-10T16:00:00.000Z')
    expect(later.appointments.get(40_001)?.startAt).toBe('2026-03-17T16:00:00.000Z')
  })

  it('hold about 60 patients, each id once, contacts fictional', () => {
    expect(people.length).toBeGreaterThanOrEqual(55)
    expect(new Set(people.map(({ id }) => id)).size).toBe(people.length)
    for (const { phone, email } of people) {
      if (phone !== null) {
        expect(phone).toMatch(/^\+120655501\d\d$/)
        expect(parsePhoneNumberFromString(phone)?.isValid()).toBe(true)
      }
      if (email !== null) expect(email).toMatch(/^[a-z.]{3,}@example\.com$/)
    }
  })

  it('share a contact only where a case says so', () => {
    const shared = (contacts: (string | null)[]) =>
      new Set(contacts.filter((each, place) => each && contacts.indexOf(each) !== place))
    expect(shared(people.map(({ phone }) => phone))).toEqual(new Set([cases.familyPhone.phone]))
    expect(shared(people.map(({ email }) => email))).toEqual(new Set([cases.sharedEmail.email]))
    const contacts = people.flatMap(({ phone, email }) => [phone, email])
    expect(contacts).not.toContain(cases.unknownContact.phone)
    expect(contacts).not.toContain(cases.unknownContact.email)
  })

  it('hold one webhook endpoint of each scope, switched off, that was reached after a failure', () => {
    const endpoints = [...state.webhooks.values()]
    expect(endpoints.map(({ accountId }) => accountId)).toEqual([101, null])
    for (const endpoint of endpoints) {
      expect(endpoint.isEnabled).toBe(false)
      expect(deliveryStatus(state, endpoint, start)).toEqual({
        lastFailureAt: '2026-03-10T16:00:00.000Z',
        lastSuccessAt: '2026-03-10T16:00:10.000Z',
        successCount24h: 1,
        failureCount24h: 1,
      })
    }
  })
})

describe('the seeded templates', () => {
  it('use every element type together', () => {
    const all = templates.flatMap(elementsOf)
    const used = new Set(all.map(({ elementType }) => elementTypeOf(elementType)))
    expect(used).toEqual(new Set(Object.keys(elementTypes)))
  })

  it('can be drawn, without what only staff may see', () => {
    const labels = JSON.stringify(templates.map((each) => toFormModel(each)))
    expect(labels).toContain('Your signature')
    expect(labels).not.toContain('Chart note')
  })
})
