import { beforeEach, describe, expect, it } from 'vitest'
import * as cases from '../../../../sandbox/seeds/cases.ts'
import {
  interrupted,
  openChartWork,
  outcomeOf,
  valueFrom,
  type ChartWork,
} from '../../../../test/harness/desk/chart-work.ts'
import { type PatientDraft, patientOperations } from '../../../shared/desk/patients.ts'
import { deskTries } from '../../visit/limits/attempts.ts'
import { servePatients, patientsReached } from '../../desk/features/patients/patients.ts'

const { queries, commands } = patientOperations
const ada: PatientDraft = {
  firstName: 'Ada',
  lastName: 'Reed',
  birthDate: '1984-02-29',
  phone: '(206) 555-0187',
  email: '',
}

let opened: ChartWork
let place: ReturnType<typeof servePatients>
let onCall: (operation: string) => 'lost' | undefined
/** Number of new patients sent to the service. */
let sent: number
beforeEach(async () => {
  opened = await openChartWork()
  onCall = () => undefined
  sent = 0
  place = servePatients(
    interrupted(opened.work, (operation) => {
      if (operation === 'partner.patients.create') sent += 1
      return onCall(operation)
    }),
  )
})

const create = (draft: PatientDraft, isAnother = false) =>
  valueFrom(commands.createPatient, place.createPatient({ draft, isAnother }))
const named = async (name: string) =>
  (await valueFrom(queries.findPatients, place.findPatients({ search: { name } }))).rows

/** The answer to a new patient is lost, though they are made; and all that is asked from then on, where `isGone`. */
function loseAnswer({ isGone }: { isGone: boolean }): void {
  let isLost = false
  onCall = (operation) => {
    if (isLost) return isGone ? 'lost' : undefined
    if (operation !== 'partner.patients.create') return undefined
    isLost = true
    opened.sandbox.control.addFault({ cutAfterwards: true, pathIncludes: '/patients', times: 1 })
    return undefined
  }
}

describe('a new patient', () => {
  it('is made once though the answer is lost', async () => {
    loseAnswer({ isGone: false })
    expect(await create(ada)).toMatchObject({ outcome: 'created' })
    expect(await named('Ada Reed')).toHaveLength(1)
  })

  it.each([false, true])(
    'in doubt is not sent again before it can be looked for (another person: %s)',
    async (isAnother) => {
      loseAnswer({ isGone: true })
      expect(await create(ada, isAnother)).toEqual({ outcome: 'inDoubt' })
      expect(await create(ada, isAnother)).toEqual({ outcome: 'inDoubt' })
      onCall = () => undefined
      expect(await create(ada, isAnother)).toMatchObject({ outcome: 'created' })
      expect(sent).toBe(1)
      expect(await named('Ada Reed')).toHaveLength(1)
    },
  )

  it('in doubt of whom something was typed anew is shown, and another one is made for staff alone', async () => {
    loseAnswer({ isGone: true })
    await create(ada, true)
    onCall = () => undefined
    const other = { ...ada, phone: '(206) 555-0188' }
    expect(await create(other, true)).toMatchObject({
      outcome: 'similar',
      rows: [{ name: 'Ada Reed', phoneEnd: '87' }],
    })
    expect(sent).toBe(1)
    expect(await create(other, true)).toMatchObject({ outcome: 'created' })
    expect(await named('Ada Reed')).toHaveLength(2)
  })

  it('in doubt is not taken for one who was there before', async () => {
    const rosa = cases.onePacket
    const draft = { ...ada, firstName: rosa.firstName, lastName: rosa.lastName }
    const alike = { ...draft, birthDate: rosa.dateOfBirth, phone: rosa.phone, email: rosa.email }
    onCall = (operation) => (operation === 'partner.patients.create' ? 'lost' : undefined)
    expect(await create(alike, true)).toEqual({ outcome: 'inDoubt' })
    onCall = () => undefined
    expect(await create(alike, true)).toMatchObject({ outcome: 'created' })
    expect(await named('Rosa Delgado')).toHaveLength(2)
  })

  it('that the service refuses is refused, and can be sent again', async () => {
    onCall = (operation) => {
      const isFirst = operation === 'partner.patients.create' && sent === 1
      if (isFirst)
        opened.sandbox.control.addFault({ status: 422, pathIncludes: '/patients', times: 1 })
      return undefined
    }
    const made = place.createPatient({ draft: ada, isAnother: false })
    expect(await outcomeOf(commands.createPatient, made)).toEqual({
      ok: false,
      error: { kind: 'refusedByService' },
    })
    expect(await create(ada)).toMatchObject({ outcome: 'created' })
  })

  it.each(['partner.patients.list', 'developer.patients.search'])(
    'is looked for where %s is closed to the clinic',
    async (closed) => {
      const path = closed.startsWith('partner') ? '/partner/v2/account' : '/patients/search'
      const rosa = cases.onePacket
      const draft = { ...ada, firstName: rosa.firstName, lastName: rosa.lastName }
      onCall = (operation) => {
        if (operation === closed)
          opened.sandbox.control.addFault({ status: 403, pathIncludes: path, times: 1 })
        return undefined
      }
      expect(await create({ ...draft, birthDate: rosa.dateOfBirth })).toMatchObject({
        outcome: 'similar',
        rows: [{ name: 'Rosa Delgado' }],
      })
    },
  )

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
    expect(await outcomeOf(commands.createPatient, prepared('1999-12-31'))).toEqual(tooMany)
    const search = { birthDate: '1999-12-31' }
    const found = place.findPatients({ search })
    expect(await outcomeOf(queries.findPatients, found)).toEqual(tooMany)
    expect(opened.asked()).toEqual(new Set())
  })

  it('asks the service for what docs/desk.md says, and nothing else', async () => {
    await create(ada)
    expect(opened.asked()).toEqual(new Set(patientsReached.createPatient.map(({ id }) => id)))
  })
})
