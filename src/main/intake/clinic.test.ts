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
import { connect, failed, answering } from '../../../test/harness/service/test-service.ts'
import { err, ok } from '../../shared/result.ts'
import type { IntakeClient } from './client/client.ts'
import type { Timers } from '../base/clock.ts'
import { waitFor } from '../../../test/harness/wait-for.ts'

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
    ['its branding', { name: 'North', branding }, branded],
    [
      'its branding, said to be on',
      { name: 'North', branding: { ...branding, isLocationBrandingActive: true } },
      branded,
    ],
    [
      'its time zone, by region and city',
      { name: 'North', branding, timeZone: 'US/PST' },
      { ...branded, timeZone: 'America/Los_Angeles' },
    ],
    ['no time zone where it names none', { name: 'North', branding, timeZone: 'here' }, branded],
    [
      'the defaults when branding is off',
      { name: 'North', branding: { ...branding, isLocationBrandingActive: false } },
      plain,
    ],
    [
      'its branding, whatever else is said',
      { name: 'North', ...unread, branding: { ...branding, ...unreadBranding } },
      branded,
    ],
    ['the defaults when there is none', { name: 'North', branding: null }, plain],
    ['the defaults when none is named', { name: 'North' }, plain],
    [
      'the defaults for colours that are none',
      { name: 'North', branding: { logoCircleColor: 'red', logoLetterColor: '' } },
      plain,
    ],
    [
      'the defaults for colours of another type',
      { name: 'North', branding: { logoCircleColor: 0x1f5f7a, logoLetterColor: { r: 1 } } },
      plain,
    ],
    [
      'a letter that is one character and not half of one',
      { name: '𝒩orth' },
      { ...plain, name: '𝒩orth', logoLetter: '𝒩' },
    ],
    ['no letter where there is no name', { name: '' }, { ...plain, name: '', logoLetter: '' }],
    ['a letter that does not grow', { name: 'ßeta' }, { ...plain, name: 'ßeta', logoLetter: 'SS' }],
  ])('is %s', async (_name, location, look) => expect(await lookOf(location)).toEqual(look))

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
