import { expect, it } from 'vitest'
import { killOfflineKiosk } from '../../../test/harness/offline/kills/kill-runs.ts'

it('delivers each intake that was called done once, whenever it is killed or loses power', async () => {
  const { done, kills, faults } = await killOfflineKiosk(6, 'a handful')
  expect(faults).toEqual([])
  expect(done).toBe(6)
  expect(kills.capture + kills.outbox).toBeGreaterThan(2)
}, 600_000)
