import { beforeEach, describe, expect, it } from 'vitest'
import * as cases from '../../../../sandbox/seeds/cases.ts'
import { openChartWork, served, type ChartWork } from '#harness/desk/chart-work.ts'
import type { PatientDraft } from '../../../shared/desk/patients.ts'
import { deskTries } from '../../kiosk/visit/limits/attempts.ts'
import { servePatients } from '../../desk/features/patients/patients.ts'

const serve = ({ work }: ChartWork) => served(servePatients(work))
const creation = 'partner.patients.create'
const ada: PatientDraft = {
  firstName: 'Ada',
  lastName: 'Reed',
  birthDate: '1984-02-29',
  phone: '(206) 555-0187',
  email: '',
}

let opened: ChartWork
let { place, outcome, value } = {} as ReturnType<typeof serve>
beforeEach(async () => {
  opened = await openChartWork()
  ;({ place, outcome, value } = serve(opened))
})

const create = (draft: PatientDraft, isAnother = false) =>
  value('createPatient', { draft, isAnother })
const named = async (name: string) => (await value('findPatients', { search: { name } })).rows

describe('a new patient', () => {
  it('is made once though the answer is lost', async () => {
    opened.loseAnswerOf(creation)
    expect(await create(ada)).toMatchObject({ outcome: 'created' })
    expect(await named('Ada Reed')).toHaveLength(1)
  })

  it.each([false, true])('in doubt is looked for first (another: %s)', async (isAnother) => {
    opened.loseAnswerOf(creation, { isLast: true })
    expect(await create(ada, isAnother)).toEqual({ outcome: 'inDoubt' })
    expect(await create(ada, isAnother)).toEqual({ outcome: 'inDoubt' })
    opened.restore()
    expect(await create(ada, isAnother)).toMatchObject({ outcome: 'created' })
    expect(opened.sent(creation)).toBe(1)
    expect(await named('Ada Reed')).toHaveLength(1)
  })

  it('in doubt of whom something was typed anew is shown, and another one is made for staff alone', async () => {
    opened.loseAnswerOf(creation, { isLast: true })
    await create(ada, true)
    opened.restore()
    const other = { ...ada, phone: '(206) 555-0188' }
    expect(await create(other, true)).toMatchObject({
      outcome: 'similar',
      rows: [{ name: 'Ada Reed', phoneEnd: '87' }],
    })
    expect(opened.sent(creation)).toBe(1)
    expect(await create(other, true)).toMatchObject({ outcome: 'created' })
    expect(await named('Ada Reed')).toHaveLength(2)
  })

  it('in doubt is not taken for one who was there before', async () => {
    const rosa = cases.onePacket
    const draft = { ...ada, firstName: rosa.firstName, lastName: rosa.lastName }
    const alike = { ...draft, birthDate: rosa.dateOfBirth, phone: rosa.phone, email: rosa.email }
    opened.lose(creation)
    expect(await create(alike, true)).toEqual({ outcome: 'inDoubt' })
    opened.restore()
    expect(await create(alike, true)).toMatchObject({ outcome: 'created' })
    expect(await named('Rosa Delgado')).toHaveLength(2)
  })

  it('that the service refuses is refused, and can be sent again', async () => {
    opened.disturb(creation, { status: 422 })
    expect(await outcome('createPatient', { draft: ada, isAnother: false })).toEqual({
      ok: false,
      error: { kind: 'refusedByService' },
    })
    expect(await create(ada)).toMatchObject({ outcome: 'created' })
  })

  it('finds out no birth date by trying: searches and new patients are counted together', async () => {
    const days = Array.from({ length: deskTries.identifierSearch }, (_, index) =>
      new Date(Date.UTC(1984, 0, 1 + index)).toISOString().slice(0, 10),
    )
    for (const birthDate of days.slice(1))
      place.findPatients({ search: { name: 'rosa', birthDate } })
    const prepared = (birthDate: string) =>
      place.createPatient({ draft: { ...ada, birthDate }, isAnother: false })
    const tooMany = { ok: false, error: { kind: 'tooManySearches' } }
    expect(prepared(days[0] ?? '')?.refusal).toBeUndefined()
    const born = { birthDate: '1999-12-31' }
    expect(await prepared(born.birthDate)?.run()).toEqual(tooMany)
    expect(await outcome('findPatients', { search: born })).toEqual(tooMany)
    expect(opened.asked()).toEqual(new Set())
  })
})
