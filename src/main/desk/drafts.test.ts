import { expect, it } from 'vitest'
import { simulatedWallClock } from '#harness/bus/wall-clock.ts'
import { createReferences } from './feature.ts'
import { createDrafts, serveDrafts } from './drafts.ts'

const hourMs = 60 * 60_000
const values = { lastName: 'Kim-Ort' }

/** Signs somebody in, to whom the chart of a patient was opened. */
function signIn(drafts: ReturnType<typeof createDrafts>, member: string, patientId: number) {
  const references = createReferences()
  const chart = references.of('chart', patientId)
  const handlers = serveDrafts({ references }, drafts, member)
  const of = { form: 'patient', chart } as const
  return {
    of,
    handlers,
    keep: (text: typeof values | null) => handlers.keepDraft({ ...of, values: text })?.run(),
    read: async () => {
      const found = await handlers.draft(of)?.run()
      return found?.ok ? (found.value?.values ?? null) : undefined
    },
  }
}

it('keeps what a member typed through the lock, for them and that patient alone', async () => {
  const drafts = createDrafts(simulatedWallClock())
  await signIn(drafts, 'ana', 5001).keep(values)
  expect(await signIn(drafts, 'ana', 5001).read()).toEqual(values)
  expect(await signIn(drafts, 'ana', 5002).read()).toBeNull()
  expect(await signIn(drafts, 'bo', 5001).read()).toBeNull()
  await signIn(drafts, 'ana', 5001).keep(null)
  expect(await signIn(drafts, 'ana', 5001).read()).toBeNull()
})

it('names the patient to the audit, and takes no chart that was not opened', () => {
  const { handlers, of } = signIn(createDrafts(simulatedWallClock()), 'ana', 5001)
  expect(handlers.draft(of)?.records).toEqual({ patientId: 5001 })
  expect(handlers.keepDraft({ ...of, chart: 'chart-99', values })).toBeUndefined()
})

it('forgets all of it when the day ends', async () => {
  const clock = simulatedWallClock()
  const ana = signIn(createDrafts(clock), 'ana', 5001)
  await ana.keep(values)
  const now = clock.wallTime()
  const tonight = new Date(now).setHours(24, 0, 0, 0) - now
  clock.increment(tonight - hourMs)
  expect(await ana.read()).toEqual(values)
  clock.increment(hourMs)
  expect(await ana.read()).toBeNull()
})
