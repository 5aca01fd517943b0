import type { View } from '../../../shared/ipc.ts'
import { createSequencer } from '../../base/sequencer.ts'
import type { KioskPage } from '../../../shared/windows.ts'
import type { KioskOptions } from '../port.ts'
import { nothingAllowed } from '../policy.ts'
import { startFilteringProxy } from '../proxy.ts'
import { openKioskPage, type KioskBrowser, type KioskPageParts, type Place } from './kiosk-page.ts'
import { StuckBrowserError } from './open-in-time.ts'

/** The kiosk window with what the rest of the shell needs of it. */
export interface BrowserKiosk extends KioskPage {
  /** The part of the screen that the window fills. */
  readonly place: Place
  /** Puts the kiosk window above every other. */
  raise(): Promise<void>
  close(): Promise<void>
}

/** What the kiosk window is made of. */
export interface KioskParts extends Omit<
  KioskPageParts,
  'proxy' | 'generation' | 'opens' | 'place'
> {
  /** Whether the next window is started beforehand; else when it is needed. */
  readonly keepsSpare: boolean
  /** The profile whose window is the kiosk's from now on. */
  readonly onProfile: (profile: string) => Promise<void>
  /** The spare window's profile once it stands ready; undefined while there is none. */
  readonly onSpare: (profile: string | undefined) => Promise<void>
  /** Another window of the kiosk's has come up, and lies above every other or took the keys from it. */
  readonly onRaised: () => Promise<void>
  /** The kiosk's page was touched: Chromium has put its window above every other for that. */
  readonly onTouched: () => void
}

/**
 * Opens the kiosk window on our own pages. What a patient types passes through the whole browser process,
 * not only through the page's; so every renewal takes another browser process with another profile. It was
 * started beforehand and stands ready beside the screen; the one before is ended. A first window that does not open in
 * time is ended, and tried once more. Throws when Chromium cannot be started.
 */
export async function openBrowserKiosk(
  parts: KioskParts,
  options: KioskOptions,
): Promise<BrowserKiosk> {
  const proxy = await startFilteringProxy(nothingAllowed, () => undefined)
  const inSequence = createSequencer()
  let generation = 0
  /** The generation of the page that a patient sees; no other may command. */
  let front = 0
  let newest: View | undefined
  let closed = false
  let spare: Promise<KioskBrowser> | undefined
  /** Pages that are to be gone: a renewal that fails leaves them to the next, and is not done before they are. */
  const ending = new Set<KioskBrowser>()
  const endAll = async () => {
    const each = async (page: KioskBrowser) => {
      await page.end()
      ending.delete(page)
    }
    await Promise.all([...ending].map(each))
  }

  const make = (opens: 'seen' | 'aside', place: Place | undefined) => {
    const own = generation++
    return openKioskPage(
      { ...parts, proxy: proxy.address, generation: own, opens, place },
      {
        locale: options.locale,
        handler: (raw, { isKioskPage }) =>
          options.handler(raw, { isKioskPage: isKioskPage && own === front }),
        // Only the first window is waited for by all of Foyer.
        ...(own === 0 && options.onStarted && { onStarted: options.onStarted }),
      },
    )
  }

  let current = await make('seen', undefined).catch((error: unknown) => {
    if (!(error instanceof StuckBrowserError)) throw error
    options.onRetry?.()
    return make('seen', undefined)
  })
  front = current.generation
  const { place } = current

  const watch = (page: KioskBrowser) => {
    page.onReleased(() => {
      if (current === page) parts.onTouched()
    })
    page.onCrash(() => {
      if (current === page) void inSequence(renew).then(parts.onRaised).catch(options.onClosed)
    })
    page.onGone(() => {
      if (closed || current !== page) return
      closed = true
      options.onClosed()
    })
  }
  /** Starts the next window, once the one on the screen needs the machine no longer for itself. */
  const prepare = async () => {
    if (!parts.keepsSpare) return
    await current.drawn()
    if (closed || spare) return
    spare = make('aside', place)
    const ready = await spare
    await parts.onRaised()
    await parts.onSpare(ready.profile)
  }
  // Without a spare, the next renewal makes its window itself, and says what is wrong.
  const prepareLater = () => void prepare().catch(() => undefined)

  const takeSpare = async () => {
    const ready = await spare?.catch(() => undefined)
    spare = undefined
    if (ready?.isAlive) return ready
    await ready?.end()
    return make('aside', place)
  }
  const renew = async () => {
    if (closed) return
    await endAll()
    const next = await takeSpare()
    ending.add(next)
    if (newest) next.show(newest)
    await next.drawn()
    ending.delete(next)
    ending.add(current)
    current = next
    front = next.generation
    watch(next)
    await next.toScreen()
    await Promise.all([endAll(), parts.onProfile(next.profile), parts.onSpare(undefined)])
    prepareLater()
  }

  watch(current)
  await parts.onProfile(current.profile)
  return {
    place,
    show(view) {
      const isFirst = newest === undefined
      newest = view
      current.show(view)
      if (isFirst) prepareLater()
    },
    renew: () => inSequence(renew),
    raise: () => current.raise(),
    async close() {
      closed = true
      await inSequence(async () => {
        const unused = await spare?.catch(() => undefined)
        await Promise.all([current.end(), unused?.end(), endAll()])
      })
      await proxy.close()
    },
  }
}
