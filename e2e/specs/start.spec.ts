import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout } from 'node:timers/promises'
import { processTree } from '../../src/main/windows/chromium/resource-usage.ts'
import { secretVariables } from '../../src/main/app/secrets.ts'
import { plantCanaries } from '../../test/leak-scan/canary.ts'
import { openPlace, type KioskPlace } from '../../test/leak-scan/kiosk-place.ts'
import { createSearch, type Needle } from '../../test/leak-scan/search.ts'
import { expect, test } from '../support/test.ts'

test.skip(process.platform !== 'linux', 'reads /proc')

const isElectron = process.env['FOYER_SHELL'] === 'electron'
// Both starts are one installation's, which runs once at a time.
if (isElectron) test.describe.configure({ mode: 'default' })

/** Command lines of the application (Electron's other processes each have a type), and of its pages. */
const application = isElectron ? /^(?!.*--type=)\S*\/electron[^/ ]*( |$)/ : /out\/main\/index\.js/
const page = /--type=renderer/
const each = (...patterns: readonly RegExp[]) =>
  expect.arrayContaining(patterns.map((pattern) => expect.stringMatching(pattern)))

/** npm, its shell and the start itself: what the caller started these with nobody else can take out of `/proc`. */
const before =
  /^((\S*env )?(\S*node )?(\S*npm)( start)?|(\S*\/)?\w*sh -c node scripts\/start\.mjs|\S*node scripts\/start\.mjs)$/

/** The command lines of the processes of a start whose environments held a secret at any time, and of all. */
type Watched = { readonly all: ReadonlySet<string>; readonly holding: ReadonlySet<string> }

/** `npm start` until the kiosk is open and again once it stands there; every environment is read all the while. */
async function watchStart(
  environment: NodeJS.ProcessEnv,
  needles: readonly Needle[],
): Promise<Watched> {
  const search = createSearch(needles)
  const all = new Set<string>()
  const holding = new Set<string>()
  const started = spawn('npm', ['start'], {
    cwd: join(import.meta.dirname, '..', '..'),
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const root = started.pid ?? 0
  const look = async () => {
    for (const pid of await processTree(root)) {
      // In this order: a process that has just become another program is taken for the one before.
      const name = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
      const environ = await readFile(`/proc/${pid}/environ`).catch(() => Buffer.alloc(0))
      const words = name.replaceAll('\0', ' ').trim()
      all.add(words)
      if (search.in(environ).length > 0) holding.add(words)
    }
  }
  let isOpen = false as boolean
  createInterface({ input: started.stdout }).on('line', (line) => {
    if (line.startsWith('FOYER_DRIVER')) isOpen = true
  })
  const ended = once(started, 'exit')
  try {
    while (!isOpen && started.exitCode === null) {
      await look()
      // A program starts in more than that; without a pause half of the machine is busy with the looking.
      await setTimeout(5)
    }
    expect(isOpen, 'the kiosk opened').toBe(true)
    await look()
  } finally {
    for (const pid of await processTree(root)) {
      const name = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
      if (application.test(name.replaceAll('\0', ' ').trim())) process.kill(pid, 'SIGTERM')
    }
    await ended
  }
  return { all, holding }
}

async function onPlace(play: (place: KioskPlace, own: readonly Needle[]) => Promise<void>) {
  const { options, own } = plantCanaries([])
  const place = await openPlace(options)
  try {
    await play(place, own)
  } finally {
    await place.close()
  }
}

/** Secrets that this place does not need; the others are a JSON of none. */
const unneeded: Readonly<Record<string, string>> = {
  FOYER_PROXY_CREDENTIALS: 'kiosk:canary-of-a-proxy',
}

test('secrets in files stand in no environment of a start, from npm to the browsers', async () => {
  test.setTimeout(300_000)
  await onPlace(async (place, own) => {
    const environment: NodeJS.ProcessEnv = { ...place.environment }
    for (const name of secretVariables) {
      const file = join(place.dataFolder, name)
      await writeFile(file, `${environment[name] ?? unneeded[name] ?? '{}'}\n`, { mode: 0o600 })
      environment[`${name}_FILE`] = file
      delete environment[name]
    }
    const { all, holding } = await watchStart(environment, own)
    expect([...all]).toEqual(each(/^npm start/, application, page))
    expect([...holding]).toEqual([])
  })
})

test(
  'secrets in the environment of a start stay with npm and what it starts the start with',
  { tag: '@full' },
  async () => {
    test.setTimeout(300_000)
    await onPlace(async (place, own) => {
      const { all, holding } = await watchStart(place.environment, own)
      expect([...all]).toEqual(each(application, page))
      expect([...holding].filter((words) => !before.test(words))).toEqual([])
    })
  },
)
