import type { CDPSession, Page } from 'playwright-core'
import { systemClock } from '../../base/clock.ts'
import { pause } from '../../base/timers.ts'
import { watchCommands, watchedEvents, watchPage, type WatchEvents } from '../page-watch.ts'
import type { OriginPolicy } from '../policy.ts'
import { lookAtPage, usefulWithinMs, watchUsefulness, type PageContent } from '../useless-page.ts'
import type { FormViewOptions } from '../port.ts'
import type { ProtocolSession } from '../guard-world.ts'

/** The watch over one form's page. */
export interface FormWatch {
  /** Has one target (the page, a frame with a process of its own) tell what it asks for; before its first script. */
  readonly install: (session: ProtocolSession) => Promise<void>
  /**
   * The same for a worker of one, as far as it can be had: Playwright sets each worker going by itself, on a busy machine
   * before this is done. The proxy tells of what such a one asks for, as of a connection.
   */
  readonly installWorker: (session: ProtocolSession) => Promise<void>
  /** Whether the request of this id was for a document of the page, and began with a touch of the patient's. */
  readonly isTouched: (requestId: string) => boolean
  /** Begins to look whether the page is of use. */
  readonly start: () => void
  readonly end: () => void
}

/** Watches what a form's page asks for, what does not come, and whether a patient finds something in it. */
export function watchForm(
  page: Page,
  cdp: CDPSession,
  policy: OriginPolicy,
  {
    onFault,
    onUseless,
    onRefused,
  }: Pick<FormViewOptions, 'onFault' | 'onUseless'> & Pick<WatchEvents, 'onRefused'>,
): FormWatch {
  const watch = watchPage(policy, { onRefused, onFault: (fault) => onFault?.(fault) })
  const usefulness = watchUsefulness({
    timers: systemClock,
    watch,
    look: async () => {
      const expression = `(${lookAtPage.toString()})()`
      const { result } = await cdp.send('Runtime.evaluate', { expression, returnByValue: true })
      return result.value as PageContent
    },
    address: () => page.url(),
    onFault: (fault) => onFault?.(fault),
    onUseless: () => onUseless?.(),
  })
  let targets = 0
  const install = async (session: ProtocolSession, isWorker: boolean) => {
    // The page itself comes first.
    const target = targets === 0 ? '' : String(targets)
    targets += 1
    for (const event of watchedEvents)
      session.on(event, (told: object) => watch.hear(event, told, target, isWorker))
    for (const [method, parameters] of watchCommands) await session.send(method, parameters)
  }
  return {
    install: (session) => install(session, false),
    installWorker: (session) => install(session, true),
    isTouched: (requestId) => watch.isTouched(requestId),
    start() {
      usefulness.documentCame()
      page.on('framenavigated', (frame) => {
        if (frame === page.mainFrame()) usefulness.documentCame()
      })
    },
    end: () => usefulness.end(),
  }
}

/**
 * Resolves when the page painted something for the first time, or was read to its end, or has had the time in which it
 * should have. To be called before it is loaded; asks for nothing once it resolved.
 */
export async function expectFirstPaint(page: Page, cdp: CDPSession): Promise<() => Promise<void>> {
  const painted = new Promise<void>((resolve) =>
    cdp.on('Page.lifecycleEvent', ({ name }) => {
      if (name === 'firstPaint' || name === 'firstContentfulPaint') resolve()
    }),
  )
  await cdp.send('Page.enable')
  await cdp.send('Page.setLifecycleEventsEnabled', { enabled: true })
  return async () => {
    const given = new AbortController()
    const read = page.waitForLoadState('domcontentloaded', { timeout: 0 }).catch(() => undefined)
    await Promise.race([painted, read, pause(systemClock, usefulWithinMs, given.signal)])
    given.abort()
  }
}
