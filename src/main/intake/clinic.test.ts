import { describe, expect, it, vi } from 'vitest'
import { view } from '../../shared/ipc.ts'
import { shownClinic } from '../kiosk/visit/view/view-frame.ts'
import {
  defaultClinicLook,
  readClinic,
  knownRefreshMs,
  unknownRetryMs,
  watchClinic,
} from './clinic.ts'
import { connect, failed, answering } from '#harness/service/test-service.ts'
import { err, ok } from '../../shared/result.ts'
import type { IntakeClient } from './client/client.ts'
import type { Timers } from '../base/clock.ts'
import { waitFor } from '#harness/wait-for.ts'

const lookOf = async (location: object) => {
  const { client } = await connect(
    answering({ success: true, message: '', data: { id: 2, ...location } }),
  )
  const look = await readClinic(client, 2)
  if (!look.ok) throw new Error(look.error.kind)
  expect(view.shape.clinic.safeParse(shownClinic({ ...look.value, locales: ['en'] })).success).toBe(
    true,
  )
  return look.value
}

const branding = { logoName: 'élan', logoLetterColor: '#FFEEDD', logoCircleColor: '#003366' }
const branded = { name: 'North', color: '#003366', logoLetter: 'É', logoLetterColor: '#ffeedd' }
const plain = { ...defaultClinicLook, name: 'North', logoLetter: 'N' }
/** Fields that nobody reads, in other types than the documents'. */
const unread = {
  id: '2',
  address: '1 Harbor Street',
  phoneNumber: 2065550100,
  active: 'Y',
  timeZone: { id: 'PST' },
  createdOn: 0,
  staffIds: [{ id: 1 }],
}
const unreadBranding = {
  id: 'b-1',
  fromEmailAddress: [],
  replyToEmailAddress: 7,
  logoStorageUrl: { href: 'x' },
  isUsingCustomLogoImage: 'false',
}

describe('the look of the clinic', () => {
  it.each([
    ['as it stands', {}],
    ['said to be on', { branding: { ...branding, isLocationBrandingActive: true } }],
    ['without a time zone where it names none', { timeZone: 'here' }],
    ['without an area code of a toll-free number', { phoneNumber: '+1 800 234 5678' }],
    ['without one of another country', { phoneNumber: '+52 55 1234 5678' }],
    ['whatever else is said', { ...unread, branding: { ...branding, ...unreadBranding } }],
  ])('is its branding, %s', async (_, more) =>
    expect(await lookOf({ name: 'North', branding, ...more })).toEqual(branded),
  )

  it('has its time zone, by region and city, and its area code', async () => {
    const given = { timeZone: 'US/PST', phoneNumber: '(206) 234-5678' }
    const known = { timeZone: 'America/Los_Angeles', areaCode: '206' }
    expect(await lookOf({ name: 'North', branding, ...given })).toEqual({ ...branded, ...known })
  })

  it.each([
    ['off', { ...branding, isLocationBrandingActive: false }],
    ['null', null],
    ['not named', undefined],
    ['of colours that are none', { logoCircleColor: 'red', logoLetterColor: '' }],
    ['of another type', { logoCircleColor: 0x1f5f7a, logoLetterColor: { r: 1 } }],
  ])('is the default where branding is %s', async (_, given) =>
    expect(
      await lookOf({ name: 'North', ...(given !== undefined && { branding: given }) }),
    ).toEqual(plain),
  )

  it.each([
    ['one character and not half of one', '𝒩orth', '𝒩'],
    ['none where there is no name', '', ''],
    ['one that does not grow', 'ßeta', 'SS'],
  ])('has a letter that is %s', async (_, name, logoLetter) =>
    expect(await lookOf({ name })).toEqual({ ...plain, name, logoLetter }),
  )

  it.each([
    [{ success: false, message: 'no such location', data: {} }, 'refusedByEnvelope'],
    [{ success: true, data: 7 }, 'unreadableAnswer'],
    ['<html></html>', 'unreadableAnswer'],
    [null, 'unreadableAnswer'],
  ])('is an error when the answer is %j', async (body, kind) => {
    const { client } = await connect(answering(body))
    expect(await readClinic(client, 2)).toMatchObject(failed({ kind }))
  })

  it.each([null, undefined])('needs no message: %j', async (message) => {
    const data = { id: 2, name: 'North', branding }
    const { client } = await connect(answering({ success: true, message, data }))
    expect(await readClinic(client, 2)).toMatchObject({ ok: true, value: branded })
  })
})

function setUp() {
  const answers: unknown[] = []
  const timers: { ms: number; action: () => void }[] = []
  const clock: Timers = {
    setTimeout: (action, ms) => timers.push({ ms, action }),
    clearTimeout: () => timers.splice(0),
  }
  const get = vi.fn(() => Promise.resolve(answers.shift()))
  const client = { read: get } as unknown as Pick<IntakeClient, 'read'>
  const onChange = vi.fn()
  const next = async (ms: number) => {
    await waitFor(() => expect(timers).toHaveLength(1))
    expect(timers[0]?.ms).toBe(ms)
    timers.splice(0)[0]?.action()
  }
  return { answers, timers, client, clock, onChange, get, next }
}

const located = (name: string) => ok({ name })
const down = err({ kind: 'unreachable', reason: 'refused', operation: 'x', attempts: 1 })

it('shows the default look until the service tells, tries again soon, and keeps what it knows', async () => {
  const { answers, client, clock, onChange, next, timers } = setUp()
  answers.push(down, located('Harbor'), down, located('Harbor'), located('Harbor West'))
  const clinic = watchClinic(client, 1, defaultClinicLook, onChange, clock)
  expect(clinic.look()).toEqual(defaultClinicLook)
  await next(unknownRetryMs)
  await waitFor(() => expect(clinic.look().name).toBe('Harbor'))
  await next(knownRefreshMs)
  await next(unknownRetryMs)
  expect(clinic.look().name).toBe('Harbor')
  expect(onChange).toHaveBeenCalledTimes(1)
  await next(knownRefreshMs)
  await waitFor(() => expect(clinic.look().name).toBe('Harbor West'))
  expect(onChange).toHaveBeenCalledTimes(2)
  await waitFor(() => expect(timers).toHaveLength(1))
})

it('asks a service that does not serve us less and less often, and soon again once it did', async () => {
  const { answers, client, clock, onChange, next } = setUp()
  const refused = err({ kind: 'unauthorized', operation: 'x', attempts: 1, stage: 'token' })
  answers.push(...Array.from({ length: 7 }, () => refused), located('Harbor'), refused)
  const clinic = watchClinic(client, 1, defaultClinicLook, onChange, clock)
  for (const ms of [10_000, 20_000, 40_000, 80_000, 160_000, 300_000, 300_000]) await next(ms)
  await next(knownRefreshMs)
  await next(unknownRetryMs)
  clinic.stop()
})

it('stops reading when it is stopped', async () => {
  const { answers, client, clock, onChange, get, timers } = setUp()
  answers.push(located('Harbor'))
  const clinic = watchClinic(client, 1, defaultClinicLook, onChange, clock)
  await waitFor(() => expect(timers).toHaveLength(1))
  clinic.stop()
  expect(timers).toHaveLength(0)
  expect(get).toHaveBeenCalledTimes(1)
})
