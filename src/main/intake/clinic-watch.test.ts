import { expect, it, vi } from 'vitest'
import { err, ok } from '../../shared/result.ts'
import { defaultClinicLook, knownRefreshMs, unknownRetryMs, watchClinic } from './clinic.ts'
import type { IntakeClient } from './client/client.ts'
import type { Timers } from '../base/clock.ts'
import { waitFor } from '../../../test/harness/wait-for.ts'

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
