import type { WebContents } from 'electron'
import { systemClock } from '../../base/clock.ts'
import { after } from '../../base/timers.ts'
import { watchPage, type PageWatch, type WatchEvents } from '../page-watch.ts'
import type { OriginPolicy } from '../policy.ts'
import type { FormViewOptions } from '../port.ts'
import { lookAtPage, usefulWithinMs, watchUsefulness, type PageContent } from '../useless-page.ts'

/** The watch over one form's page. */
export interface FormWatch {
  /** For what the page's targets tell of themselves. */
  readonly page: PageWatch
  /** Begins to look whether the page is of use. */
  readonly start: () => void
  readonly end: () => void
}

/** Runs `lookAtPage` in the page. The debugger is attached. */
async function look({ debugger: protocol }: WebContents): Promise<PageContent> {
  const expression = `(${lookAtPage.toString()})()`
  const answer: unknown = await protocol.sendCommand('Runtime.evaluate', {
    expression,
    returnByValue: true,
  })
  return (answer as { readonly result: { readonly value: PageContent } }).result.value
}

/** Watches what a form's page asks for, what does not come, and whether a patient finds something in it. */
export function watchForm(
  contents: WebContents,
  policy: OriginPolicy,
  options: Pick<FormViewOptions, 'onFault' | 'onUseless'> & Pick<WatchEvents, 'onRefused'>,
): FormWatch {
  const { onFault, onUseless, onRefused } = options
  const page = watchPage(policy, { onRefused, onFault: (fault) => onFault?.(fault) })
  const usefulness = watchUsefulness({
    timers: systemClock,
    watch: page,
    look: () => look(contents),
    address: () => contents.getURL(),
    onFault: (fault) => onFault?.(fault),
    onUseless: () => onUseless?.(),
  })
  return {
    page,
    start() {
      usefulness.documentCame()
      contents.on('did-navigate', () => usefulness.documentCame())
    },
    end: () => usefulness.end(),
  }
}

const lookEveryMs = 100

/**
 * Resolves when there is something to read in the page that is loading, or it was read to its end, or has had the time
 * in which it should have. A page that is in no window yet paints nothing: so it is asked what stands in it.
 */
export function firstContent(contents: WebContents): Promise<void> {
  return new Promise((resolve) => {
    let cancel: () => void = () => undefined
    const end = () => {
      cancel()
      stop()
      contents.off('dom-ready', end)
      resolve()
    }
    const ask = () => {
      const again = () => (cancel = after(systemClock, lookEveryMs, ask))
      if (!contents.isDestroyed())
        look(contents).then(({ text }) => (text ? end() : again()), again)
    }
    let stop: () => void = () => undefined
    contents.once('did-navigate', () => {
      stop = after(systemClock, usefulWithinMs, end)
      contents.once('dom-ready', end)
      ask()
    })
  })
}
