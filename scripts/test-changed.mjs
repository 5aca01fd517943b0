// `npm run test:changed`: the checks and tests that the difference to main touches.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runScript } from './setup.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const help = `What the difference to main touches, for the time between two edits

  npm run test:changed              since this branch left main, with what is not committed; on main, what is not
                                    committed, or else the last commit
  npm run test:changed -- REVISION  since that commit

Formats, lints and types of what changed, and each unit, contract and component test that imports it. The suites
of shells and whole journeys are named where a change touches them, and run by npm test.`

function git(...args) {
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' })
  return status === 0 ? stdout.trim() : undefined
}

/** Finds the commit since which something counts as changed. */
function baseOf() {
  const head = git('rev-parse', 'HEAD')
  const [fork] = ['origin/main', 'main']
    .map((main) => git('merge-base', 'HEAD', main))
    .filter(Boolean)
  if (fork !== head) return fork
  return git('status', '--porcelain') ? 'HEAD' : 'HEAD~1'
}

const [given, ...more] = process.argv.slice(2)
if (given?.startsWith('-') || more.length > 0) {
  console.log(help)
  process.exit(given === '--help' || given === '-h' ? 0 : 2)
}
const base = git('rev-parse', '--verify', '--quiet', `${given ?? baseOf()}^{commit}`)
if (!base) {
  console.error(`foyer: "${given}" is no commit of this project.`)
  process.exit(2)
}
const changed = [
  ...git('diff', '--name-only', '--diff-filter=d', base).split('\n'),
  ...git('ls-files', '--others', '--exclude-standard').split('\n'),
].filter(Boolean)
if (changed.length === 0) {
  console.log('foyer: nothing has changed.')
  process.exit(0)
}

const sources = changed.filter((path) => /\.(ts|mjs|js|svelte)$/.test(path))
const pages = sources.filter((path) => /\.svelte(\.ts)?$/.test(path))
const scripts = sources.filter((path) => !pages.includes(path))
const isOfPages = (path) =>
  /\.svelte(\.ts)?$|^src\/(renderer|reader|forms|keyboard|patient-page)\//.test(path)
const vitest = ['--changed', base, '--passWithNoTests', '--reporter=dot']
const checks = [
  ['format', ['oxfmt', '--check', '--no-error-on-unmatched-pattern', ...changed]],
  ['lint', scripts.length && ['oxlint', '-c', 'oxlint.config.js', ...scripts]],
  ['lint of pages', pages.length && ['eslint', '--no-warn-ignored', ...pages]],
  [
    'types',
    sources.length && [
      'node',
      'node_modules/@typescript/native/bin/tsc',
      '-p',
      'tsconfig.json',
      '--singleThreaded',
      '--incremental',
      '--tsBuildInfoFile',
      'node_modules/.cache/tsc/main.tsbuildinfo',
    ],
  ],
  [
    'types of pages',
    sources.some(isOfPages) && [
      'svelte-check',
      '--tsconfig',
      'tsconfig.web.json',
      '--fail-on-warnings',
      '--tsgo',
      '--incremental',
    ],
  ],
].filter(([, command]) => command)
const projects = ['unit', 'contract', 'components'].flatMap((name) => ['--project', name])
const tests = ['unit, contract, components', ['vitest', 'run', ...projects, ...vitest]]

const PATH = [join(root, 'node_modules', '.bin'), process.env.PATH].join(delimiter)

/** Runs a command of the dependencies; with `isBeside` it prints its output at the end. */
async function run([name, [program, ...args]], isBeside) {
  const started = Date.now()
  const child = spawn(program, args, {
    cwd: root,
    env: { ...process.env, PATH },
    stdio: isBeside ? ['ignore', 'pipe', 'pipe'] : 'inherit',
    shell: process.platform === 'win32',
  })
  const words = []
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (each) => words.push(each))
  const [status] = await once(child, 'close')
  if (status !== 0 && isBeside)
    process.stdout.write(Buffer.concat([Buffer.from(`\n── ${name}\n`), ...words]))
  return { name, held: status === 0, seconds: (Date.now() - started) / 1000 }
}

async function runChecks() {
  const outcomes = []
  for (const each of checks) outcomes.push(await run(each, true))
  return outcomes
}

runScript('messages')
const outcomes = (await Promise.all([runChecks(), run(tests, false)])).flat()
console.log('')
for (const { name, held, seconds } of outcomes)
  console.log(`${held ? '✓' : '✗'} ${name} (${seconds.toFixed(1)} s)`)
if (
  changed.some((path) =>
    /^(src\/main\/(windows|form-view|app)|src\/preload|e2e|test\/conformance)\//.test(path),
  )
)
  console.log('! windows or whole journeys are touched: npm test -- --only conformance --only e2e')
process.exit(outcomes.every(({ held }) => held) ? 0 : 1)
