import { describe, expect, it } from 'vitest'
import { contract } from '../../src/contract/index.ts'
import { testStart, failure, useClient, value } from '../../test/harness/sandbox/client.ts'

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

  it('are replaced by an update: an optional field that is left out is cleared', async () => {
    const one = at(301)
    const before = await value(locations.get(one))
    expect(before).toMatchObject({
      phoneNumber: '+12065550201',
      address: { address2: 'Suite 200' },
    })
    const body = { ...example, id: 301, staffIds: [402, 403] }
    expect(await value(locations.update({ body }))).toMatchObject({ staffIds: [402, 403] })
    const after = await value(locations.get(one))
    expect(after).toMatchObject({
      name: example.name,
      branding: { logoName: 'Harbor Family Clinic' },
    })
    expect(after).not.toHaveProperty('phoneNumber')
    expect(after.address).not.toHaveProperty('address2')
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

  it('take a time zone of the deprecated style, answer it as it came, and keep its days', async () => {
    const body = { ...example, id: here.locationId, timeZone: 'US/HST' }
    expect(await value(locations.update({ body }))).toMatchObject({ timeZone: 'US/HST' })
    expect(await value(locations.get(at(body.id)))).toMatchObject({ timeZone: 'US/HST' })
    const on = async (day: string) => {
      const query = { from: day, to: day, limit: 1000 }
      return (await value(partner.appointments.list({ params: here, query }))).items
    }
    // Nine in the morning in Los Angeles is six in Honolulu: the same sixteen, all on that day.
    expect(await on('2026-03-10')).toHaveLength(16)
    const late = { patientId: 5001, practitionerId: 401, appointmentTypeId: 502 }
    const startAt = '2026-03-11T08:00:00Z'
    await value(partner.appointments.create({ params: here, body: { ...late, startAt } }))
    expect(await on('2026-03-10')).toHaveLength(17)
  })

  it.each([
    ['time zone', { timeZone: 'Mars/Olympus' }],
    ['location', { id: 901 }],
  ])('are refused with an unknown %s, and nothing changes', async (_what, wrong) => {
    const before = await value(locations.list())
    const body = { ...example, id: here.locationId, ...wrong }
    expect(await failure(locations.update({ body }))).toMatchObject(refused)
    expect(await value(locations.list())).toEqual(before)
  })

  it('are refused with a state that is not in the list of states', async () => {
    const states = await value(developer.stateProvinces.list())
    expect(states.find(({ shortName }) => shortName === 'WA')).toMatchObject({ id: 48 })
    const stateProvince = { id: 999, name: 'Nowhere', shortName: 'NW' }
    const body = { ...example, address: { ...example.address, stateProvince } }
    expect(await failure(locations.create({ body }))).toMatchObject(refused)
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
