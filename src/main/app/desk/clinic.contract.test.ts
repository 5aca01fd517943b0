import { beforeEach, describe, expect, it } from 'vitest'
import { openDesk } from '#harness/desk/open-desk.ts'
import type { CommandInput, QueryInput } from '../../../shared/desk/operations.ts'
import type { clinicOperations } from '../../../shared/desk/clinic.ts'

type Query = keyof typeof clinicOperations.queries
type Command = keyof typeof clinicOperations.commands

const ok = { ok: true, value: null }
const refused = (kind: string) => ({ ok: false, error: { kind } })

let desk: Awaited<ReturnType<typeof openDesk>>
beforeEach(async () => (desk = await openDesk()))

const ask = <N extends Query>(name: N, input: QueryInput<N>) => desk.read(name, input)
const tell = <N extends Command>(name: N, input: CommandInput<N>) => desk.say(name, input)
async function named<T extends { readonly name: string }>(rows: Promise<T[]>, name: string) {
  const found = (await rows).find((row) => row.name === name)
  if (!found) throw new Error(`there is no ${name}`)
  return found
}
const locationNamed = (name: string) => named(ask('clinicLocations', {}), name)
const groups = () => ask('clinicGroups', { practitioner: null })

const loseAnswerOf = (pathIncludes: string) =>
  desk.sandbox.control.addFault({ cutAfterwards: true, times: 1, pathIncludes })

async function newLocation(name: string) {
  const { state } = await named(ask('clinicStates', {}), 'Colorado')
  return {
    name,
    timeZone: 'America/Denver',
    phoneNumber: '',
    address1: '9 Ridge Road',
    address2: '',
    city: 'Boulder',
    state,
    postalCode: '80301',
    staff: [11, 12],
  }
}
async function newGroup(name: string, practitioner: number | null = null) {
  const rows = await ask('clinicTemplates', {})
  return { name, practitioner, templates: rows.slice(0, 2).map(({ template }) => template) }
}

describe('locations', () => {
  it('are listed, read, and name no id of the service', async () => {
    const rows = await ask('clinicLocations', {})
    expect(rows.map(({ name }) => name)).toContain('Lakeside Pediatrics')
    expect(rows.filter(({ isHere }) => isHere)).toHaveLength(1)
    const { location } = await locationNamed('Lakeside Pediatrics')
    expect(await ask('clinicLocation', { location })).toMatchObject({
      city: 'Rochester',
      postalCode: '14604',
      state: { name: 'New York' },
      staff: null,
    })
    expect(JSON.stringify(rows)).not.toMatch(/\b30[123]\b/)
  })

  it('are created, changed, taken out of use and brought back', async () => {
    const fields = await newLocation('Ridge Clinic')
    expect(await tell('createLocation', fields)).toEqual(ok)
    const { location } = await locationNamed('Ridge Clinic')
    const next = { ...fields, address2: 'Suite 4', phoneNumber: '+1 303 555 0100' }
    expect(await tell('changeLocation', { location, fields: next, isActive: true })).toEqual(ok)
    expect(await ask('clinicLocation', { location })).toMatchObject({
      address2: 'Suite 4',
      phoneNumber: '+1 303 555 0100',
      staff: [11, 12],
    })
    expect(await tell('changeLocation', { location, fields: next, isActive: false })).toEqual(ok)
    await expect(locationNamed('Ridge Clinic')).rejects.toThrow('there is no Ridge Clinic')
    expect(await tell('changeLocation', { location, fields: next, isActive: true })).toEqual(ok)
    expect((await locationNamed('Ridge Clinic')).location).toBe(location)
  })

  it('keep the one in use in which the desk stands', async () => {
    const { location } = await named(
      ask('clinicLocations', {}).then((rows) => rows.filter(({ isHere }) => isHere)),
      'Harbor Family Clinic',
    )
    const fields = await newLocation('Harbor Family Clinic')
    const input = { location, fields, isActive: false }
    const { value, called } = await desk.watch(() => tell('changeLocation', input))
    expect(value).toEqual(refused('notAllowed'))
    expect(called).not.toContain('developer.locations.update')
  })

  it('are looked at where the answer to a change was lost, and nothing is done twice', async () => {
    const fields = await newLocation('Ridge Clinic')
    loseAnswerOf('locations/create')
    expect(await tell('createLocation', fields)).toEqual(ok)
    const rows = await ask('clinicLocations', {})
    expect(rows.filter(({ name }) => name === 'Ridge Clinic')).toHaveLength(1)

    const { location } = await locationNamed('Ridge Clinic')
    const next = { ...fields, city: 'Denver' }
    for (const isActive of [true, false]) {
      loseAnswerOf('locations/update')
      expect(await tell('changeLocation', { location, fields: next, isActive })).toEqual(ok)
    }
  })

  it('say that the service cannot be reached where nothing came of it', async () => {
    const fields = await newLocation('Ridge Clinic')
    desk.sandbox.control.addFault({ cut: true, pathIncludes: 'locations/create' })
    expect(await tell('createLocation', fields)).toEqual(refused('offline'))
    expect((await ask('clinicLocations', {})).map(({ name }) => name)).not.toContain('Ridge Clinic')
  })

  it('refuse what is no address or no time zone', async () => {
    const fields = await newLocation('Ridge Clinic')
    for (const wrong of [
      { postalCode: '?' },
      { timeZone: 'Denver' },
      { staff: [] },
      { name: '  ' },
      { phoneNumber: '12' },
    ])
      expect(await tell('createLocation', { ...fields, ...wrong })).toEqual(refused('malformed'))
    const nowhere = { ...fields, timeZone: 'America/Nowhere' }
    expect(await tell('createLocation', nowhere)).toEqual(refused('refusedByService'))
    expect(await tell('createLocation', { ...fields, state: 'state-999' })).toEqual(
      refused('unknownReference'),
    )
  })
})

