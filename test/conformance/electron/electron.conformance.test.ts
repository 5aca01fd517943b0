import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'vite'
import { describe, expect, it } from 'vitest'
import { describeShell } from '../conformance.ts'
import type { DriverEndpoints } from '../../../src/main/shell/driver.ts'
import { connectShell } from '../remote-shell.ts'
import { pageProcess, type SubjectFactory } from '../subject.ts'
import { startXvfb } from '../../harness/display/xvfb.ts'
import { electronBinary, electronLaunch } from '../../../src/main/shell/electron/binary.ts'

const root = join(import.meta.dirname, '..', '..', '..')
const preload = join(root, 'out', 'preload', 'index.cjs')

/** Bundles the host's main process. It rests inside the project, where it finds the installed packages. */
async function buildHost(): Promise<string> {
  const outDir = join(root, 'out', 'conformance')
  await build({
    configFile: false,
    root,
    logLevel: 'error',
    build: {
      ssr: join(import.meta.dirname, 'conformance-host.ts'),
      outDir,
      // Another run's reports rest there.
      emptyOutDir: false,
      target: 'node24',
      rolldownOptions: { external: ['electron'], output: { entryFileNames: 'host.js' } },
    },
  })
  return join(outDir, 'host.js')
}

const startSubject: SubjectFactory = async ({ rendererDir, size }) => {
  const launch = electronLaunch(root)
  if (!launch) throw new Error("Electron's binary has gone")
  if (!existsSync(preload)) throw new Error('the preload is not built: npm run build')
  const host = await buildHost()
  const screen = await startXvfb(size.width, size.height)
  const folder = await mkdtemp(join(tmpdir(), 'foyer-test-electron-'))
  const [userData, downloads] = [join(folder, 'user-data'), join(folder, 'downloads')]
  // As root, Electron runs as another user, who must come to these.
  await chmod(folder, 0o711)
  await mkdir(userData)
  await mkdir(downloads, { mode: 0o777 })
  const electron = spawn(launch.executablePath, [host, `--user-data-dir=${userData}`], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: {
      ...process.env,
      ...launch.env,
      DISPLAY: screen.display,
      FOYER_HOST_RENDERER: rendererDir,
      FOYER_HOST_PRELOAD: preload,
      FOYER_HOST_DOWNLOADS: downloads,
    },
  })
  const ended = once(electron, 'exit')
  let endpoints: DriverEndpoints = { kiosk: undefined, form: undefined }
  const shell = await Promise.race([
    connectShell(
      {
        send: (message) => electron.send(message as object),
        onMessage: (listener) => electron.on('message', listener),
      },
      (now) => (endpoints = now),
    ),
    ended.then(([code]) => Promise.reject(new Error(`Electron ended with ${code}`))),
  ])
  return {
    shell,
    rootProcess: electron.pid ?? Number.NaN,
    profilesDir: folder,
    screen,
    pixel: (x, y) => screen.pixel(x, y),
    endpoint: (window) => endpoints[window] ?? '',
    formProcess: pageProcess,
    async stop() {
      await shell.close()
      electron.disconnect()
      await ended
      await screen.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const binary = electronBinary(root)
if (binary) {
  describeShell('electron', startSubject)
} else {
  describe('electron shell', () => {
    it("is not held to the suite on this machine: Electron's binary is absent", () => {
      expect(electronLaunch(root)).toBeUndefined()
      expect(existsSync(join(root, 'node_modules', 'electron', 'dist'))).toBe(false)
      process.stderr.write(
        "\nfoyer: the Electron shell was NOT held to the conformance suite: Electron's binary is not in node_modules/electron (`npx install-electron` fetches it).\n",
      )
    })
    it('has a host for the suite that can be built', async () => {
      expect(existsSync(await buildHost())).toBe(true)
    })
  })
}
