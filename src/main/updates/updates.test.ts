import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { simulatedWallClock } from '#harness/bus/wall-clock.ts'
import { testFolder } from '#harness/test-folder.ts'
import { first, unpackVersion } from '#harness/updates/releases.ts'
import { readUpdateState, writeUpdateState } from './state.ts'
import { lookMs, openUpdates } from './updates.ts'

describe.runIf(process.platform === 'linux')('the updates of a kiosk', () => {
  let folder: string
  let clock: ReturnType<typeof simulatedWallClock>
  /** The version on offer; undefined: none; a fault where the feed cannot be read. */
  let offer: string | undefined | Error
  let kiosk: { isFree: boolean; waiting: number }
  let isWorking: boolean
  let blocked: string[]
  let restart: ReturnType<typeof vi.fn<() => void>>
  let told: string[]
  let downloads: number

  beforeEach(() => {
    folder = testFolder()
    // One in the morning, by the machine's own time.
    clock = simulatedWallClock(new Date(2026, 2, 1, 1).getTime())
    offer = '0.2.0'
    kiosk = { isFree: true, waiting: 0 }
    isWorking = false
    blocked = []
    restart = vi.fn<() => void>()
    told = []
    downloads = 0
    const archive = join(folder, 'archive.tar.gz')
    execFileSync('tar', ['-czf', archive, '-C', unpackVersion(join(folder, 'new'), 'exit 0'), '.'])
  })

  const versions = () => join(folder, 'versions')
  const state = (version = '0.1.0') => readUpdateState(versions(), version)
  const open = (version = '0.1.0') =>
    openUpdates({
      folder: versions(),
      version,
      id: 'a kiosk',
      settings: { hours: { from: 1, to: 5 }, blocked },
      clock,
      openFeed: (isWanted) =>
        Promise.resolve({
          find: () => {
            if (offer instanceof Error) return Promise.reject(offer)
            if (offer === undefined || !isWanted({ version: offer }))
              return Promise.resolve(undefined)
            const download = () => {
              downloads += 1
              return Promise.resolve(join(folder, 'archive.tar.gz'))
            }
            return Promise.resolve({ version: offer, download })
          },
        }),
      moment: () => kiosk,
      isWorking: () => isWorking,
      restart,
      log: (message, { detail } = { detail: '' }) => told.push(`${message} ${detail}`),
    })
  /** Lets time go by, look for look, and each look come to its end. */
  async function pass(ms: number) {
    for (let left = ms; left > 0; left -= lookMs.moment) {
      clock.increment(lookMs.moment)
      await new Promise((resolve) => setTimeout(resolve, 1))
      // What is unpacked takes its own time.
      const isReady = () => told.filter((each) => each.startsWith('an update is ready'))
      await vi.waitFor(() => expect(isReady()).toHaveLength(downloads), 10_000)
    }
  }
  it('are unpacked and start at a moment at which nobody is there, nothing waits and the hour is right', async () => {
    kiosk = { isFree: false, waiting: 1 }
    open()
    await pass(2 * lookMs.moment)
    expect(state().ready).toBe('0.2.0')
    expect(existsSync(join(versions(), '0.2.0', 'foyer'))).toBe(true)
    kiosk = { isFree: true, waiting: 1 }
    await pass(10 * lookMs.moment)
    kiosk = { isFree: false, waiting: 0 }
    await pass(10 * lookMs.moment)
    expect(restart).not.toHaveBeenCalled()
    kiosk = { isFree: true, waiting: 0 }
    await pass(3 * lookMs.moment)
    expect(restart).toHaveBeenCalledOnce()
    expect(state()).toMatchObject({ trial: '0.2.0', tries: 0, ready: '' })
    expect(downloads).toBe(1)
    expect(told).toEqual(['an update is ready 0.2.0', 'an update starts 0.2.0'])
  })

  it('neither ask nor start outside their hours', async () => {
    kiosk = { isFree: false, waiting: 0 }
    open()
    await pass(2 * lookMs.moment)
    expect(state().ready).toBe('0.2.0')
    await pass(4 * lookMs.feed)
    const { checked } = state()
    kiosk = { isFree: true, waiting: 0 }
    await pass(2 * lookMs.feed)
    expect(restart).not.toHaveBeenCalled()
    expect(state().checked).toBe(checked)
  })

  it('drop a version that was withdrawn or blocked meanwhile, and take none that failed here', async () => {
    kiosk = { isFree: false, waiting: 0 }
    const before = open()
    await pass(2 * lookMs.moment)
    expect(state().ready).toBe('0.2.0')
    offer = undefined
    await pass(lookMs.feed + lookMs.moment)
    expect(state().ready).toBe('')
    writeUpdateState(versions(), { ...first, blocked: ['0.2.0'] })
    offer = '0.2.0'
    kiosk = { isFree: true, waiting: 0 }
    await pass(lookMs.feed + lookMs.moment)
    expect(restart).not.toHaveBeenCalled()
    before.stop()
    blocked = ['0.3.0']
    writeUpdateState(versions(), { ...first, ready: '0.3.0' })
    offer = undefined
    open()
    await pass(3 * lookMs.moment)
    expect(restart).not.toHaveBeenCalled()
  })

  it('go on after a feed that could not be read', async () => {
    offer = Object.assign(new Error('no'), { code: 'ECONNREFUSED' })
    open()
    await pass(2 * lookMs.moment)
    expect(told).toEqual(['no update could be taken ECONNREFUSED'])
    offer = '0.2.0'
    await pass(lookMs.feed + lookMs.moment)
    await pass(2 * lookMs.moment)
    expect(restart).toHaveBeenCalledOnce()
  })

  it('keep a version on trial once it works, and the version before beside it', async () => {
    writeUpdateState(versions(), { ...first, current: '0.1.5', trial: '0.2.0', tries: 1 })
    for (const name of ['0.1.4', '0.1.5', '0.2.0']) unpackVersion(join(versions(), name), 'exit 0')
    offer = undefined
    open('0.2.0')
    clock.increment(30 * lookMs.trial)
    expect(state('0.2.0')).toMatchObject({ current: '0.1.5', trial: '0.2.0' })
    isWorking = true
    clock.increment(lookMs.trial)
    expect(state('0.2.0')).toMatchObject({ current: '0.2.0', trial: '', tries: 0 })
    expect(readdirSync(versions()).sort()).toEqual(['0.1.4', '0.1.5', '0.2.0', 'state'])
    offer = '0.3.0'
    await pass(lookMs.feed)
    await pass(2 * lookMs.moment)
    expect(restart).toHaveBeenCalledOnce()
    expect(readdirSync(versions()).sort()).toEqual(['0.2.0', '0.3.0', 'state'])
  })
})

it('a state that is missing, cut off, or of another package is a first one, but for what failed', () => {
  const folder = testFolder()
  expect(readUpdateState(folder, '0.1.0')).toEqual(first)
  writeUpdateState(folder, { ...first, current: '0.2.0', blocked: ['0.3.0', '0.4.0'] })
  expect(readUpdateState(folder, '0.2.0')).toMatchObject({ base: '0.1.0', current: '0.2.0' })
  const anew = { ...first, base: '0.5.0', blocked: ['0.3.0', '0.4.0'] }
  expect(readUpdateState(folder, '0.5.0')).toEqual(anew)
  writeFileSync(join(folder, 'state'), 'current=0.1.0\ntri')
  expect(readUpdateState(folder, '0.1.0')).toEqual(first)
})
