import { systemClock, type Clock } from '../base/clock.ts'
import { limitRate } from '../base/suppressor.ts'
import { describe, isAllowed, type OriginPolicy } from './policy.ts'
import { paperGuard, paperGuardName, paperToldName, type Posted } from './paper-guard.ts'
import type { OpenerNotice } from './paper-opener.ts'
import { readMadePdf } from './made-pdf.ts'
import { offerPapersIn } from './paper-opening.ts'
import type { PaperReader } from './paper-reader.ts'
import type { Pdf } from './pdf.ts'
import { evaluateBeside, installGuard, type ProtocolSession } from './protocol.ts'

export type Papers = ReturnType<typeof createPapers>

export const mostPapersAMinute = 12

interface Paper {
  /** Session of the page that opened it; undefined if no page knows of it. */
  readonly session?: ProtocolSession
  readonly context?: number
  readonly id?: string
  readonly hasOpener?: boolean | undefined
  isSeen: boolean
}

/** Makes what opens the papers of one form, at most one at a time: pages that it would open in a new window. */
export function createPapers(
  parts: {
    readonly policy: OriginPolicy
    readonly locale: string
    readonly reader: Pick<PaperReader, 'open' | 'close'>
    readonly mayOpen: () => boolean
    /** A paper cannot be opened; `target`: what may be logged of its address. */
    readonly onRefused: (target: string) => void
    readonly onPaper: (open: boolean) => void
    /** Form and paper would speak in a way that Foyer cannot hand on; `from`: what may be logged of the speaker's address. */
    readonly onUnheard: (from: string) => void
  },
  clock: Clock = systemClock,
) {
  const { policy, locale, reader, mayOpen, onRefused, onPaper, onUnheard } = parts
  const isRare = limitRate(clock, mostPapersAMinute, 60_000)
  let paper: Paper | undefined
  let hasEnded = false

  const tellClosed = ({ session, context, id }: Paper) => {
    if (!session) return
    evaluateBeside(session, context, `${paperGuardName}('${id}')`).catch(() => undefined)
  }
  const tellOpener = ({ session, context, id }: Paper, told: OpenerNotice): void => {
    const unheard = () => onUnheard(describe(told.from))
    if (told.type === 'unheard' || !session || !isAllowed(told.from, policy)) return unheard()
    const { data, to, from } = told
    const expression = `${paperToldName}('${id}', ${JSON.stringify({ data, to, from })})`
    evaluateBeside(session, context, expression).catch(unheard)
  }
  const close = () => {
    if (!paper) return
    const closed = paper
    paper = undefined
    const end = () => {
      if (closed.isSeen) onPaper(false)
      tellClosed(closed)
    }
    void reader.close().then(end, end)
  }
  const isSame = (one: Paper | undefined, { session, context, id }: Omit<Paper, 'isSeen'>) =>
    id !== undefined && one?.session === session && one?.context === context && one?.id === id
  const open = async (next: Paper, wanted: string | Pdf, post?: Posted) => {
    if (hasEnded) return
    const url = typeof wanted === 'string' ? wanted : wanted.url
    const replaces = isSame(paper, next)
    const isMade = url.startsWith('blob:')
    const mayGo =
      isAllowed(isMade ? new URL(url).origin : url, policy) &&
      (!post || post.origin === new URL(url).origin)
    if ((paper && !replaces) || !mayOpen() || !mayGo || !isRare()) {
      onRefused(describe(url))
      if (!replaces) tellClosed(next)
      return
    }
    if (paper?.isSeen) next.isSeen = true
    paper = next
    if (replaces) await reader.close().catch(() => undefined)
    if (paper !== next) return
    const read = async () =>
      isMade && next.session ? readMadePdf(next.session, next.context, url) : wanted
    const onTold = next.hasOpener
      ? (told: OpenerNotice) => paper === next && tellOpener(next, told)
      : undefined
    const isThere = await read()
      .then((content) => reader.open(content, post, onTold))
      .catch(() => false)
    if (paper !== next) return
    if (isThere) {
      if (!next.isSeen) onPaper(true)
      next.isSeen = true
    } else {
      onRefused(describe(url))
      close()
    }
  }

  return {
    get isOpen() {
      return paper?.isSeen === true
    },
    /** Guards the documents of a page, or of a frame with a process of its own; to be awaited before its first script. */
    async watch(session: ProtocolSession) {
      await installGuard(session, paperGuard(policy, locale), (notice, context) => {
        if (notice.type === 'refused') onRefused(describe(notice.url))
        if (notice.type === 'wants') onUnheard('paper')
        if (notice.type === 'open') {
          const { id, url, post, hasOpener } = notice
          void open({ session, context, id, hasOpener, isSeen: false }, url, post)
        }
        if (notice.type === 'close' && isSame(paper, { session, context, id: notice.id })) close()
      })
      await offerPapersIn(session)
    },
    openPdf: (pdf: Pdf) => void open({ isSeen: false }, pdf),
    close,
    end() {
      hasEnded = true
      paper = undefined
    },
  }
}
