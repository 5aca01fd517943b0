import type { WallClock } from '../base/clock.ts'
import { every } from '../base/timers.ts'
import type { Settings } from '../settings/schema.ts'
import type { UpdateFeed } from './feed.ts'
import { findHindrance, findObjection, isWithinHours } from './policy.ts'
import type { OfferedUpdate, StationMoment } from './policy.ts'
import { readUpdateState, writeUpdateState, type UpdateState } from './state.ts'
import { placeVersion } from './versions.ts'

/** ms between two looks at the moment, at the feed, and at whether a version on trial works. */
export const lookMs = { moment: 60_000, feed: 60 * 60_000, trial: 1_000 } as const

export interface UpdatesOptions {
  readonly folder: string
  readonly version: string
  readonly id: string
  readonly settings: Pick<Settings['updates'], 'hours' | 'blocked'>
  readonly clock: WallClock
  /** Undefined: no new version is looked for. */
  readonly openFeed:
    | ((isWanted: (update: OfferedUpdate) => boolean) => Promise<UpdateFeed>)
    | undefined
  readonly moment: () => Omit<StationMoment, 'at'>
  /** Tells whether this version serves: its first screen is there, and the service answers or is known not to. */
  readonly isWorking: () => boolean
  readonly restart: () => void
  readonly log: (message: string, fields?: { readonly detail: string }) => void
}

/** Keeps a version on trial once it works, looks for newer ones, and starts one at its moment. */
export function openUpdates(options: UpdatesOptions) {
  const { folder, version, settings, clock, log } = options
  const read = () => readUpdateState(folder, version)
  const write = (change: Partial<UpdateState>) => writeUpdateState(folder, { ...read(), ...change })
  const station = () => ({ id: options.id, version, failed: read().blocked })
  let feed: Promise<UpdateFeed> | undefined
  let nextFeedLook = 0
  let isLooking = false
  let hasLeft = false

  async function fetch(openFeed: NonNullable<UpdatesOptions['openFeed']>) {
    feed ??= openFeed((update) => findObjection(update, station(), settings) === undefined)
    const found = await (await feed).find()
    const { ready, current } = read()
    if (found && found.version !== ready) {
      const archive = await found.download()
      if (ready) write({ ready: '' })
      const kept = [version, current]
      await placeVersion(archive, { folder, version: found.version, kept })
      log('an update is ready', { detail: found.version })
    }
    write({ ready: found?.version ?? '', checked: new Date(clock.wallTime()).toISOString() })
  }

  async function look() {
    const { openFeed } = options
    const at = () => new Date(clock.wallTime())
    if (!openFeed || hasLeft || !isWithinHours(at().getHours(), settings.hours)) return
    if (clock.now() >= nextFeedLook) {
      nextFeedLook = clock.now() + lookMs.feed
      await fetch(openFeed)
    }
    const { ready } = read()
    const isStill = ready !== '' && !findObjection({ version: ready }, station(), settings)
    if (!isStill || findHindrance({ at: at(), ...options.moment() }, settings)) return
    hasLeft = true
    write({ trial: ready, tries: 0, ready: '' })
    log('an update starts', { detail: ready })
    options.restart()
  }

  const endLooks = every(clock, lookMs.moment, () => {
    if (isLooking) return
    isLooking = true
    look()
      .catch((error: unknown) => {
        feed = undefined
        log('no update could be taken', {
          detail: (error as NodeJS.ErrnoException).code ?? 'unknown',
        })
      })
      .finally(() => (isLooking = false))
  })
  const endTrial =
    read().trial === version
      ? every(clock, lookMs.trial, () => {
          if (!options.isWorking()) return
          write({ current: version, trial: '', tries: 0 })
          endTrial()
          log('an update is kept', { detail: version })
        })
      : () => undefined
  return {
    stop() {
      hasLeft = true
      endLooks()
      endTrial()
    },
  }
}