describe('template groups', () => {
  it('are created, changed and made inactive, with their templates and their link', async () => {
    const { location, name: place } = await locationNamed('Lakeside Pediatrics')
    const fields = await newGroup('First visit')
    expect(await tell('createGroup', { location, fields })).toEqual(ok)
    const { group } = await named(groups(), 'First visit')
    const details = await ask('clinicGroup', { group })
    expect(details).toMatchObject({ location: place, practitioner: null, isActive: true })
    expect(details.templates.map(({ template }) => template).toSorted()).toEqual(
      fields.templates.toSorted(),
    )
    expect(details.link?.address).toMatch(/^https?:/)

    const next = { ...fields, name: 'Second visit', practitioner: 401 }
    expect(await tell('changeGroup', { group, fields: next })).toEqual(ok)
    const mine = await ask('clinicGroups', { practitioner: 401 })
    expect(mine.find((row) => row.group === group)).toMatchObject({ name: 'Second visit' })
    const theirs = await ask('clinicGroups', { practitioner: 402 })
    expect(theirs.map((row) => row.group)).not.toContain(group)

    expect(await tell('deactivateGroup', { group })).toEqual(ok)
    expect(await ask('clinicGroup', { group })).toMatchObject({ isActive: false, link: null })
  })

  it('are looked at where the answer to a change was lost', async () => {
    const { location } = await locationNamed('Lakeside Pediatrics')
    const fields = await newGroup('First visit')
    expect(await tell('createGroup', { location, fields })).toEqual(ok)
    const { group } = await named(groups(), 'First visit')
    loseAnswerOf('templates/groups')
    const next = { ...fields, name: 'Second visit', templates: fields.templates.slice(1) }
    expect(await tell('changeGroup', { group, fields: next })).toEqual(ok)
    loseAnswerOf('templates/groups')
    expect(await tell('deactivateGroup', { group })).toEqual(ok)
    expect(await ask('clinicGroup', { group })).toMatchObject({ isActive: false })
  })

  it('refuse a practitioner whom the service does not know, and templates that were not shown', async () => {
    const { location } = await locationNamed('Lakeside Pediatrics')
    const fields = await newGroup('First visit', 999_999)
    expect(await tell('createGroup', { location, fields })).toEqual(refused('refusedByService'))
    const strange = { ...fields, templates: ['template-999'] }
    expect(await tell('createGroup', { location, fields: strange })).toEqual(
      refused('unknownReference'),
    )
  })
})

it('shows form templates with their pages and what they ask', async () => {
  const rows = await ask('clinicTemplates', {})
  expect(rows.length).toBeGreaterThan(2)
  const [first] = rows.filter(({ isStaffOnly }) => !isStaffOnly)
  if (!first) throw new Error('there is no template for patients')
  const details = await ask('clinicTemplate', { template: first.template })
  expect(details.name).toBe(first.name)
  expect(details.sections.flatMap(({ fields }) => fields).length).toBeGreaterThan(3)
  expect(details.link?.address).toMatch(/^https?:/)
  expect(details.link?.path).toMatch(/^M/)
})
