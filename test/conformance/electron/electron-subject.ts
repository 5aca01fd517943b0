import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { closeAll } from '../../../src/main/base/close-all.ts'
import type { DriverEndpoints } from '../../../src/main/windows/driver.ts'
import { build } from 'vite'
import { electronLaunch } from '../../../scripts/electron-binary.ts'
import { startXvfb } from '#harness/display/xvfb.ts'
import { fakeCameraDevice } from '#harness/fake-camera.ts'
import type { Shell } from '../../../src/main/windows/port.ts'
import { connectPeer } from '../peer.ts'
import type { Subject, SubjectFactory } from '../subject.ts'

interface HostLaunch {
  readonly launch: NonNullable<ReturnType<typeof electronLaunch>>
  readonly host: string
  readonly preload: string
}

/** Starts the Electron shell in a process and on a screen of its own. Rejects, with nothing left, when the host ends before. */
async function startElectronSubject(
  { launch, host, preload }: HostLaunch,
  { rendererDir, size }: Parameters<SubjectFactory>[0],
): Promise<Subject> {
  const screen = await startXvfb(size.width, size.height)
  const folder = await mkdtemp(join(tmpdir(), 'foyer-test-electron-'))
  const [userData, downloads] = [join(folder, 'user-data'), join(folder, 'downloads')]
  // As root, Electron runs as another user, who must come to these.
  await chmod(folder, 0o711)
  await mkdir(userData)
  await mkdir(downloads, { mode: 0o777 })
  const electron = spawn(
    launch.executablePath,
    [host, `--user-data-dir=${userData}`, fakeCameraDevice],
    {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      serialization: 'advanced',
      env: {
        ...process.env,
        ...launch.env,
        DISPLAY: screen.display,
        FOYER_HOST_RENDERER: rendererDir,
        FOYER_HOST_READER: join(dirname(preload), '..', 'reader'),
        FOYER_HOST_PRELOAD: preload,
        FOYER_HOST_DOWNLOADS: downloads,
      },
    },
  )
  const exited = once(electron, 'exit')
  const endHost = async () => {
    if (electron.connected) electron.disconnect()
    await exited
  }
  const removeFolder = () => rm(folder, { recursive: true, force: true })
  let endpoints: DriverEndpoints = { kiosk: undefined, form: undefined }
  try {
    const shell = (await Promise.race([
      connectPeer(electron)((now: DriverEndpoints) => (endpoints = now)),
      exited.then(([code]) =>
        Promise.reject(
          new Error(
            `Electron ended with ${code}; started by root it is another user, who must be able to read ${root}`,
          ),
        ),
      ),
    ])) as Shell
    return {
      shell,
      rootProcess: electron.pid ?? Number.NaN,
      profilesDir: folder,
      screen,
      pixel: (x, y) => screen.pixel(x, y),
      endpoint: (window) => endpoints[window] ?? '',
      // Parts for tests alone are out of reach for who starts a shell outside of them.
      formProcess: async (page) => (await import('../subject.ts')).pageProcess(page),
      stop: () => closeAll([() => shell.close(), endHost, () => screen.stop(), removeFolder]),
    }
  } catch (error) {
    await closeAll([endHost, () => screen.stop(), removeFolder])
    throw error
  }
}

const root = join(import.meta.dirname, '..', '..', '..')

/** Bundles the host's main process. It rests inside the project, where it finds the installed packages. */
export async function buildHost(): Promise<string> {
  const outDir = join(root, 'out', 'conformance')
  await build({
    configFile: false,
    root,
    logLevel: 'error',
    build: {
      ssr: join(import.meta.dirname, 'conformance-host.ts'),
      outDir,
      target: 'node24',
      rolldownOptions: { external: ['electron'], output: { entryFileNames: 'host.js' } },
    },
  })
  return join(outDir, 'host.js')
}

/** Starts the shell of the Electron that is installed, with the preload of the build. */
export const startBuiltElectron: SubjectFactory = async (setup) => {
  const preload = join(root, 'out', 'preload', 'index.cjs')
  const launch = electronLaunch(root)
  if (!launch) throw new Error("Electron's binary has gone")
  return startElectronSubject({ launch, host: await buildHost(), preload }, setup)
}
