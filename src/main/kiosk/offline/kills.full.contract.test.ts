import { expect, it } from 'vitest'
import { killOfflineKiosk } from '../../../../test/harness/offline/kills/kill-runs.ts'

it('delivers each intake that was called done once, whenever it is killed or loses power', async () => {
  const { done, kills, faults } = await killOfflineKiosk(12, 'a dozen')
  expect(faults).toEqual([])
  expect(done).toBe(12)
  expect(kills.capture + kills.outbox).toBeGreaterThan(4)
}, 1_800_000)
