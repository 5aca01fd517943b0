import { expect, it } from 'vitest'
import manifest from '../../../package.json' with { type: 'json' }
import type { KioskPage } from '../../shared/windows.ts'
import { writeUpdateState } from '../updates/state.ts'
import type { KioskOptions, Shell } from '../windows/port.ts'
import { startTestStation } from '#harness/composed-station.ts'
import { testFolder } from '#harness/test-folder.ts'
import { noService } from '#harness/no-service.ts'
import { first } from '#harness/updates/releases.ts'
import { waitFor } from '#harness/wait-for.ts'

/** Composes Foyer with a window that comes up as the test says, and a vault that cannot be used. */
function composeSlowly(more: NodeJS.ProcessEnv = {}) {
  let open: (page: KioskPage) => void = () => undefined
  let fail: (error: Error) => void = () => undefined
  const window = new Promise<KioskPage>((resolve, reject) => {
    open = resolve
    fail = reject
  })
  const folder = testFolder()
  const events: string[] = []
  let options: KioskOptions | undefined
  const shell: Shell = {
    kind: 'browser',
    openKiosk(given) {
      options = given
      return window
    },
    screenSize: () => ({ width: 1080, height: 1920 }),
    drawPdf: () => Promise.resolve({ ok: false, error: { kind: 'failed' } }),
    openForm: () => Promise.reject(new Error('no form is opened')),
    close: () => Promise.resolve(),
  }
  const fault = () => {
    events.push('vault')
    return { kind: 'keyMissing' } as const
  }
  const environment = { ...noService, FOYER_DATA_DIR: folder, ...more }
  const openShell = () => Promise.resolve(shell)
  return {
    opened: startTestStation('kiosk', folder, environment, { openShell }, { fault }),
    events,
    start: () => options?.onStarted?.(),
    fail: () => fail(new Error('no window')),
    open: () =>
      open({ show: ({ screen }) => void events.push(screen.name), renew: () => Promise.resolve() }),
  }
}

it('lets the window’s process start before it loads what serves, and opens the vault meanwhile', async () => {
  const { opened, events, start, open } = composeSlowly()
  // Everything that could go on by itself has by then.
  await new Promise(setImmediate)
  expect(events).toEqual([])
  start()
  await waitFor(() => expect(events).toEqual(['vault']))
  open()
  await opened
  expect(events).toEqual(['vault', 'outOfService'])
})

it('goes on with a window that does not tell of its start', async () => {
  const { opened, events, open } = composeSlowly()
  open()
  await opened
  expect(events).toEqual(['vault', 'outOfService'])
})

it('ends on trial, where the version before may open the vault', async () => {
  const versions = testFolder()
  writeUpdateState(versions, { ...first, trial: manifest.version })
  const { opened, events, open } = composeSlowly({ FOYER_VERSIONS_DIR: versions })
  open()
  await expect(opened).rejects.toThrow('keyMissing')
  expect(events).toEqual(['vault'])
})

it('opens no vault where no window comes up', async () => {
  const { opened, events, fail } = composeSlowly()
  fail()
  await expect(opened).rejects.toThrow('no window')
  expect(events).toEqual([])
})
