import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { describe, expect, it } from 'vitest'
import { describeShell } from '../conformance.ts'
import type { SubjectFactory } from '../subject.ts'
import { electronBinary, electronLaunch } from '../../../src/main/shell/electron/binary.ts'
import { startElectronSubject } from './electron-subject.ts'

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

const startSubject: SubjectFactory = async (setup) => {
  const launch = electronLaunch(root)
  if (!launch) throw new Error("Electron's binary has gone")
  if (!existsSync(preload)) throw new Error('the preload is not built: npm run build')
  return startElectronSubject({ launch, host: await buildHost(), preload }, setup)
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
