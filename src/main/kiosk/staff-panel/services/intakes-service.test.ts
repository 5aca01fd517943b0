import { describe, expect, it } from 'vitest'
import { sampleForm, sampleIntake, type SampleField } from '#harness/offline/sample-intakes.ts'
import { ok } from '../../../../shared/result.ts'
import { staffScreen } from '../../../../shared/staff.ts'
import type { OutboxDesk } from '../../offline/outbox/outbox-desk.ts'
import type { OutboxView } from '../../offline/outbox/outbox-view.ts'
import { answersShown, createIntakesService } from './intakes-service.ts'

const intake = sampleIntake({
  forms: [sampleForm(601, [{ attribute: 'preferred_name', answer: 'Annie' }, { answer: 'B' }])],
})
const { id } = intake
const row = { id, helpNumber: '4711', finishedAt: '2026-03-10T17:05:00.000Z' }
const at = Date.parse(row.finishedAt)
const nothing: OutboxView = {
  waiting: [],
  oldest: null,
  nextTryAt: null,
  needsPerson: [],
  remaining: [],
  complete: [],
}
const records = { phone: '206 555 0177', email: 'other@example.org', isActive: true }
const several: OutboxView['needsPerson'][number] = {
  ...row,
  reason: 'severalMatches',
  can: ['choose', 'takeOver'],
  candidates: [
    { ...records, id: 'record-81', name: 'Ana Lopez', dateOfBirth: '1990-04-05' },
    {
      ...records,
      id: 'record-82',
      name: 'Ana López',
      dateOfBirth: null,
      phone: '(206) 555-0199',
      email: null,
      isActive: false,
    },
  ],
}
const rest: OutboxView['remaining'][number] = {
  ...row,
  can: ['takeOver'],
  delivered: 1,
  of: 2,
  isOtherVersion: true,
  remains: [
    { form: 0, element: '2', why: 'noAttribute' },
    { form: 3, element: '9', why: 'noAttribute' },
  ],
}

const ready = { formsAt: at, room: 7 }

/** A service on a desk that shows this, and the desk's received calls. */
function open(view: Partial<OutboxView>) {
  const acts: string[] = []
  const did = (...what: unknown[]) => {
    acts.push(what.join(' '))
    return ok(null)
  }
  const shown = { ...nothing, ...view }
  const desk: OutboxDesk = {
    view: () => shown,
    open: () => ok(intake),
    read: () => ok(intake),
    choose: (...given) => did('choose', ...given),
    createPatient: (...given) => did('create', ...given),
    takeBack: (...given) => did('back', ...given),
    sendAgain: (...given) => did('again', ...given),
    tryNow: (...given) => did('try', ...given),
    takeOver: (...given) => did('take', ...given),
    discard: (...given) => did('discard', ...given),
  }
  const service = createIntakesService(desk, () => ready)
  const one = () => {
    const opened = service.open(id)
    if (!opened.ok) throw new Error(opened.error.kind)
    return opened.value
  }
  return { service, desk, acts, one, shown }
}

describe('the list', () => {
  it('names each by its number and when, and nothing of a patient', () => {
    const { service } = open({
      waiting: [{ ...row, can: [] }],
      oldest: row.finishedAt,
      nextTryAt: at + 61_000,
      needsPerson: [several],
      remaining: [rest],
      complete: [{ ...row, can: ['sendAgain'] }],
    })
    const shown = { id, helpNumber: '4711', at }
    expect(service.list()).toEqual({
      waiting: [shown],
      oldest: at,
      nextTryAt: at + 120_000,
      complete: [shown],
      ready,
      needsPerson: [{ ...shown, reason: 'severalMatches' }],
      remaining: [{ ...shown, delivered: 1, of: 2, why: ['noAttribute'] }],
    })
  })

  it('has no moment for one that cannot be read', () => {
    const unread: typeof several = {
      ...several,
      reason: 'intakeUnreadable',
      finishedAt: '',
      candidates: [],
    }
    expect(open({ needsPerson: [unread] }).service.list().needsPerson).toMatchObject([{ at: null }])
  })
})

