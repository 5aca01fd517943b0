import { expect, it } from 'vitest'
import { failure, useClient, value } from '#harness/sandbox/client.ts'

const patient = { firstName: 'Ada', lastName: 'Reed', mobilePhone: '+12065550123' }

const { partner, here, sandbox, control } = useClient()
const conversions = partner.remoteCareConversions
const create = (body = {}) => value(conversions.create({ params: here, body }))
const at = (id: string | number, locationId = here.locationId) => ({
  params: { ...here, locationId, id },
})

it('an update changes the patient’s data in part, and puts new lists for old ones', async () => {
  const selectedServices = ['Remote monitoring', 'Video visits']
  const { id, createdAt } = await create({ patient, selectedServices })
  control.advanceClock(1000)
  const first = { patient: { email: 'ada@example.com' }, attemptLinks: [{ attemptId: 'a-81' }] }
  expect(await value(conversions.update({ ...at(id), body: first }))).toMatchObject({
    status: 'IN_PROGRESS',
    patient: { ...patient, email: 'ada@example.com' },
    selectedServices,
    attemptLinks: [{ attemptId: 'a-81' }],
    createdAt,
    updatedAt: '2026-03-10T17:00:01.000Z',
  })
  const second = { selectedServices: ['Video visits'] }
  await value(conversions.update({ ...at(id), body: second }))
  expect(await value(conversions.get(at(id)))).toMatchObject({
    patient: { email: 'ada@example.com' },
    ...second,
    attemptLinks: first.attemptLinks,
  })
})

it('a conversion of another location, or of nobody, is neither found nor changed', async () => {
  const { id } = await create({ patient })
  for (const wrong of [at(id, sandbox.locationIds[1]), at(1)]) {
    expect(await failure(conversions.get(wrong))).toMatchObject({ kind: 'notFound' })
    const update = conversions.update({ ...wrong, body: { selectedServices: ['x'] } })
    expect(await failure(update)).toMatchObject({ kind: 'notFound' })
  }
  expect(await value(conversions.get(at(id)))).toMatchObject({ selectedServices: [] })
})
