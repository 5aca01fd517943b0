import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startSandbox } from '../sandbox/sandbox.ts'
import { startXvfb } from '../test/harness/display/xvfb.ts'
import { makeDataFolder, sandboxEnvironment } from './app-process.ts'
import { electronBinary } from './electron-binary.ts'
import { root } from './lockfile.ts'
import { builder } from './package.ts'

const isDebianRoot = process.platform === 'linux' && process.getuid?.() === 0
const hasElectron = electronBinary(root) !== undefined

/** Stands in for an Electron that is not here: a program with the fuses as Electron ships them, and nothing else. */
function makeStandIn(folder: string): string {
  mkdirSync(join(folder, 'locales'), { recursive: true })
  const wire = [1, 9, ...Buffer.from('101100011')]
  const program = ['dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX', Buffer.from(wire), Buffer.alloc(5_000_000)]
  writeFileSync(join(folder, 'electron'), Buffer.concat(program.map((each) => Buffer.from(each))))
  for (const each of ['chrome-sandbox', 'locales/en-US.pak']) writeFileSync(join(folder, each), '')
  return folder
}

describe.skipIf(!isDebianRoot)('a packaged Foyer', () => {
  let folder: string
  let deb: string
  let at: (...path: string[]) => string

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'foyer-package-'))
    at = (...path) => join(folder, ...path)
    // Foyer is started as another user.
    chmodSync(folder, 0o755)
    const dist = hasElectron ? {} : { FOYER_ELECTRON_DIST: makeStandIn(at('electron')) }
    const words = ['--deb', '--output', at('dist')]
    // The build has a cache of its own.
    const env = { ...process.env, NODE_COMPILE_CACHE: undefined, ...dist }
    const made = execFileSync(process.execPath, [join(root, 'scripts', 'package.ts'), ...words], {
      env,
      encoding: 'utf8',
    })
    deb = made.trim().split('\n').at(-1) ?? ''
  }, 300_000)
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  /** Runs dpkg on a system of the test's own. */
  function dpkg(...args: string[]) {
    const own = ['--root', at('root'), '--force-depends', '--force-script-chrootless']
    execFileSync('dpkg', [...own, ...args], { encoding: 'utf8', stdio: 'pipe' })
  }
  function install() {
    for (const each of ['info', 'updates', 'triggers'])
      mkdirSync(at('root', 'var', 'lib', 'dpkg', each), { recursive: true })
    for (const each of ['status', 'available'])
      writeFileSync(at('root', 'var', 'lib', 'dpkg', each), '')
    dpkg('--install', deb)
  }
  const filesOf = (path: string) =>
    readdirSync(path, { recursive: true, withFileTypes: true })
      .filter((each) => !each.isDirectory())
      .map((each) => join(each.parentPath, each.name).slice(path.length + 1))

  it('holds all that its programs load, and neither a Node nor the driver of browsers', () => {
    const resources = at('dist', 'linux-unpacked', 'resources')
    const words = ['exec', '--yes', `--package=${builder}`, '--', 'asar', 'extract']
    execFileSync('npm', [...words, join(resources, 'app.asar'), at('app')], { cwd: root })
    const held = readdirSync(at('app', 'node_modules'))
    expect(held.filter((name) => /^(node-(linux|win)|playwright|svelte)/.test(name))).toEqual([])
    expect(readdirSync(at('app', 'out')).sort()).toEqual(
      ['desk', 'main', 'patient-page', 'preload', 'reader', 'renderer'].sort(),
    )
    // What Electron itself would bring.
    mkdirSync(at('app', 'node_modules', 'electron'))
    const module = 'module.exports = { app: {}, ipcMain: {}, ipcRenderer: {}, shell: {} }'
    writeFileSync(at('app', 'node_modules', 'electron', 'index.js'), module)
    const chunks = readdirSync(at('app', 'out', 'main', 'chunks'))
    const load = chunks.map((name) => `await import('./out/main/chunks/${name}')`)
    writeFileSync(at('app', 'load.mjs'), `${load.join('\n')}\nprocess.exit(0)\n`)
    execFileSync(process.execPath, ['load.mjs'], { cwd: at('app'), stdio: 'pipe' })
  })

  it('is installed with its fuses flipped and a sandbox of root, and removed without a trace but the data', () => {
    install()
    const program = at('root', 'opt', 'Foyer', 'foyer')
    const reader = [join(root, 'scripts', 'read-fuses.ts'), program]
    expect(execFileSync(process.execPath, reader, { encoding: 'utf8' })).toMatch(
      /^runAsNode +off$/m,
    )
    const { mode, uid } = statSync(at('root', 'opt', 'Foyer', 'chrome-sandbox'))
    expect({ mode: mode & 0o7777, uid }).toEqual({ mode: 0o4755, uid: 0 })
    expect(filesOf(at('root')).filter((path) => !/^(opt|var)\//.test(path))).toEqual(
      expect.arrayContaining(['usr/bin/foyer', 'usr/share/applications/foyer.desktop']),
    )
    const installer = statSync(at('root', 'opt', 'Foyer', 'kiosk', 'install-kiosk'))
    expect(installer.mode & 0o777).toBe(0o755)
    const data = at('root', 'var', 'lib', 'foyer', 'vault')
    mkdirSync(data, { recursive: true })
    writeFileSync(join(data, 'vault.db'), 'data')
    dpkg('--purge', 'foyer')
    const left = filesOf(at('root')).filter((path) => !path.startsWith('var/lib/dpkg/'))
    expect(left).toEqual(['var/lib/foyer/vault/vault.db'])
  })

  it.skipIf(!hasElectron).each(['kiosk', 'desk'])('opens as a %s', async (station) => {
    install()
    const screen = await startXvfb(1080, 1920)
    const sandbox = await startSandbox()
    const data = await makeDataFolder('foyer-package-data-')
    const wrapper = join(root, 'resources', 'chromium-unprivileged.sh')
    const foyer = spawn(wrapper, [`--user-data-dir=${data}`], {
      env: {
        ...process.env,
        ...sandboxEnvironment(sandbox, data),
        DISPLAY: screen.display,
        FOYER_CHROMIUM: at('root', 'opt', 'Foyer', 'foyer'),
        FOYER_STATION: station,
        FOYER_DRIVER: '1',
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const ended = once(foyer, 'exit')
    try {
      const lines = createInterface({ input: foyer.stdout })
      const opened = (async () => {
        for await (const line of lines) if (line.startsWith('FOYER_DRIVER ')) return 'opened'
        return 'ended'
      })()
      expect(await opened).toBe('opened')
    } finally {
      foyer.kill('SIGTERM')
      await ended
      await screen.stop()
      await sandbox.close()
      rmSync(data, { recursive: true, force: true, maxRetries: 5 })
    }
  })
})
