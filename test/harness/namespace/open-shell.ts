import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createBrowserShell } from '../../../src/main/shell/browser/shell.ts'
import type { DriverEndpoints } from '../../../src/main/shell/driver.ts'
import { electronLaunch } from '../../../src/main/shell/electron/binary.ts'
import type { Shell } from '../../../src/main/shell/port.ts'
import { connectShell } from '../../conformance/remote-shell.ts'

const root = join(import.meta.dirname, '..', '..', '..')

/** A shell of its own, on the screen that `DISPLAY` names. */
export interface OpenShell {
  readonly shell: Shell
  endpoint(window: 'kiosk' | 'form'): string
  /** Ends the shell with all its processes, and deletes what it wrote. */
  end(): Promise<void>
}

/** Opens a shell of a kind with the pages in `rendererDir`. Electron's host must have been built (`out/conformance/host.js`). */
export async function openShell(kind: Shell['kind'], rendererDir: string): Promise<OpenShell> {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-test-namespace-'))
  // As root, browsers run as another user, who must come to theirs.
  await chmod(folder, 0o711)
  let endpoints: DriverEndpoints = { kiosk: undefined, form: undefined }
  const onDriver = (now: DriverEndpoints) => (endpoints = now)
  const open = kind === 'browser' ? openBrowser : openElectron
  const { shell, ended } = await open(folder, rendererDir, onDriver)
  return {
    shell,
    endpoint: (window) => endpoints[window] ?? '',
    async end() {
      await shell.close()
      await ended()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

type Open = (
  folder: string,
  rendererDir: string,
  onDriver: (endpoints: DriverEndpoints) => void,
) => Promise<{ readonly shell: Shell; readonly ended: () => Promise<void> }>

const openBrowser: Open = async (folder, rendererDir, onDriver) => ({
  shell: await createBrowserShell({ root, rendererDir, profilesDir: join(folder, 'p'), onDriver }),
  ended: () => Promise.resolve(),
})

const openElectron: Open = async (folder, rendererDir, onDriver) => {
  const launch = electronLaunch(root)
  if (!launch) throw new Error("Electron's binary is not here")
  const userData = join(folder, 'user-data')
  await mkdir(userData)
  const host = join(root, 'out', 'conformance', 'host.js')
  const electron = spawn(launch.executablePath, [host, `--user-data-dir=${userData}`], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: {
      ...process.env,
      ...launch.env,
      FOYER_HOST_RENDERER: rendererDir,
      FOYER_HOST_READER: join(root, 'out', 'reader'),
      FOYER_HOST_PRELOAD: join(root, 'out', 'preload', 'index.cjs'),
      FOYER_HOST_DOWNLOADS: userData,
    },
  })
  const exited = once(electron, 'exit')
  const channel = {
    send: (message: unknown) => void electron.send(message as object),
    onMessage: (listener: (message: unknown) => void) => void electron.on('message', listener),
  }
  const shell = await Promise.race([
    connectShell(channel, onDriver),
    exited.then(([code]) => Promise.reject(new Error(`Electron ended with ${code}`))),
  ])
  return {
    shell,
    async ended() {
      electron.disconnect()
      await exited
    },
  }
}
