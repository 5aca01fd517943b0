// Everything that Foyer needs on this machine, from a fresh clone on: runs on the system's Node 20 or later,
// before anything is installed, so it imports nothing but Node itself.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { takeSecrets } from './secrets.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const at = (...parts) => join(root, ...parts)
const isRoot = process.getuid?.() === 0
const electronTimeoutMs = 60_000

function say(text) {
  console.log(`foyer: ${text}`)
}

function fail(text) {
  console.error(`foyer: ${text}`)
  process.exit(1)
}

function run(command, args, options = {}) {
  return spawnSync(command, args, { cwd: root, stdio: 'inherit', ...options })
}

function runNpm(args, env = {}) {
  const shell = process.platform === 'win32'
  return (
    run(shell ? 'npm.cmd' : 'npm', args, { shell, env: { ...process.env, ...env } }).status ?? 1
  )
}

const wordsOf = (name, args) => ['run', '--silent', name, ...(args.length ? ['--', ...args] : [])]

/** Runs a package script with `node_modules/.bin` first, so that `node` in it is the lockfile's Node 24. */
export function runScript(name, args = [], env = {}) {
  return runNpm(wordsOf(name, args), env)
}

/** Starts a package script beside others, and returns its process. */
export function startScript(name, args = [], options = {}) {
  const shell = process.platform === 'win32'
  const program = shell ? 'npm.cmd' : 'npm'
  return spawn(program, wordsOf(name, args), { cwd: root, stdio: 'inherit', shell, ...options })
}

/** Returns the lockfile's Node, or the system's without one. */
function ownNode() {
  const folder = at('node_modules', `node-${process.platform.replace('32', '')}-${process.arch}`)
  const program = join(folder, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  return existsSync(program) ? program : process.execPath
}

/**
 * Runs a project script on the lockfile's Node; secrets go through a private pipe (`takeTexts` of
 * `src/main/app/secrets.ts`). Resolves to its exit code.
 */
export function runNode(script, args, env, secrets) {
  const child = spawn(ownNode(), [at(script), ...args], {
    cwd: root,
    env: {
      ...process.env,
      PATH: `${at('node_modules', '.bin')}${delimiter}${process.env.PATH ?? ''}`,
      ...env,
      FOYER_SECRETS_FD: '3',
    },
    stdio: ['inherit', 'inherit', 'inherit', 'pipe'],
  })
  child.stdio[3].on('error', () => undefined)
  child.stdio[3].end(JSON.stringify(secrets))
  // Ctrl+C reaches both; this one waits for the other.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, () => signal === 'SIGINT' || child.kill(signal))
  return new Promise((resolve) => {
    child.once('error', (error) => fail(error.message))
    child.once('exit', (code) => resolve(code ?? 1))
  })
}

/** Installs exactly what the lockfile says, unless that is what stands there. */
function ensureDependencies() {
  const wanted = createHash('sha256')
    .update(readFileSync(at('package-lock.json')))
    .digest('hex')
  const stamp = at('node_modules', '.foyer-lock')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  say('installing the dependencies of the lockfile …')
  if (runNpm(['ci', '--no-audit', '--no-fund', '--loglevel=error']) !== 0)
    fail('the dependencies could not be installed (see npm above).')
  linkNode()
  writeFileSync(stamp, wanted)
}

/** Links the lockfile's Node, which npm 10 installs but does not link; else scripts would run on the system's Node. */
function linkNode() {
  const target = join('..', `node-${process.platform}-${process.arch}`, 'bin', 'node')
  const bin = (path) => at('node_modules', '.bin', path)
  const isMissing = process.platform !== 'win32' && !existsSync(bin('node'))
  if (isMissing && existsSync(bin(target))) symlinkSync(target, bin('node'))
}

/** Folder of an unpacked Electron to use instead of the package's own; undefined if none is named. */
const namedElectron = process.env.FOYER_ELECTRON_DIST || undefined

/** Path of the binary in such a folder (`electron-binary.ts` looks there too). */
const inDist = { darwin: 'Electron.app/Contents/MacOS/Electron', win32: 'electron.exe' }

/** Checks if Electron's binary is on this machine. */
export function hasElectron() {
  return namedElectron
    ? existsSync(join(namedElectron, inDist[process.platform] ?? 'electron'))
    : existsSync(at('node_modules', 'electron', 'path.txt'))
}

/** Tries Electron's own installer once for each version of it; says what came of it. */
function tryElectron() {
  const { version } = JSON.parse(
    readFileSync(at('node_modules', 'electron', 'package.json'), 'utf8'),
  )
  const stamp = at('node_modules', '.foyer-electron-tried')
  if (hasElectron()) return true
  if (namedElectron) fail(`FOYER_ELECTRON_DIST names ${namedElectron}, where no Electron is.`)
  const asked = process.env.FOYER_SHELL === 'electron'
  if (!asked && existsSync(stamp) && readFileSync(stamp, 'utf8') === version) return false
  say(
    `fetching Electron ${version} with its own installer (at most ${electronTimeoutMs / 1000} s) …`,
  )
  const result = run(process.execPath, [at('node_modules', 'electron', 'install.js')], {
    stdio: ['ignore', 'ignore', 'pipe'],
    encoding: 'utf8',
    timeout: electronTimeoutMs,
  })
  writeFileSync(stamp, version)
  if (hasElectron()) return true
  const reason =
    result.error?.code === 'ETIMEDOUT'
      ? 'no answer in time'
      : (result.stderr.match(/^\w*Error.*$/m)?.[0] ?? 'the installer failed').slice(0, 120)
  say(`Electron is not to be had here (${reason}); using the machine's Chromium instead.`)
  return false
}

/** Chooses the shell: `FOYER_SHELL`, else Electron if it is here or can be fetched, else the browser. */
export function chooseShell() {
  const asked = process.env.FOYER_SHELL
  if (asked === 'browser') return 'browser'
  if (tryElectron()) return 'electron'
  if (asked === 'electron')
    fail(
      'FOYER_SHELL asks for Electron, and its binary could not be fetched. Please try again with a network that reaches it, or leave FOYER_SHELL out to use the machine’s Chromium.',
    )
  return 'browser'
}

/** Checks if a window can be opened on a screen of this machine. */
export function hasDisplay() {
  return process.platform !== 'linux' || Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY)
}

