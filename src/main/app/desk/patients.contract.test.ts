import { beforeEach, describe, expect, it } from 'vitest'
import * as cases from '../../../../sandbox/seeds/cases.ts'
import { openDesk } from '#harness/desk/open-desk.ts'
import { startAtMidday } from '#harness/midday.ts'
import type { Identifiers, PatientSearch } from '../../../shared/desk/patients.ts'

startAtMidday()

const reason = 'They moved to another country'
const refused = (error: object) => ({ ok: false, error })

let desk: Awaited<ReturnType<typeof openDesk>>
beforeEach(async () => (desk = await openDesk(['reception'])))

const find = (search: PatientSearch) => desk.query('findPatients', { search })
const found = (search: PatientSearch) => desk.read('findPatients', { search })
async function referenceOf({ firstName, lastName }: cases.PatientCase) {
  const { rows } = await found({ name: `${firstName} ${lastName}` })
  const [row] = rows
  if (!row) throw new Error('nobody was found')
  return row.patient
}
const bornOn = (value: string) => ({ kind: 'birthDate', value }) as const
const phone = (value: string) => ({ kind: 'phone', value }) as const
const email = (value: string) => ({ kind: 'email', value }) as const
const name = (value: string) => ({ kind: 'name', value }) as const
const rosa = cases.onePacket
const identifiersOf = (person: cases.Reachable): Identifiers => [
  bornOn(person.dateOfBirth),
  phone(person.phone),
]
describe('a search', () => {
  it('finds by what is said of a person', async () => {
    const searches: readonly (readonly [string, PatientSearch, readonly string[]])[] = [
      ['a name', { name: 'delgado' }, ['Rosa Delgado']],
      ['the beginnings of names in any order', { name: 'kim gra' }, ['Grace Kim']],
      ['a name without its accents', { name: 'muller zoe' }, ['Zoë Müller-Lüdenscheid']],
      ['an e-mail address', { email: 'Rosa.Delgado@example.com' }, ['Rosa Delgado']],
      ['a part of an e-mail address', { email: 'delgado@example.com' }, []],
      ['a birth date', { birthDate: '1984-03-07' }, ['Rosa Delgado']],
      ['a phone number', { phone: '(206) 555-0101' }, ['Rosa Delgado']],
      [
        'a phone that is shared',
        { phone: cases.familyPhone.phone },
        ['Daniel Kim', 'Grace Kim', 'Sophie Kim'],
      ],
      ['a phone and a name', { phone: cases.familyPhone.phone, name: 'sophie' }, ['Sophie Kim']],
      ['a name and a birth date of two people', { name: 'rosa', birthDate: '1981-02-16' }, []],
      ['nobody', { name: 'nobody of that name' }, []],
    ]
    for (const [by, search, names] of searches) {
      const { rows, more } = await found(search)
      expect([rows.map((row) => row.name), more], by).toEqual([names, null])
    }
    expect(await find({}), 'everybody').toEqual(refused({ kind: 'malformed' }))
  })

  it('finds everybody of a name, with accents or without, by part of a phone or a year, too', async () => {
    const people = [
      ['Ana', 'Munoz', '1950-03-04'],
      ['Juan', 'Muñoz', '1950-11-30'],
      ['Juan', 'Muñoz', '1987-01-02'],
    ] as const
    for (const [index, [firstName, lastName, birthDate]] of people.entries()) {
      const draft = { firstName, lastName, birthDate, phone: `206555777${index}`, email: '' }
      await desk.done('createPatient', { draft, isAnother: true })
    }
    const named = async (search: PatientSearch) => (await found(search)).rows.map((row) => row.name)
    const juans = ['Juan Muñoz', 'Juan Muñoz']
    expect(await named({ name: 'Munoz' })).toEqual(['Ana Munoz', ...juans])
    expect(await named({ name: 'muñoz juan' })).toEqual(juans)
    expect(await named({ name: 'munoz', birthYear: 1950 })).toEqual(['Ana Munoz', 'Juan Muñoz'])
    expect(await named({ phone: '7772' })).toEqual(['Juan Muñoz'])
    expect(await named({ phone: '555-777' })).toEqual(['Ana Munoz', ...juans])
  })

  it('says that somebody may be missing where the service does not give its list', async () => {
    desk.sandbox.control.addFault({ pathIncludes: '/developer/v1/patients', status: 403 })
    expect(await found({ name: 'delgado' })).toMatchObject({
      rows: [{ name: 'Rosa Delgado' }],
      mayMiss: true,
    })
  })

  it('shows nothing that staff ask a person for, and no id', async () => {
    const { rows } = await found({ name: 'rosa delgado' })
    expect(rows).toEqual([
      {
        patient: expect.stringMatching(/^patient-\d+$/) as unknown,
        name: 'Rosa Delgado',
        birthYear: 1984,
        phoneEnd: '01',
        isActive: true,
      },
    ])
    expect(JSON.stringify(rows)).not.toMatch(/5001|1984-03-07|5550101|example/)
  })

  it('is in the audit each time, with what it was by, and not with what was typed', async () => {
    await find({ name: 'rosa', birthDate: '1984-03-07' })
    await find({ name: 'rosa', birthDate: '1984-03-08' })
    const entries = desk.audited('deskQueried').map(({ fields }) => fields)
    expect(entries.map(({ searchedBy }) => searchedBy)).toEqual([
      'birthDate name',
      'birthDate name',
    ])
    expect(JSON.stringify(entries)).not.toMatch(/1984|rosa/)
  })
})

