import { describe, expect, it } from 'vitest'
import { contract } from '../../src/contract/index.ts'
import { testStart, failure, useClient, value } from '#harness/sandbox/client.ts'

const refused = { kind: 'refusedByEnvelope' }

const { partner, developer, account, here, call } = useClient()
const { locations } = developer
const at = (id: unknown) => ({ params: { location_id: Number(id) } })
const example = {
  name: 'Hillside Clinic',
  timeZone: 'America/Chicago',
  active: true,
  staffIds: [401],
  address: {
    address1: '9 Ridge Road',
    city: 'Mobile',
    postalCode: '36602',
    stateProvince: { id: 1, name: 'Alabama', shortName: 'AL' },
  },
}

describe('locations', () => {
  it('are given with address and branding', async () => {
    expect(await value(locations.get(at(303)))).toMatchObject({
      timeZone: 'America/Phoenix',
      address: { fullAddress: '7 Saguaro Lane, Tucson, AZ 85701' },
      branding: { logoName: 'Sunrise Physical Therapy', logoCircleColor: '#fff3b0' },
    })
  })

  it('that were created are found, with what the service adds', async () => {
    const created = await value(locations.create({ body: { ...example, phoneNumber: '555' } }))
    expect(created).toMatchObject({
      name: 'Hillside Clinic',
      phoneNumber: '555',
      address: {
        fullAddress: '9 Ridge Road, Mobile, AL 36602',
        stateProvince: { name: 'Alabama' },
      },
      branding: { locationId: created.id, logoName: 'Hillside Clinic' },
      createdOn: new Date(testStart).toISOString(),
    })
    expect(created.address?.latitude).toBeTypeOf('number')
    const { staffIds, ...rest } = created
    expect(staffIds).toEqual([401])
    expect(await value(locations.get(at(created.id)))).toEqual(rest)
  })

  it('are hidden from every answer while they are inactive, and come back by an update', async () => {
    const body = { ...example, id: here.locationId }
    expect(await value(locations.update({ body: { ...body, active: false } }))).toMatchObject({
      active: false,
    })
    expect((await value(locations.list())).map(({ id }) => id)).not.toContain(body.id)
    expect(await failure(locations.get(at(body.id)))).toMatchObject(refused)
    const packets = partner.formPackets.list({ params: here })
    expect(await failure(packets)).toMatchObject({ kind: 'forbidden' })
    const group = { locationId: body.id, formTemplateIds: [601], name: 'x', practitionerId: null }
    const created = developer.formTemplateGroups.create({ body: group })
    expect(await failure(created)).toMatchObject(refused)

    await value(locations.update({ body }))
    expect((await value(locations.list())).map(({ id }) => id)).toContain(body.id)
    expect(await value(locations.get(at(body.id)))).toMatchObject({ name: example.name })
    await value(partner.formPackets.list({ params: { ...account, locationId: body.id } }))
  })
})

it('the envelope says of a success what was done to whom, and of a failure why, always with status 200', async () => {
  const { create } = contract.developer.locations
  expect(await call(create, { body: example })).toMatchObject({
    status: 200,
    body: { success: true, message: 'Hillside Clinic was created.', data: { active: true } },
  })
  const wrong = await call(create, { body: { ...example, timeZone: 'Mars/Olympus' } })
  expect(wrong).toMatchObject({ status: 200, body: { success: false, data: {} } })
  expect((wrong.body as { message: string }).message).toBe('There is no such time zone.')
})
