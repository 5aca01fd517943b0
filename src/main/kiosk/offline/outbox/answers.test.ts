import { describe, expect, it } from 'vitest'
import type { ReadForm } from '../../../../contract/readers/packet.ts'
import { sampleForm, sampleIntake, type SampleField } from '#harness/offline/sample-intakes.ts'
import { compareAnswers, prefillOf } from './answers.ts'

const intakeOf = (...fields: SampleField[]) => sampleIntake({ forms: [sampleForm(601, fields)] })
const packetOf = (...forms: ReadForm[]) => ({ forms })
const form = (answers: Record<string, unknown> | null, version = 1): ReadForm => ({
  name: null,
  started: true,
  completed: null,
  templateId: '601',
  version,
  answers:
    answers &&
    Object.entries(answers).map(([attribute, value]) => ({
      element: null,
      question: null,
      attribute,
      value,
    })),
})

it('what is sent are answers with an attribute, of several to one the first, and nothing that is drawn or a file', () => {
  const intake = intakeOf(
    { attribute: 'a', answer: 'one' },
    { attribute: 'a', answer: 'two' },
    { attribute: '__proto__', answer: 'odd' },
    { attribute: 'empty', answer: '' },
    { attribute: 'signed', type: 'signature', answer: 'data:,' },
    { attribute: 'initials', type: 'initials', answer: 'AB' },
    { answer: 'no attribute' },
  )
  expect(Object.entries(prefillOf(intake))).toEqual([
    ['a', 'one'],
    ['__proto__', 'odd'],
  ])
})

describe('what is with the clinic', () => {
  it('is what stands in the packet, however it is written', () => {
    const home = { address1: 'A', address2: '', city: 'B', stateProvince: 'C', postalCode: 'D' }
    const intake = intakeOf(
      { attribute: 'born', type: 'datePicker', answer: '1990-04-05' },
      { attribute: 'phone', type: 'phoneNumber', answer: '+12065550177' },
      { attribute: 'home', type: 'address', answer: home },
      { attribute: 'list', type: 'checkbox', answer: ['x', 'y'] },
    )
    const kept = form({
      born: '4/5/1990',
      phone: '2065550177',
      home: Object.fromEntries(Object.entries(home).reverse()),
      list: ['x', 'y'],
    })
    expect(compareAnswers(intake, packetOf(kept), [])).toEqual({
      delivered: 4,
      of: 4,
      remains: [],
      isOtherVersion: false,
    })
  })

  it('is nothing that stands there otherwise, is not seen, or that no interface takes', () => {
    const intake = intakeOf(
      { attribute: 'a', answer: 'ours' },
      { attribute: 'b', answer: 'ours' },
      { answer: 'x' },
      { type: 'signature', answer: 'data:,' },
      { type: 'fileUpload', answer: { fileName: 'f', mediaType: 'm', dataUrl: 'data:,' } },
    )
    // The values that the service reported as filled are not compared if its packet gives them.
    const outcome = compareAnswers(intake, packetOf(form({ a: 'theirs' }, 2)), ['a', 'b'])
    expect(outcome).toMatchObject({ delivered: 0, of: 3, isOtherVersion: true })
    expect(outcome.remains.map(({ element, why }) => `${element} ${why}`)).toEqual([
      ...['1 elsewise', '2 notSeen', '3 noAttribute', '4 signature', '5 file'],
    ])
  })

  it('is what was said to be filled, where a packet does not tell its answers', () => {
    const intake = intakeOf({ attribute: 'a', answer: '1' }, { attribute: 'b', answer: '2' })
    expect(compareAnswers(intake, packetOf(form(null)), ['a'])).toMatchObject({ delivered: 1 })
    expect(compareAnswers(intake, packetOf(), ['a', 'b'])).toMatchObject({ delivered: 0, of: 2 })
  })

  it('leaves out no answer to a question that the form does not know', () => {
    const intake = sampleIntake({ forms: [{ ...sampleForm(601, []), answers: { 9: 'kept' } }] })
    expect(compareAnswers(intake, packetOf(form({})), []).remains).toEqual([
      { form: 0, element: '9', why: 'noAttribute' },
    ])
  })
})