const onPath = (name) =>
  (process.env.PATH ?? '')
    .split(':')
    .concat('/usr/sbin')
    .some((folder) => existsSync(join(folder, name)))

const hasFont = (name) => existsSync(join('/usr/share/fonts', name))

function hasLibrary(name) {
  const { stdout } = run('/sbin/ldconfig', ['-p'], { stdio: 'pipe', encoding: 'utf8' })
  return (stdout ?? '').includes(name)
}

const browsers = ['chromium', 'chromium-browser', 'google-chrome']

/** Programs, libraries and fonts that each shell needs of the system, by Debian's package names. */
const packages = {
  browser: () => [
    !(process.env.FOYER_CHROMIUM || browsers.some((name) => onPath(name))) && 'chromium',
  ],
  electron: () => [
    !hasLibrary('libgtk-3.so.0') && 'libgtk-3-0',
    !hasLibrary('libnss3.so') && 'libnss3',
    !hasLibrary('libasound.so.2') && 'libasound2',
    !hasLibrary('libgbm.so.1') && 'libgbm1',
  ],
  both: (displayServer, forTests) => [
    isRoot && !onPath('setpriv') && 'util-linux',
    // Network namespaces, by which tests see what leaves the machine.
    forTests && isRoot && !onPath('ip') && 'iproute2',
    // A broker at which the bus is tested.
    forTests && !onPath('mosquitto') && 'mosquitto',
    displayServer && !onPath('Xvfb') && 'xvfb',
    !hasFont('truetype/noto/NotoSansArabic-Regular.ttf') && 'fonts-noto-core',
    !hasFont('opentype/noto/NotoSansCJK-Regular.ttc') && 'fonts-noto-cjk',
  ],
}

