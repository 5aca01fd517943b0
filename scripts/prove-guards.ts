import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A guard of the form view: how to take it out, and the test that must then fail. */
interface Guard {
  readonly name: string
  readonly file: string
  readonly without: readonly [from: string, to: string]
  readonly test: string
}

const browser = 'src/main/shell/browser'
const guards: readonly Guard[] = [
  {
    name: 'the proxy lets through only what is allowed',
    file: 'src/main/shell/proxy.ts',
    without: ['if (allowed) return {}', 'if (allowed || !allowed) return {}'],
    test: 'reaches no other origin by fetch',
  },
  {
    name: 'loopback goes through the proxy too',
    file: `${browser}/launch.ts`,
    without: [", bypass: '<-loopback>'", ", bypass: '127.0.0.1'"],
    test: 'reaches no other origin by a socket',
  },
  {
    name: 'a forbidden navigation is stopped where it begins',
    file: `${browser}/form.ts`,
    without: ['if (!isAllowed(request.url, policy)) {', 'if (request.url === policy) {'],
    test: 'stays where it is when a script',
  },
  {
    name: 'documents are confined by headers',
    file: `${browser}/form.ts`,
    without: [', ...confiningHeaders]', ']'],
    test: 'opens no window by script|shows no dialog|gets no permission',
  },
  {
    name: 'second windows are closed',
    file: `${browser}/form.ts`,
    without: ['void popup.close().catch(() => undefined)', ''],
    test: 'gets no second window',
  },
  {
    name: 'the file chooser is kept closed',
    file: `${browser}/form.ts`,
    without: ["page.on('filechooser'", "page.off('filechooser'"],
    test: 'opens no chooser of files',
  },
  {
    name: 'downloads are denied',
    file: `${browser}/launch.ts`,
    without: ['acceptDownloads: false', 'acceptDownloads: true'],
    test: 'downloads nothing|answers with a file',
  },
  {
    name: 'what is loaded is not written down',
    file: `${browser}/launch.ts`,
    without: ['`--disk-cache-dir=${devNull}`,', ''],
    test: 'downloads nothing|answers with a file',
  },
  {
    name: 'the browser asks for no update',
    file: `${browser}/launch.ts`,
    without: ['`--component-updater=disable-pings,url-source=${nowhere}`,', ''],
    test: 'asks for no update',
  },
  {
    name: 'permissions are denied',
    file: `${browser}/preferences.ts`,
    without: ['notifications: block', 'notifications: 1'],
    test: 'gets no permission',
  },
  {
    name: 'no way to ask for a password',
    file: `${browser}/preferences.ts`,
    without: ["schemes: 'none'", "schemes: 'basic'"],
    test: 'shows no box for a password',
  },
  {
    name: 'other programs are not started',
    file: `${browser}/page-guard.ts`,
    without: ["addEventListener('navigate'", "addEventListener('off'"],
    test: 'cannot be led to another program',
  },
  {
    name: 'keys of the browser do nothing',
    file: `${browser}/page-guard.ts`,
    without: ['if (isShortcut(press)) event.preventDefault()', ''],
    test: 'does not take the keys',
  },
  {
    name: 'only real touches count',
    file: `${browser}/page-guard.ts`,
    without: ['event.isTrusted && ', ''],
    test: 'does not take what a script pretends',
  },
  {
    name: 'the history before the form is forgotten',
    file: `${browser}/form.ts`,
    without: ["await window.cdp.send('Page.resetNavigationHistory')", ''],
    test: 'has no history to go back to',
  },
  {
    name: 'the profile is deleted',
    file: `${browser}/form.ts`,
    without: ['await parts.profiles.remove(profile)', ''],
    test: 'is gone without a trace',
  },
  {
    name: 'an end that no one asked for is told',
    file: `${browser}/form.ts`,
    without: ["context.once('close', gone)", ''],
    test: 'says that it is gone when its process is killed',
  },
  {
    name: 'one form at a time',
    file: `${browser}/shell.ts`,
    without: ['await closeForm()\n      const', 'const'],
    test: 'is closed when another is opened',
  },
  {
    name: 'only https, or this machine',
    file: 'src/main/shell/policy.ts',
    without: ['parsed && isTrustworthy(parsed)', 'parsed'],
    test: 'is not opened on an address',
  },
  {
    name: 'the sender of a command is told by its frame',
    file: `${browser}/bridge.ts`,
    without: ['source.page === page && isOwn(source.frame)', 'source.page === page'],
    test: 'marks what it sends as foreign',
  },
]

const root = join(import.meta.dirname, '..')
const kept = ['src', 'resources', 'package.json', 'tsconfig.json', 'vitest.config.ts']

interface Report {
  readonly testResults: readonly {
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[]
  }[]
}

/** Runs the conformance tests whose name fits in a copy of the project; `change` is made to it before. */
async function testCopy(
  test: string,
  change: (copy: string) => Promise<void>,
): Promise<{ passed: string[]; failed: string[] }> {
  const copy = await mkdtemp(join(tmpdir(), 'foyer-guards-'))
  try {
    await chmod(copy, 0o755)
    for (const each of kept) await cp(join(root, each), join(copy, each), { recursive: true })
    await symlink(join(root, 'node_modules'), join(copy, 'node_modules'))
    await change(copy)
    const report = join(copy, 'report.json')
    const child = spawn(
      process.execPath,
      [
        join(root, 'node_modules', 'vitest', 'vitest.mjs'),
        ...['run', '--project', 'conformance', '-t', test],
        ...['--reporter=json', `--outputFile=${report}`],
      ],
      { cwd: copy, stdio: 'ignore' },
    )
    await once(child, 'exit')
    const { testResults } = JSON.parse(await readFile(report, 'utf8')) as Report
    const named = (status: string) =>
      testResults
        .flatMap(({ assertionResults }) => assertionResults)
        .filter((result) => result.status === status && new RegExp(test).test(result.fullName))
        .map(({ fullName }) => fullName)
    return { passed: named('passed'), failed: named('failed') }
  } finally {
    await rm(copy, { recursive: true, force: true })
  }
}

/** Takes the guard out of a copy. Throws when its source no longer holds it. */
async function takeOut({ file, without: [from, to] }: Guard, copy: string): Promise<void> {
  const path = join(copy, file)
  const source = await readFile(path, 'utf8')
  if (!source.includes(from)) throw new Error(`${file} no longer holds: ${from}`)
  await writeFile(path, source.replace(from, to))
}

const wanted = guards.filter(({ name }) => name.includes(process.argv[2] ?? ''))
const all = wanted.map(({ test }) => test).join('|')
const intact = await testCopy(all, () => Promise.resolve())
if (intact.failed.length > 0 || intact.passed.length === 0) {
  console.error(
    `with every guard in its place these tests fail already:\n  ${intact.failed.join('\n  ')}`,
  )
  process.exit(2)
}
let unnoticed = 0
for (const guard of wanted) {
  const { failed } = await testCopy(guard.test, (copy) => takeOut(guard, copy))
  if (failed.length === 0) unnoticed += 1
  console.log(`${failed.length > 0 ? 'missed   ' : 'UNNOTICED'}  ${guard.name}`)
  for (const name of failed) console.log(`             ${name}`)
}
console.log(`${wanted.length - unnoticed} of ${wanted.length} guards are missed when they are gone`)
process.exitCode = unnoticed === 0 ? 0 : 1
