import { afterAll, afterEach } from 'vitest'
import { cdp } from 'vitest/browser'

// One page runs file after file, and Chromium lets what tests threw away lie until there is up to 1 GB of it.
async function collect() {
  await cdp().send('HeapProfiler.collectGarbage')
  await cdp().send('Memory.simulatePressureNotification', { level: 'critical' })
}
const testsBetween = 25
let tests = 0
afterEach(async () => {
  tests += 1
  if (tests % testsBetween === 0) await collect()
})
afterAll(collect)

// Nobody looks at the frame in which tests run, and what is drawn with no opacity is not painted.
const frame = window.frameElement as HTMLIFrameElement | null
frame?.style.setProperty('opacity', '0')
