import { expect } from 'vitest'
import * as cases from '../../../../sandbox/seeds/cases.ts'
import { value } from '../client.ts'
import type { Opened } from '../client.ts'

/** A new location, in the state that is listed first. */
export async function exampleLocation({ developer }: Pick<Opened, 'developer'>) {
  const [state] = await value(developer.stateProvinces.list())
  return {
    name: 'Hillside Clinic',
    timeZone: 'America/Chicago',
    active: true,
    address: {
      address1: '9 Ridge Road',
      city: 'Mobile',
      postalCode: '36602',
      stateProvince: {
        id: Number(state?.id),
        name: state?.name ?? '',
        shortName: state?.shortName ?? '',
      },
    },
    staffIds: [401],
  }
}

/** Calls every operation of locations and states. */
export async function callLocations(opened: Opened): Promise<void> {
  const { locations } = opened.developer
  const example = await exampleLocation(opened)
  const { id } = await value(locations.create({ body: example }))
  expect((await value(locations.list())).map((location) => location.id)).toContain(id)
  expect((await value(locations.get({ params: { location_id: id } }))).name).toBe(example.name)
  const body = { ...example, id: Number(id), name: 'Hillside' }
  expect((await value(locations.update({ body }))).name).toBe('Hillside')
}

/** Calls every operation of patients, as the developer interface has them. */
export async function callDeveloperPatients({ developer: { patients } }: Opened): Promise<void> {
  const { id, lastName } = cases.onePacket
  expect((await value(patients.list())).length).toBeGreaterThan(0)
  expect((await value(patients.get({ params: { patient_id: id } }))).lastName).toBe(lastName)
  expect(await value(patients.search({ query: { lastName } }))).toMatchObject([{ id }])
  expect((await value(patients.listTags({ query: { patientId: id } }))).length).toBeGreaterThan(0)
}

/** Calls every operation of templates and their groups, as the developer interface has them. */
export async function callDeveloperForms({ developer, here }: Opened): Promise<void> {
  const { formTemplates, formTemplateGroups } = developer
  const [template] = await value(formTemplates.list())
  const templateId = Number(template?.id)
  const inTemplate = { params: { form_template_id: templateId } }
  expect((await value(formTemplates.get(inTemplate))).name).toBe(template?.name)

  const fields = { name: 'Sports check', formTemplateIds: [templateId], practitionerId: 402 }
  const body = { ...fields, locationId: Number(here.locationId) }
  const id = Number((await value(formTemplateGroups.create({ body }))).id)
  const one = { params: { form_template_group_id: id } }
  expect((await value(formTemplateGroups.get(one))).name).toBe('Sports check')
  expect((await value(formTemplateGroups.list())).map((group) => group.id)).toContain(id)
  const mine = { params: { practitioner_id: 402 } }
  expect(await value(formTemplateGroups.listByPractitioner(mine))).toMatchObject([{ id }])
  const changed = await value(
    formTemplateGroups.update({ body: { ...fields, id, name: 'Sports' } }),
  )
  expect(changed.name).toBe('Sports')
  expect((await value(formTemplateGroups.delete({ body: { id } }))).active).toBe(false)
}
