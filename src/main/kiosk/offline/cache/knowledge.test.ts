import { beforeEach, describe, expect, it } from 'vitest'
import { capturedForm } from '#harness/offline/sample-intakes.ts'
import { openTestVault, vaultOfEachTest } from '#harness/vault/test-vault.ts'
import type { Vault } from '../../../vault/vault.ts'
import type { IntakePerson } from '../../../../shared/intake-person.ts'
import { createKnowledge } from './knowledge.ts'

const hourMs = 60 * 60_000
const look = {
  name: 'Harbor',
  color: '#1f5f7a',
  logoLetter: 'H',
  logoLetterColor: '#ffffff',
  timeZone: 'America/Denver',
}
const person: IntakePerson = {
  firstName: 'Rosa',
  lastName: 'Delgado-Núñez',
  dateOfBirth: '1984-03-07',
  phone: '+12065550101',
  email: null,
}
const onRecord = {
  lastName: 'DELGADO NUNEZ',
  dateOfBirth: '1984-03-07',
  phone: '2065550101',
  email: 'Rosa@Example.com',
}

const place = vaultOfEachTest()
let vault: Vault
let now = 0
beforeEach(async () => {
  vault = await place.open()
  // Noon where this machine stands, so that an hour more or less is the same day.
  now = new Date(2030, 4, 31, 12).getTime()
})

const open = (groupIds: readonly number[] = [7011]) =>
  createKnowledge({
    rows: vault.knowledge,
    groupIds: () => groupIds,
    keepHours: () => 48,
    now: () => now,
  })
const { answers: _, ...form } = capturedForm(601)
const { answers: _also, ...other } = capturedForm(602)

describe('what a kiosk knows', () => {
  it('is there at the next start, and is gone once it is too old', async () => {
    open().keepLook(look)
    open().keepForms(7011, [form])
    vault.close()
    vault = await place.open()
    now += 48 * hourMs
    expect(open().look()).toEqual(look)
    expect(open().forms()).toEqual([form])
    now += 1
    expect(open().look()).toBeUndefined()
    expect(open().forms()).toEqual([])
    open().dropOld()
    expect(vault.knowledge.read('clinic')).toBeUndefined()
    expect(vault.knowledge.read('forms 7011')).toBeUndefined()
  })

  it('has each reading’s own age', () => {
    open().keepLook(look)
    expect(open().formsAt()).toBeNull()
    now += 40 * hourMs
    open().keepForms(7011, [form])
    const at = now
    now += 20 * hourMs
    expect(open().formsAt()).toBe(at)
    expect(open().look()).toBeUndefined()
    expect(open().forms()).toEqual([form])
  })

  it('is used after a clock was set back by half an hour', () => {
    open().keepForms(7011, [form])
    now -= 30 * 60_000
    expect(open([7011]).forms()).toEqual([form])
  })

  it('is not used while a clock stands a day before the time at which it was read', () => {
    open().keepLook(look)
    now -= 24 * hourMs
    expect(open().look()).toBeUndefined()
    open().dropOld()
    now += 24 * hourMs
    expect(open().look()).toEqual(look)
  })

  it('gives the forms of all groups in order, each once', () => {
    const knowledge = open([7012, 7011])
    knowledge.keepForms(7011, [form, other])
    knowledge.keepForms(7012, [other])
    expect(knowledge.forms().map(({ templateId }) => templateId)).toEqual([602, 601])
    knowledge.forgetForms(7012)
    expect(knowledge.forms().map(({ templateId }) => templateId)).toEqual([601, 602])
  })
})

describe('an appointment that is expected', () => {
  const keep = (record = onRecord, at = now + hourMs) => {
    const knowledge = open()
    knowledge.keepAppointments([
      {
        at,
        with: 'Dr. Lee',
        patientId: 5001,
        practitionerId: 401,
        hashes: knowledge.hashes(record),
      },
    ])
    return knowledge
  }

  it('is told to whom it belongs, however name and number are written', () => {
    const told = { at: new Date(now + hourMs).toISOString(), with: 'Dr. Lee' }
    expect(keep().expected(person)).toEqual(told)
    expect(keep().expected({ ...person, phone: null, email: 'rosa@example.com' })).toEqual(told)
  })

  it.each<[string, Partial<IntakePerson>]>([
    ['another name', { lastName: 'Delgado' }],
    ['another date of birth', { dateOfBirth: '1984-03-08' }],
    ['another phone', { phone: '+12065550102' }],
    ['no contact', { phone: null }],
    ['a name of signs alone', { lastName: '---' }],
  ])('is not told to one who gives %s', (_what, given) => {
    expect(keep().expected({ ...person, ...given })).toBeNull()
  })

  it('is not told where the record lacks what was given', () => {
    expect(keep({ ...onRecord, phone: '', email: '' }).expected(person)).toBeNull()
  })

  it('is one of today', () => expect(keep(onRecord, now + 24 * hourMs).expected(person)).toBeNull())

  it('rests without a name, a number or a date of birth', () => {
    keep()
    const { value } = vault.knowledge.read('appointments') ?? { value: '' }
    expect(value).toContain('5001')
    expect(value.toLowerCase()).not.toMatch(/delgado|2065550101|1984|rosa/)
  })

  it('has other hashes on another kiosk', async () => {
    expect((await openTestVault()).knowledge.hash('a')).not.toBe(vault.knowledge.hash('a'))
  })
})
