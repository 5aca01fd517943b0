import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { KioskPage } from '../../shared/windows.ts'
import { openLog } from '../log/log.ts'
import type { KioskOptions, Shell } from '../shell/port.ts'
import { compose } from './compose.ts'
import { readStartupConfiguration } from './start-up.ts'
import { waitFor } from '../../../test/harness/wait-for.ts'

let folder = ''
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'foyer-compose-'))))
afterEach(() => rmSync(folder, { recursive: true }))

/** Composes Foyer with a window that comes up as the test says, and a vault that cannot be used. */
function composeSlowly() {
  let open: (page: KioskPage) => void = () => undefined
  let fail: (error: Error) => void = () => undefined
  const window = new Promise<KioskPage>((resolve, reject) => {
    open = resolve
    fail = reject
  })
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
  const names = ['PARTNER_URL', 'PARTNER_AUTH_URL', 'DEVELOPER_URL', 'DEVELOPER_AUTH_URL']
  const configuration = readStartupConfiguration(
    folder,
    {
      ...Object.fromEntries(names.map((name) => [`FOYER_SERVICE_${name}`, 'http://127.0.0.1:9'])),
      FOYER_SERVICE_ACCOUNT_ID: '1',
      FOYER_SERVICE_LOCATION_ID: '1',
      FOYER_DATA_DIR: folder,
    },
    { execArgv: [], args: [] },
  )
  if (!configuration.ok) throw new Error(configuration.error)
  const { loadedSettings, staffPin } = configuration.value
  const composing = compose({
    settings: loadedSettings,
    staffPin,
    shell,
    openVault() {
      events.push('vault')
      return Promise.resolve({ ok: false, error: { kind: 'keyMissing' } })
    },
    log: openLog('kiosk', { write: () => undefined }),
    version: '0',
    patientPageDir: folder,
    leave: () => undefined,
  })
  return {
    composing,
    events,
    start: () => options?.onStarted?.(),
    fail: () => fail(new Error('no window')),
    open: () =>
      open({
        show: ({ screen }) => void events.push(screen.name),
        renew: () => Promise.resolve(),
      }),
  }
}

it('lets the window’s process start before it loads what serves, and opens the vault meanwhile', async () => {
  const { composing, events, start, open } = composeSlowly()
  // Everything that could go on by itself has by then.
  await new Promise(setImmediate)
  expect(events).toEqual([])
  start()
  await waitFor(() => expect(events).toEqual(['vault']))
  open()
  const foyer = await composing
  expect(events).toEqual(['vault', 'outOfService'])
  await foyer.stop()
})

it('goes on with a window that does not tell of its start', async () => {
  const { composing, events, open } = composeSlowly()
  open()
  const foyer = await composing
  expect(events).toEqual(['vault', 'outOfService'])
  await foyer.stop()
})

it('opens no vault where no window comes up', async () => {
  const { composing, events, fail } = composeSlowly()
  fail()
  await expect(composing).rejects.toThrow('no window')
  expect(events).toEqual([])
})
