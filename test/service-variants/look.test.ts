import { describe, expect, it } from 'vitest'
import { locations } from '../../sandbox/seeds/clinics.ts'
import { createIntakeClient } from '../../src/main/service/client/client.ts'
import { defaultClinicLook, readClinic } from '../../src/main/service/clinic.ts'
import { clientOptionsOf } from '../harness/service/connect-to.ts'
import { ServiceDispatcher } from './service-dispatcher.ts'
import { createSteppedClock } from '../harness/offline/stepped-clock.ts'
import { clientClock } from './client-clock.ts'
import { serviceUrl, startVariantService } from './variant-service.ts'
import { bare, json, jsonOf, type Change, type Fields } from './wire.ts'

const operation = 'developer.locations.get'
const location = locations[0]!

/** The look that a service's answer gives. */
async function lookAt(write: (envelope: Fields) => unknown) {
  const clock = createSteppedClock()
  const change: Change = {
    answer: (answer, call) =>
      call.operation === operation ? json(write(jsonOf(answer) as Fields)) : answer,
  }
  const service = startVariantService([change], () => clock.now())
  const client = createIntakeClient({
    ...clientOptionsOf({ apiUrl: serviceUrl, credentials: service.credentials }),
    dispatcher: new ServiceDispatcher(service),
    clock: clientClock(clock),
  })
  const look = await readClinic(client, location.id)
  return look.ok ? look.value : look.error.kind
}
const data = (write: (location: Fields) => unknown) => (envelope: Fields) => ({
  ...envelope,
  data: write(envelope['data'] as Fields),
})
const branded = (change: Fields) =>
  data((one) => ({ ...one, branding: { ...(one['branding'] as Fields), ...change } }))

const whole: readonly (readonly [string, (envelope: Fields) => unknown])[] = [
  ['an id as a text', data((one) => ({ ...one, id: String(one['id']) }))],
  ['a message of null', (envelope) => ({ ...envelope, message: null })],
  [
    'what nobody reads of it in other types',
    data((one) => ({
      ...one,
      address: '1 Harbor Street',
      phoneNumber: 2065550100,
      active: 'Y',
      timeZone: { id: 'PST' },
      createdOn: 0,
      lastUpdatedOn: 1,
      staffIds: [{ id: 1 }],
    })),
  ],
  [
    'what nobody reads of its branding in other types',
    branded({
      id: 'b-1',
      fromEmailAddress: [],
      replyToEmailAddress: 7,
      logoStorageUrl: { href: 'x' },
      isUsingCustomLogoImage: 'false',
    }),
  ],
  ['no message', ({ success, data: one }) => ({ success, data: one })],
]
const nameOnly: readonly (readonly [string, (envelope: Fields) => unknown])[] = [
  ['no branding', data(({ id, name }) => ({ id, name }))],
  ['a branding of null', data((one) => ({ ...one, branding: null }))],
  ['colours by name', branded({ logoCircleColor: 'teal', logoLetterColor: 'white' })],
  ['colours as numbers', branded({ logoCircleColor: 0x1f5f7a, logoLetterColor: 0xffffff })],
  ['colours as objects', branded({ logoCircleColor: { r: 1 }, logoLetterColor: null })],
]

describe('the look of a clinic whose service chose otherwise', () => {
  it.each(whole)('is whole with %s', async (_, write) => {
    const { name, branding } = location
    expect(await lookAt(write)).toMatchObject({
      name,
      color: branding.logoCircleColor.toLowerCase(),
      logoLetter: branding.logoName.charAt(0),
    })
  })

  it.each(nameOnly)('is that of Foyer, with the clinic’s name: %s', async (_, write) => {
    const { color, logoLetterColor } = defaultClinicLook
    expect(await lookAt(write)).toMatchObject({ name: location.name, color, logoLetterColor })
  })

  it('is none of a page of HTML, nor of another shape', async () => {
    expect(await lookAt(() => '<html></html>')).toBe('unreadableAnswer')
    expect(await lookAt(() => ({ success: true, data: 7 }))).toBe('unreadableAnswer')
    expect(await lookAt(() => jsonOf(bare(200)) ?? null)).toBe('unreadableAnswer')
  })
})