describe('one', () => {
  it('is shown with who gave it and who could be meant, never by the id of a record', () => {
    const { one } = open({ needsPerson: [several] })
    const { shown } = one()
    expect(shown).toMatchObject({
      id,
      helpNumber: '4711',
      at,
      stands: 'needsPerson',
      reason: 'severalMatches',
      person: { name: 'Ana Lopez', dateOfBirth: '1990-04-05', phone: '+12065550177', proved: [] },
      candidates: [
        {
          key: '1',
          name: 'Ana Lopez',
          dateOfBirth: '1990-04-05',
          isActive: true,
          phone: { is: 'same', ending: '0177' },
          email: 'other',
        },
        {
          key: '2',
          name: 'Ana López',
          dateOfBirth: null,
          isActive: false,
          phone: { is: 'other', ending: '0199' },
          email: 'none',
        },
      ],
      can: ['choose', 'takeOver'],
    })
    const screen = {
      name: 'staffIntake',
      intake: shown,
      answers: null,
      fault: null,
      errorCount: 0,
      canSavePdf: false,
      pdf: null,
    }
    expect(staffScreen.safeParse(screen).success).toBe(true)
    expect(JSON.stringify(shown)).not.toMatch(/record|Annie/)
  })

  it('takes the candidate of a key, also when others came or went meanwhile', () => {
    const { service, one, acts, shown } = open({ needsPerson: [several] })
    const [, second] = one().shown.candidates
    const changed = [{ ...several, candidates: [...several.candidates].reverse() }]
    Object.assign(shown, { needsPerson: changed })
    const choose = (candidate: string) =>
      service.settle({ type: 'chooseCandidate', intake: id, candidate })
    expect(choose(second!.key)).toEqual(ok(null))
    expect(acts).toEqual([`choose ${id} record-82`])
    expect(choose('3')).toEqual({ ok: false, error: { kind: 'notPossible' } })
    Object.assign(shown, { needsPerson: [] })
    expect(choose(second!.key)).toEqual({ ok: false, error: { kind: 'notPossible' } })
  })

  it('tells what remains by the question that the form asked', () => {
    expect(open({ remaining: [rest] }).one().shown).toMatchObject({
      stands: 'remaining',
      delivered: 1,
      of: 2,
      isOtherVersion: true,
      can: ['takeOver'],
      remains: [
        { label: 'Question 2', why: 'noAttribute' },
        { label: null, why: 'noAttribute' },
      ],
    })
  })

  it('is as it stands now when it is looked at again', () => {
    const { service, one, shown } = open({ needsPerson: [several] })
    const before = one()
    Object.assign(shown, { needsPerson: [], waiting: [{ ...row, can: ['tryNow'] }] })
    expect(service.again(before).shown).toMatchObject({ stands: 'waiting', candidates: [] })
    Object.assign(shown, { waiting: [] })
    expect(service.again(before).shown).toMatchObject({
      stands: 'complete',
      helpNumber: '4711',
      at,
      can: [],
    })
  })

  it('that cannot be read is shown without anybody', () => {
    const { desk, service } = open({ needsPerson: [several] })
    desk.open = () => ok(null)
    expect(service.open(id)).toMatchObject({ value: { shown: { person: null } } })
  })

  it('is settled at the desk', () => {
    const { service, acts } = open({})
    for (const act of ['createPatient', 'takeBack', 'tryNow', 'takeOver', 'sendAgain'] as const)
      service.settle({ type: 'actOnIntake', intake: id, act })
    service.settle({ type: 'discardIntake', intake: id, reason: 'twice' })
    expect(acts.map((act) => act.replace(` ${id}`, ''))).toEqual([
      ...['create', 'back', 'try', 'take', 'again', 'discard twice'],
    ])
    expect(service.read(id)).toMatchObject({ ok: true, value: [{ name: 'Form 601' }] })
  })
})

const picture = 'data:image/png;base64,AA'
const address = {
  address1: '1 Bay Street',
  address2: '',
  city: 'Seattle',
  stateProvince: 'WA',
  postalCode: '98101',
}

const card = { fileName: 'card.png', mediaType: 'image/png', dataUrl: picture }

it.each<[Required<SampleField>['type'], SampleField['answer'], unknown]>([
  ['textInput', 'Annie', { kind: 'text', text: 'Annie' }],
  ['datePicker', '2026-03-01', { kind: 'date', date: '2026-03-01' }],
  ['datePicker', 'in spring', { kind: 'text', text: 'in spring' }],
  ['checkbox', true, { kind: 'flag', is: true }],
  ['checkbox', ['a', 'b'], { kind: 'several', texts: ['a', 'b'] }],
  ['address', address, { kind: 'several', texts: ['1 Bay Street', 'Seattle WA 98101'] }],
  ['paymentField', 'cash', { kind: 'payment', by: 'cash' }],
  ['signature', picture, { kind: 'drawn' }],
  ['signature', 'Ana Lopez', { kind: 'text', text: 'Ana Lopez' }],
  ['fileUpload', 'show-at-desk', { kind: 'file', name: null }],
  ['fileUpload', card, { kind: 'file', name: 'card.png' }],
  ['bodyDiagram', [{ side: 'front', x: 0.5, y: 0.5 }], { kind: 'marks' }],
])('%s answered by %o is shown as %o', (type, answer, shown) => {
  expect(answersShown(sampleIntake({ forms: [sampleForm(601, [{ type, answer }])] }))).toEqual([
    { name: 'Form 601', answers: [{ label: 'Question 1', answer: shown }] },
  ])
})

it('shows what was answered in the order of the form, and what its form does not know last', () => {
  const form = sampleForm(601, [{ answer: 'first' }, { answer: '' }, { answer: 'third' }])
  const [section] = form.template.formTemplateSections
  section!.formElements.reverse()
  const answers = { ...form.answers, 99: 'of another version' }
  const [form601] = answersShown(sampleIntake({ forms: [{ ...form, answers }] }))
  expect(form601!.answers.map(({ label }) => label)).toEqual(['Question 3', 'Question 1', null])
})