function ensureSystemPackages(shells, displayServer, forTests) {
  if (process.platform !== 'linux') return
  const missing = [
    ...shells.flatMap((shell) => packages[shell]()),
    ...packages.both(displayServer, forTests),
  ].filter(Boolean)
  if (missing.length > 0) installPackages(missing)
  if (isRoot) ensureUsers()
}

function installPackages(missing) {
  const command = `apt-get update && apt-get install -y --no-install-recommends ${missing.join(' ')}`
  if (!onPath('apt-get'))
    fail(
      `this machine lacks what Debian calls ${missing.join(', ')}. Please install the same with its own package manager, and start again.`,
    )
  if (!isRoot)
    fail(
      `these system packages are missing: ${missing.join(', ')}. Please run:\n\n  sudo sh -c '${command}'\n`,
    )
  say(`installing system packages: ${missing.join(', ')} …`)
  const { status } = run('sh', ['-c', `(${command}) >/dev/null`], {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
  if (status !== 0)
    fail(`the system packages could not be installed. The command was:\n\n  ${command}\n`)
}

/**
 * Creates Foyer's user and its browsers' user, as root: an escape from a page reaches neither root nor Foyer's data.
 */
function ensureUsers() {
  ensureUser(process.env.FOYER_USER || 'foyer')
  ensureUser(process.env.FOYER_CHROMIUM_USER || 'foyer-kiosk')
}

function ensureUser(user) {
  if (run('id', [user], { stdio: 'ignore' }).status === 0) return
  say(`creating the unprivileged user ${user} …`)
  const home = ['--create-home', '--home-dir', `/var/lib/${user}`, '--key', 'HOME_MODE=0700']
  const { status } = run('useradd', [
    '--system',
    '--user-group',
    ...home,
    '--shell',
    '/usr/sbin/nologin',
    user,
  ])
  if (status !== 0) fail(`the user ${user} could not be created.`)
}

/**
 * Sets this machine up; safe to repeat. `displayServer`: needs Xvfb. `everyShell`: other shells too, for tests. Returns
 * the shell. Takes the secrets out first.
 */
export function setUp({ displayServer = false, everyShell = false } = {}) {
  // Nothing here needs a secret. `everyShell`: Chromium always, Electron only if its binary is there.
  takeSecrets()
  const major = Number(process.versions.node.split('.')[0])
  if (major < 20) fail(`Node ${process.versions.node} is too old: Node 20 or later is needed.`)
  const asked = process.env.FOYER_SHELL
  if (asked && !['electron', 'browser'].includes(asked))
    fail(`FOYER_SHELL is "${asked}"; it can be "electron" or "browser".`)
  ensureDependencies()
  const shell = chooseShell()
  const others = everyShell ? ['browser', ...(hasElectron() ? ['electron'] : [])] : []
  ensureSystemPackages([...new Set([shell, ...others])], displayServer, everyShell)
  return shell
}

const help = `Sets this machine up for Foyer; safe to call again.

  npm run setup               what Foyer runs with: dependencies, a shell, fonts, as root the two users
  npm run setup -- --tests    besides what its tests need: every shell, Mosquitto, Xvfb, as root iproute2

A clinic's machine needs no more than the first: no broker and no virtual screen is put on it that it does not use.`

/** Reads what was asked for; an option that is none ends it, so that nothing is left out unnoticed. */
function readOptions() {
  try {
    return parseArgs({ options: { tests: { type: 'boolean' }, help: { type: 'boolean' } } }).values
  } catch (error) {
    fail(`${error.message}\n\n${help}`)
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { tests = false, help: asksForHelp } = readOptions()
  if (asksForHelp) console.log(help)
  else {
    const shell = setUp({ displayServer: tests || !hasDisplay(), everyShell: tests })
    say(`ready${tests ? ', also for tests' : ''}; the shell is: ${shell}`)
  }
}
