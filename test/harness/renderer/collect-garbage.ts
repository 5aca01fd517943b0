import { afterAll } from 'vitest'
import { cdp } from 'vitest/browser'

// One page runs file after file, and Chromium lets what each of them threw away lie: up to 1 GB of it.
afterAll(() => cdp().send('HeapProfiler.collectGarbage'))