describe('a chart', () => {
  it('asks for the birth date wherever there is one, and for others where there is none', async () => {
    const patient = await referenceOf(rosa)
    const identifiers: Identifiers = [phone(rosa.phone), email(rosa.email)]
    expect(await desk.say('openChart', { patient, identifiers })).toEqual(
      refused({ kind: 'otherIdentifiers', needs: 'birthDate' }),
    )
    const without = await referenceOf(cases.noDateOfBirth)
    const born: Identifiers = [bornOn('1984-03-07'), name('Carmen Ruiz')]
    expect(await desk.say('openChart', { patient: without, identifiers: born })).toEqual(
      refused({ kind: 'otherIdentifiers', needs: 'noBirthDate' }),
    )
  })

  it('is shown with address, family and notes, and asks for what docs/desk.md says', async () => {
    const chart = await desk.chartOf(rosa)
    const shown = await desk.reaches('patientChart', () => desk.read('patientChart', { chart }))
    expect(shown).toMatchObject({
      name: 'Rosa Delgado',
      birthDate: '1984-03-07',
      phone: '+1 206 555 0101',
      tags: [{ note: 'Prefers mornings', color: '#2f6fb2' }],
    })
    expect(JSON.stringify(shown)).not.toContain('5001')
    const child = await desk.read('patientChart', { chart: await desk.chartOf(cases.minor.parent) })
    expect(child.children.map((each) => each.name)).toEqual(['Nia Adeyemi'])
  })

  it('is opened from an appointment of today by the same two', async () => {
    const today = await desk.read('today')
    const elena = cases.arrivals.due
    const row = today.rows.find(({ patient }) => patient === 'Elena Vega')
    if (!row) throw new Error('she is not expected')
    const { appointment } = row
    const identifiers = identifiersOf(elena)
    await desk.reaches('openChartOfAppointment', () =>
      desk.done('openChartOfAppointment', { appointment, identifiers }),
    )
    expect(
      await desk.say('openChartOfAppointment', { appointment, identifiers: identifiersOf(rosa) }),
    ).toEqual(refused({ kind: 'notConfirmed', triesLeft: 2 }))
  })

  it('counts no try that the network ate', async () => {
    const patient = await referenceOf(rosa)
    desk.sandbox.control.switchNetwork('down', true)
    for (let time = 0; time < 4; time += 1)
      expect(await desk.say('openChart', { patient, identifiers: identifiersOf(rosa) })).toEqual(
        refused({ kind: 'offline' }),
      )
  })
})

describe('a record', () => {
  const draft = {
    firstName: '  Ada ',
    lastName: 'Reed',
    birthDate: '1984-02-29',
    phone: '(206) 555-0187',
    email: 'ada.reed@example.com',
  }

  it('is made, opened by what the person said, changed and removed', async () => {
    const made = await desk.done('createPatient', { draft, isAnother: false })
    if (!('patient' in made)) throw new Error('it was not made')
    const identifiers: Identifiers = [bornOn('1984-02-29'), phone('2065550187')]
    const opened = await desk.done('openChart', { patient: made.patient, identifiers })
    const { chart } = opened
    const patch = { lastName: 'Reed-Okafor', phone: '', email: 'ada@example.com' }
    await desk.reaches('changePatient', () => desk.done('changePatient', { chart, patch }))
    expect(await desk.read('patientChart', { chart })).toMatchObject({
      name: 'Ada Reed-Okafor',
      phone: null,
      email: 'ada@example.com',
      address: null,
    })
    const homeAddress = {
      address1: '9 Elm Road',
      city: 'Seattle',
      stateProvince: 'WA',
      postalCode: '98101',
    }
    await desk.done('changePatient', { chart, patch: { homeAddress } })
    expect(await desk.read('patientChart', { chart })).toMatchObject({
      homeAddress,
      address: ['9 Elm Road', 'Seattle, Washington 98101'],
      email: 'ada@example.com',
    })
    const none = { address1: '', city: '', stateProvince: '', postalCode: '' }
    await desk.done('changePatient', { chart, patch: { homeAddress: none } })
    expect(await desk.read('patientChart', { chart })).toMatchObject({ address: null })
    expect(await desk.say('removePatient', { chart })).toEqual(refused({ kind: 'reasonNeeded' }))
    expect(await desk.done('removePatient', { chart }, reason)).toBeNull()
    expect(await desk.query('patientChart', { chart })).toEqual(
      refused({ kind: 'unknownReference' }),
    )
    expect(await desk.query('packets', { chart })).toEqual(refused({ kind: 'unknownReference' }))
    expect(desk.audited('deskChanged').at(-1)?.fields).toMatchObject({
      command: 'removePatient',
      reason,
    })
  })

  it('is not made twice, unless staff say that it is another person', async () => {
    const again = { ...draft, firstName: 'Rósa', lastName: 'Delgado', birthDate: '1984-03-07' }
    const create = (isAnother: boolean) => desk.done('createPatient', { draft: again, isAnother })
    expect(
      await desk.reaches('createPatient', () => create(false), 'partner.patients.create'),
    ).toMatchObject({ outcome: 'similar', rows: [{ name: 'Rosa Delgado' }] })
    expect(desk.audited('deskChangeFailed').at(-1)?.fields).toMatchObject({
      command: 'createPatient',
      why: 'similar',
    })
    expect(await create(true)).toMatchObject({ outcome: 'created' })
  })
})
