import { describe, expect, it } from 'vitest'
import { answerOf, valueOf } from '#harness/service/service-answer.ts'
import { outboxReaders } from './outbox-readers.ts'
import { patientReader } from './patient-readers.ts'
import { packetReader, templatesOf } from './packet.ts'

const rosa = {
  firstName: 'Rosa',
  lastName: 'Delgado',
  dateOfBirth: '3/7/1984',
  mobilePhone: '2065550101',
  email: 'rosa@example.com',
}

describe('a patient', () => {
  it.each<[string, unknown]>([
    ['as the documents write one', { id: 7, ...rosa, name: 'Rosa Delgado' }],
    [
      'in snake case',
      {
        id: 7,
        first_name: 'Rosa',
        last_name: 'Delgado',
        date_of_birth: '1984-03-07',
        mobile_phone: 2065550101,
        email: 'rosa@example.com',
        name: 'Rosa Delgado',
      },
    ],
    ['in an envelope', { data: { patient: { id: 7, ...rosa, name: 'Rosa Delgado' } } }],
  ])('is read %s', (_, body) => {
    expect(valueOf(patientReader(7), body)).toEqual({
      id: 7,
      active: true,
      firstName: 'Rosa',
      lastName: 'Delgado',
      name: 'Rosa Delgado',
      dateOfBirth: '1984-03-07',
      phone: '2065550101',
      email: 'rosa@example.com',
    })
  })

  it('that was made is named, unless the answer tells of somebody else', () => {
    const read = outboxReaders.createdPatient('1984-03-07')
    expect(valueOf(read, { id: 7, ...rosa })).toBe(7)
    expect(valueOf(read, { id: 7 })).toBe(7)
    expect(valueOf(read, 'p7')).toBe('p7')
    expect(valueOf(read, { id: 7, ...rosa, dateOfBirth: '3/8/1984' })).toBeNull()
    expect(valueOf(read, {})).toBeNull()
  })
})

it('is not read: a list of which a row has no id', () => {
  const body = { items: [{ id: 1, name: 'a' }, { name: 'b' }], nextCursor: null }
  expect(outboxReaders.patients(answerOf(body)).ok).toBe(false)
  expect(outboxReaders.packets(answerOf(body)).ok).toBe(false)
})

describe('a packet', () => {
  const forms = [
    {
      id: 3,
      formTemplateId: 601,
      version: 2,
      name: 'About you',
      answers: [{ elementId: 9, attribute: 'preferred_name', value: 'Rosie' }],
    },
  ]
  const packet = { id: 5, name: 'New', patientId: 7, status: 'NOT_STARTED', forms }

  it('is read with what was answered', () => {
    expect(valueOf(packetReader(5), packet)).toMatchObject({
      id: 5,
      name: 'New',
      patientId: 7,
      completed: false,
      archived: false,
      forms: [
        {
          templateId: 601,
          version: 2,
          answers: [{ element: 9, attribute: 'preferred_name', value: 'Rosie' }],
        },
      ],
    })
  })

  it('does not tell its templates where one of its forms does not', () => {
    const other = { ...packet, forms: [...forms, { id: 4, name: 'Odd' }] }
    expect(templatesOf(valueOf(packetReader(5), packet))).toEqual([601])
    expect(templatesOf(valueOf(packetReader(5), other))).toBeNull()
  })

  it('is not the one that was asked for', () => {
    expect(packetReader(6)(answerOf(packet)).ok).toBe(false)
  })
})

it('a template is there unless it says that it is not active', () => {
  expect(valueOf(outboxReaders.template, { id: 1, isActive: false })).toBe(false)
  expect(valueOf(outboxReaders.template, { id: 1 })).toBe(true)
})
