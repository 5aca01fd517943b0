import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { processTree } from '../../src/main/windows/chromium/resource-usage.ts'
import { isRunning } from '../support/killed.ts'
import { expect, test } from '../support/test.ts'

test('the Foyer and the screen of a killed test worker end with it', async () => {
  const script = join(import.meta.dirname, '..', 'support', 'abandoned-foyer.ts')
  const worker = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'inherit'] })
  try {
    await once(worker.stdout, 'data')
    const tree = await processTree(worker.pid ?? 0)
    // The worker, the screen and who watches it, Foyer, and the processes of its browsers.
    expect(tree.length).toBeGreaterThan(6)
    worker.kill('SIGKILL')
    await expect
      .poll(async () => (await Promise.all(tree.map(isRunning))).filter(Boolean).length)
      .toBe(0)
  } finally {
    worker.kill('SIGKILL')
  }
})
