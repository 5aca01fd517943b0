import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { describe, expect, it, vi } from 'vitest'
import { testFolder } from '#harness/test-folder.ts'
import { environmentOf, limitMessages, openInTime, StuckBrowserError, tellStart } from './launch.ts'

const root = join(import.meta.dirname, '..', '..', '..', '..')

it.skipIf(process.platform !== 'linux').each([
  ['xdg-open', 'tel:5550100'],
  ['xdg-email', 'mailto:a@clinic.example'],
])('gives a browser a %s that starts no program', (program, address) => {
  const env = environmentOf({ root, env: process.env, isForeign: false }, '/nowhere')
  const found = spawnSync('sh', ['-c', `command -v ${program}; ${program} "$0"`, address], { env })
  expect(found.stdout.toString()).toBe(`${join(root, 'resources', 'no-programs', program)}\n`)
  expect(found.status).toBe(1)
})

it.skipIf(process.platform !== 'linux')('has the kernel bound a foreign page’s data alone', () => {
  const profile = testFolder()
  mkdirSync(join(profile, 'home'))
  const limitOf = (isForeign: boolean) => {
    const env = environmentOf({ root, env: process.env, isForeign }, profile)
    const shell = ['-c', 'ulimit -d', `--user-data-dir=${profile}`]
    const wrapper = join(root, 'resources', 'chromium-unprivileged.sh')
    const told = spawnSync(wrapper, shell, { env: { ...env, FOYER_CHROMIUM: '/bin/sh' } })
    return told.stdout.toString().trim()
  }
  expect(limitOf(true)).toBe('1572864')
  expect(limitOf(false)).toMatch(/^(unlimited|\d+)$/)
  expect(limitOf(false)).not.toBe('1572864')
})

describe('the time in which a browser opens', () => {
  /** A browser that ends when it is told to; `ended` resolves then. */
  function openedBrowser(openWithinMs: number) {
    let end: () => void = () => undefined
    const ended = new Promise<void>((resolve) => (end = resolve))
    const user = {
      end() {
        end()
        return ended
      },
    }
    return { browser: { user, profile: '/nowhere', openWithinMs }, ended }
  }

  const cause = new Error('no screen')
  it.each<[string, number, (ended: Promise<void>) => Promise<string>, object]>([
    ['is handed out', 60_000, () => Promise.resolve('open'), { value: 'open' }],
    ['fails by itself', 60_000, () => Promise.reject(cause), { error: cause }],
    [
      'fails because it was ended',
      1,
      (ended) => ended.then(() => Promise.reject(cause)),
      { cause },
    ],
    ['opens just when it was ended', 1, (ended) => ended.then(() => 'open'), {}],
  ])('tells a browser that %s from one that was stuck', async (_, openWithinMs, open, becomes) => {
    const { browser, ended } = openedBrowser(openWithinMs)
    const outcome = await openInTime(browser, () => open(ended)).then(
      (value) => ({ value }),
      (error: unknown) => (error instanceof StuckBrowserError ? error : { error }),
    )
    if (openWithinMs === 1) expect(outcome).toBeInstanceOf(StuckBrowserError)
    expect(outcome).toMatchObject(becomes)
  })
})

describe('the start of a browser', () => {
  /** Starts a program that says a word, and waits for that word. */
  async function launch(program: string): Promise<void> {
    await once(spawn(program, ['-e', 'console.log("I am up")']).stdout, 'data')
  }

  it('takes no other program for it, and tells at the latest when the launch is done', async () => {
    const onStarted = vi.fn()
    await tellStart('/no/such/browser', onStarted, async () => {
      await launch(process.execPath)
      expect(onStarted).not.toHaveBeenCalled()
    })
    expect(onStarted).toHaveBeenCalledOnce()
  })

  it('tells nothing where the launch fails, and hears no later start', async () => {
    const onStarted = vi.fn()
    const failing = tellStart(process.execPath, onStarted, () => Promise.reject(new Error('no')))
    await expect(failing).rejects.toThrow('no')
    await launch(process.execPath)
    expect(onStarted).not.toHaveBeenCalled()
  })
})

it('tells once of a message that is too long, and of no number of short ones', () => {
  const stream = new PassThrough()
  const onExceeded = vi.fn()
  limitMessages(stream, 10, onExceeded)
  const say = (text: string) => stream.emit('data', Buffer.from(text))
  for (const text of ['12345', '67890\0abc\0', '1234567\0', '12345678']) say(text)
  expect(onExceeded).not.toHaveBeenCalled()
  for (const text of ['901', '234\0']) say(text)
  expect(onExceeded).toHaveBeenCalledOnce()
})
