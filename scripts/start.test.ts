import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const start = join(import.meta.dirname, 'start.mjs')
/** Runs a start that is refused before it sets anything up. */
const run = (args: readonly string[]) => {
  const env = { ...process.env, DISPLAY: ':nowhere' }
  return spawnSync(process.execPath, [start, ...args], { encoding: 'utf8', env })
}

it.each([
  [['--full-screen', '--size', '540x960'], '--full-screen and --size do not go together'],
  [['--full-screen', '--walkthrough'], '--full-screen and --walkthrough do not go together'],
  [['--size', 'large'], '--size is WIDTHxHEIGHT'],
  [['--language', 'es'], '--language goes with --walkthrough'],
  [['--desk', '--offline'], '--desk goes with no other option but --walkthrough'],
  [['--desk', '--walkthrough', '--size', '800x600'], '--desk goes with no other option but'],
  [['--clinic', '--desk'], '--clinic goes with no other option'],
  [['--nothing'], "Unknown option '--nothing'"],
])('%j is refused with a line that says why', (args, why) => {
  const { status, stderr } = run(args)
  expect({ status, stderr }).toEqual({ status: 2, stderr: expect.stringContaining(why) as string })
})

it('tells of the window, of the full screen and of the clinic', () => {
  const { status, stdout } = run(['--help'])
  expect(status).toBe(0)
  expect(stdout).toContain('beside it a phone')
  expect(stdout).toContain('--full-screen')
  expect(stdout).toContain('--clinic')
})
