import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { serviceAt } from '#harness/settings/settings-folder.ts'
import { testFolder } from '#harness/test-folder.ts'
import { areCoreDumpsOff, turnCoreDumpsOff, type Machine } from './hardening.ts'
import { exitCodes } from './start-up.ts'

let folder: string
beforeEach(() => {
  folder = testFolder()
  // As root Foyer becomes a user of its own, who reads the settings.
  chmodSync(folder, 0o755)
})

/** Starts `node` with these arguments; its words come line by line. */
function startNode(args: readonly string[], environment: NodeJS.ProcessEnv = {}) {
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'], TMPDIR: folder, ...environment },
  })
  let told = ''
  child.stderr.on('data', (chunk: Buffer) => (told += chunk.toString()))
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const ended = once(child, 'exit').then(([code]) => code as number)
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await ended
  })
  return { child, ended, next: async () => (await lines.next()).value as string, told: () => told }
}

const at = (...parts: string[]) => join(import.meta.dirname, '..', ...parts)

/** Starts a process that hardens itself by default, then runs `script`. */
const startHardened = (script: string, hardened = true, before = '') =>
  startNode([
    '--inspect-port=0',
    '--input-type=module',
    '--eval',
    `import { harden } from ${JSON.stringify(at('app', 'hardening.ts'))}
     ${before}
     process.umask(0o022)
     ${hardened ? 'harden()' : ''}
     ${script}`,
  ])

describe.runIf(process.platform === 'linux')('the process of Foyer', () => {
  it('is hardened before it reads anything, and so is what it starts', async () => {
    const config = join(folder, 'config.json')
    expect(spawnSync('mkfifo', [config]).status).toBe(0)
    const foyer = startNode([at('index.ts')], { FOYER_CONFIG: config })
    // Opens as soon as Foyer reads its settings, which then waits for them.
    const settings = await open(config, 'w')
    const ofProcess = (file: string) => readFileSync(`/proc/${foyer.child.pid}/${file}`, 'utf8')
    expect(ofProcess('status')).toMatch(/^Umask:\s+0077$/m)
    expect(ofProcess('limits')).toMatch(/^Max core file size +[01] +[01] /m)
    await settings.writeFile('{')
    await settings.close()
    expect(await foyer.ended).toBe(exitCodes.configuration)
    expect(foyer.told()).toContain(`${config}): JSON that can be read`)
  })

  it('opens no inspector for a signal, as Node would by itself', async () => {
    const script = `setInterval(() => url() && console.log('open'), 5); console.log('ready')`
    // No listener of the test's own: that alone would keep the inspector shut.
    const before = `
      import { url } from 'node:inspector'
      const emit = process.emit
      process.emit = (name, ...rest) => {
        if (name === 'SIGUSR1') console.log('heard, and', url() ?? 'closed')
        return emit.call(process, name, ...rest)
      }`
    for (const [hardened, outcome] of [
      [true, 'heard, and closed'],
      [false, 'open'],
    ] as const) {
      const { child, next } = startHardened(script, hardened, before)
      expect(await next()).toBe('ready')
      child.kill('SIGUSR1')
      expect(await next()).toBe(outcome)
    }
  })

  it('writes what only its own user can read, and still lets the browser into its profile', async () => {
    const modes = (place: string, hardened: boolean) => {
      const script = `
        import { mkdirSync, statSync, writeFileSync } from 'node:fs'
        import { dirname, join } from 'node:path'
        import { openProfiles } from ${JSON.stringify(at('windows', 'chromium', 'profiles.ts'))}
        const mode = (path) => (statSync(path).mode & 0o777).toString(8)
        const [file, folder, base] = ['file', 'folder', 'profiles'].map((name) => join('${place}', name))
        writeFileSync(file, '')
        mkdirSync(folder)
        const profiles = await openProfiles(base)
        const profile = await profiles.create('kiosk')
        console.log([file, folder, base, dirname(profile), profile].map(mode).join(' '))
        await profiles.close()`
      return startHardened(script, hardened).next()
    }
    expect(await modes(mkdtempSync(join(folder, 'a')), true)).toBe('600 700 711 711 700')
    expect(await modes(mkdtempSync(join(folder, 'b')), false)).toBe('644 755 711 711 700')
  })

  it('writes no report of a crash, whatever the environment asks for', async () => {
    const script = `console.log(JSON.stringify([process.report.reportOnFatalError,
      process.report.reportOnSignal, process.report.reportOnUncaughtException, process.report.excludeEnv]))`
    expect(await startHardened(script).next()).toBe('[false,false,false,true]')
  })
})

describe('core dumps', () => {
  const limits = (hard: string) =>
    `Limit                     Soft Limit           Hard Limit           Units\nMax core file size        0                    ${hard.padEnd(21)}bytes\n`
  /** A machine that takes a limit as `prlimit` does (util-linux, prlimit(1)): `--core=SOFT:HARD --pid NUMBER`. */
  const machine = (hard: string, pattern: string) => {
    let present = hard
    return {
      platform: 'linux',
      read: (path) => (path === '/proc/self/limits' ? limits(present) : pattern),
      run(program, args) {
        const own = String(process.pid)
        const [, next] = /^--core=(\d+):\1 --pid (\d+)$/.exec(args.join(' ')) ?? []
        if (program !== 'prlimit' || !next || args.at(-1) !== own) throw new Error('not understood')
        present = next
      },
      hard: () => present,
    } satisfies Machine & { hard: () => string }
  }

  it.each([
    ['unlimited', 'core'],
    ['4096', 'core'],
    ['unlimited', '|/usr/share/crash %p'],
    ['0', '|/usr/share/crash %p'],
  ])('are turned off for all time at a limit of %s, written to %s', (hard, pattern) => {
    const on = machine(hard, pattern)
    expect(areCoreDumpsOff(on)).toBe(false)
    turnCoreDumpsOff(on)
    expect(areCoreDumpsOff(on)).toBe(true)
  })

  it.each([
    ['1', 'core'],
    ['1', '|/usr/share/crash %p'],
    ['0', 'core'],
  ])('need nothing at a limit of %s, written to %s', (hard, pattern) => {
    const on = machine(hard, pattern)
    expect(areCoreDumpsOff(on)).toBe(true)
    turnCoreDumpsOff(on)
    expect(on.hard()).toBe(hard)
  })
})

it('a Foyer that serves real patients does not start with an inspector', async () => {
  const config = join(folder, 'config.json')
  writeFileSync(config, JSON.stringify({ service: serviceAt('https://intake.example') }))
  const paths = { FOYER_CONFIG: config, FOYER_DATA_DIR: join(folder, 'data') }
  const foyer = startNode(['--inspect=0', at('index.ts')], paths)
  expect(await foyer.ended).toBe(exitCodes.configuration)
  expect(foyer.told()).toContain('would let others look in: --inspect')
})
