import { expect, it, onTestFinished } from 'vitest'
import { scratchFolder } from '../test/harness/vault/scratch.ts'
import type { Screen } from './hub/screen.ts'
import { hubExit, runHubCommand } from './run-hub-command.ts'

/** Runs the command where no hub runs. */
async function run(...args: string[]) {
  const scratch = scratchFolder()
  onTestFinished(() => scratch.remove())
  const said = { out: '', note: '' }
  const none = () => undefined
  const screen: Screen = { show: none, columns: none, rows: none, close: none }
  const code = await runHubCommand(
    args,
    { FOYER_DATA_DIR: scratch.folder },
    {
      out: (text) => void (said.out += text),
      note: (text) => void (said.note += text),
      screen: () => screen,
      now: Date.now,
    },
  )
  return { code, ...said }
}

it.each([
  [['--watch'], hubExit.notRunning, 'no hub runs'],
  [['--stations'], hubExit.notRunning, 'no hub runs'],
  [['--unpair', 'kiosk00000000001'], hubExit.notRunning, 'no hub runs'],
  [['--unpair', 'The Kiosk'], hubExit.usage, '--stations lists'],
  [['--watch', '--pair'], hubExit.usage, 'say one of'],
  [['--dir', '/x'], hubExit.usage, 'FOYER_DATA_DIR'],
  [['--dance'], hubExit.usage, '--dance'],
])('answers %s with %i', async (args, code, expected) => {
  const asked = await run(...args)
  expect(asked.code).toBe(code)
  expect(asked.note).toContain(expected)
})

it('explains itself, and leaves a hub to be run without an argument', async () => {
  const { code, out } = await run('--help')
  expect(code).toBe(hubExit.done)
  for (const word of ['--watch', '--pair', '--stations', '--unpair']) expect(out).toContain(word)
  expect((await run()).code).toBeUndefined()
})
