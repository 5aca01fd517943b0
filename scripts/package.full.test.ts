import { execFileSync, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inc } from 'semver'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { Patient } from '../e2e/support/patient.ts'
import { startFoyerIn } from '../e2e/support/running-foyer.ts'
import { shortForm } from '../sandbox/seeds/cases.ts'
import { m } from '../src/i18n/paraglide/messages.js'
import { readUpdateState } from '../src/main/updates/state.ts'
import { given } from '#harness/given.ts'
import { newFeedKey, serveFeed } from '#harness/updates/releases.ts'
import { waitFor } from '#harness/wait-for.ts'
import { openPlace, type KioskPlace } from '../test/leak-scan/kiosk-place.ts'
import { startPackaged } from './app-process.ts'
import { electronBinary } from './electron-binary.ts'
import { root } from './lockfile.ts'
import { builder, unpackedPaths } from './package.ts'

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
    const resources = at('dist', unpackedPaths[0], 'resources')
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
      expect.arrayContaining(['usr/bin/foyer', 'usr/lib/systemd/user/foyer-desk.service']),
    )
    expect(statSync(at('root', 'opt', 'Foyer', 'kiosk', 'install-kiosk')).mode & 0o777).toBe(0o755)
    const data = at('root', 'var', 'lib', 'foyer', 'vault')
    mkdirSync(data, { recursive: true })
    writeFileSync(join(data, 'vault.db'), 'data')
    dpkg('--purge', 'foyer')
    const left = filesOf(at('root')).filter((path) => !path.startsWith('var/lib/dpkg/'))
    expect(left).toEqual(['var/lib/foyer/vault/vault.db'])
  })

  const onElectron = it.skipIf(!hasElectron)
  /** Opens an installed Foyer: `words` are the program, and what stands before its switches. */
  const open = (place: KioskPlace, ...words: string[]) =>
    startFoyerIn(place, ({ environment, dataFolder }) =>
      startPackaged(environment, dataFolder, ...words),
    )
  const installed = (...path: string[]) => at('root', 'opt', 'Foyer', ...path)
  /** Has `work` be done in a place for a Foyer in Electron, and ends both. */
  async function inPlace(
    environment: Record<string, string>,
    work: (place: KioskPlace) => Promise<Awaited<ReturnType<typeof open>>>,
  ) {
    const place = await openPlace({ environment: { FOYER_SHELL: 'electron', ...environment } })
    onTestFinished(() => place.close())
    await (await work(place)).stop()
  }

  onElectron('opens as a desk, and tells of it by its command', async () => {
    install()
    let environment: NodeJS.ProcessEnv = {}
    await inPlace({ FOYER_STATION: 'desk' }, (place) => {
      environment = { ...process.env, ...place.environment, FOYER_CHROMIUM: at('foyer') }
      return open(place, installed('foyer'))
    })
    const command = readFileSync(at('root', 'usr', 'bin', 'foyer'), 'utf8')
    writeFileSync(at('foyer'), command.replaceAll('/opt/Foyer', installed()), { mode: 0o755 })
    const ask = (words: string) => {
      const wrapper = join(root, 'resources', 'chromium-unprivileged.sh')
      const options = { env: environment, encoding: 'utf8' } as const
      const { status, stdout } = spawnSync(wrapper, words.split(' '), options)
      return { status, said: JSON.parse(stdout || 'null') as unknown }
    }
    const isEntry = expect.any(Number) as unknown
    expect(ask('audit verify --json')).toMatchObject({ status: 0, said: { holds: true } })
    expect(ask('vault status --json')).toMatchObject({ status: 0, said: { auditEntries: isEntry } })
    expect(ask('vault status --json --dir /nowhere').status).toBe(3)
    const vault = expect.objectContaining({ name: 'vault', state: 'good' }) as unknown
    expect(ask('doctor --json').said).toEqual({
      findings: expect.arrayContaining([vault]) as unknown,
    })
  })

  onElectron('checks a patient in', async () => {
    install()
    await inPlace({}, async (place) => {
      const foyer = await open(place, installed('foyer'))
      const { control } = foyer.sandbox
      const before = control.counts().packets['COMPLETED'] ?? 0
      const patient = new Patient(foyer)
      await patient.provesWith(shortForm, shortForm.phone)
      await patient.fillsInForms()
      await patient.sees(given(m.kiosk_finished_title, { kind: 'complete' }))
      expect(control.counts().packets['COMPLETED']).toBe(before + 1)
      return foyer
    })
  })

  onElectron.each(['kiosk', 'desk'] as const)(
    'updates itself as a %s from a feed, and goes back from a version that does not serve',
    { timeout: 900_000 },
    async (station) => {
      const title = station === 'kiosk' ? m.kiosk_welcome_title : m.desk_set_up_title
      install()
      writeFileSync(at('key.pem'), newFeedKey())
      /** Offers a version: what is installed, but for its number and a change of equal length. */
      const offer = (version: string, pages = '/assets/index-') => {
        const [unpacked, archive] = [at(version), at(version, 'resources', 'app.asar')]
        cpSync(at('dist', unpackedPaths[0]), unpacked, { recursive: true })
        writeFileSync(join(unpacked, 'version'), version)
        const text = readFileSync(archive, 'latin1')
          .replaceAll(`"${own}"`, `"${version}"`)
          .replaceAll('/assets/index-', pages)
        writeFileSync(archive, text, 'latin1')
        const words = ['--key', at('key.pem'), '--unpacked', unpacked, '--output', at('feed')]
        const made = execFileSync(process.execPath, [join(root, 'scripts', 'feed.ts'), ...words])
        rmSync(unpacked, { recursive: true })
        return made.toString().trim()
      }
      const own = readFileSync(installed('version'), 'utf8').trim()
      const [next, broken] = [inc(own, 'patch') ?? '', inc(own, 'minor') ?? '']
      const { url } = await serveFeed(folder)
      const hour = new Date().getHours()
      const environment = {
        FOYER_SUPERVISED: '1',
        FOYER_UPDATES_FEED_URL: url,
        FOYER_UPDATES_FEED_KEY: offer(next),
        FOYER_UPDATES_HOURS_FROM: String(hour),
        FOYER_UPDATES_HOURS_TO: String((hour + 2) % 24),
      }
      await inPlace({ ...environment, FOYER_STATION: station }, async (place) => {
        const versions = join(place.dataFolder, 'versions')
        const launcher = [installed('kiosk', 'launch.sh'), versions, installed('foyer'), own]
        const state = () => readUpdateState(versions)
        const first = await open(place, ...launcher)
        /** Waits until it ends to be started again, and does so as the kiosk's unit. */
        const restarted = async (foyer: typeof first) => {
          const [status] = (await once(foyer.process, 'exit')) as [number]
          expect(status).toBe(75)
          const since = performance.now()
          return { since, foyer: await open(place, ...launcher) }
        }
        await new Patient(first).sees(title)
        expect(state().current).toBe('')
        const second = await restarted(first)
        await new Patient(second.foyer).sees(title)
        // Its unit starts it again after 3 s.
        expect(performance.now() - second.since + 3_000).toBeLessThan(60_000)
        await waitFor(() => expect(state()).toMatchObject({ base: own, current: next, trial: '' }))
        await waitFor(() => expect(second.foyer.log.join()).toContain('an update is kept'))

        // Its pages come without their program.
        offer(broken, '/assets/none!-')
        const third = await restarted(second.foyer)
        const blocked = { base: own, current: next, trial: '', blocked: [broken] }
        await waitFor(() => expect(state()).toMatchObject(blocked), 120_000)
        await new Patient(third.foyer).sees(title)
        expect(performance.now() - third.since + 3_000).toBeLessThan(60_000)
        return third.foyer
      })
    },
  )
})
