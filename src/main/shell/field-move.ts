/** A field of a document, as far as it is looked at to tell whether the focus may move on to it. */
export interface Box {
  readonly tagName?: string
  readonly form?: object | null
  /** Looked at for how much is written there, and for nothing else. */
  readonly value?: string
  readonly maxLength?: number
  getBoundingClientRect(): Record<'left' | 'top' | 'right' | 'bottom' | 'width' | 'height', number>
}

/** Tells a box that a page leads on to from a field that it only gives the focus. */
export interface MoveJudge {
  /** Whether `to` stands beside `from` and may be its next box, or the one before after a key that writes nothing. */
  isNextBox(
    from: Box,
    to: Box,
    after: { readonly writes: boolean; readonly words: boolean },
  ): boolean
  /** Tells once whether a person sees all of `box`, with nothing above it, as it is painted next. */
  whenSeen(box: Box, tell: (isSeen: boolean) => void): void
}

/**
 * Makes the judge of a document. Many honest pages put a number into several boxes, and move the focus by a script when
 * one is full: what is typed goes on there if that is plain to see. Self-contained: its source runs in the document.
 */
export function judgeMoves(): MoveJudge {
  const smallest = 16
  const farthest = 160
  interface Seen {
    readonly isVisible: boolean
    readonly intersectionRatio: number
  }
  const self = globalThis as unknown as {
    getComputedStyle(box: Box): { readonly webkitTextFillColor: string }
    readonly IntersectionObserver: new (
      tell: (entries: readonly Seen[]) => void,
      options: {
        readonly threshold: number
        readonly trackVisibility: boolean
        readonly delay: number
      },
    ) => { observe(box: Box): void; disconnect(): void }
  }
  return {
    isNextBox(from, to, { writes, words }) {
      if (from.tagName !== 'INPUT' || to.tagName !== 'INPUT' || from.form !== to.form) return false
      if (writes && to.value !== '') return false
      // Of words nobody can tell that they are at an end, but of a number that a page cuts in parts.
      const { value = '', maxLength = -1 } = from
      if (writes && words && (maxLength < 1 || value.length < maxLength)) return false
      const [one, other] = [from.getBoundingClientRect(), to.getBoundingClientRect()]
      const isBig = [one, other].every((each) => Math.min(each.width, each.height) >= smallest)
      const across = Math.max(one.left - other.right, other.left - one.right)
      const down = Math.max(one.top - other.bottom, other.top - one.bottom)
      if (!isBig || Math.max(across, down) > farthest) return false
      // Letters without a colour.
      return !/^rgba.* 0\)$|\/ 0\)$/.test(self.getComputedStyle(to).webkitTextFillColor)
    },
    whenSeen(box, tell) {
      // The engine's own answer: also for what is faint, clipped, distorted or beneath something that lets clicks through.
      const observer = new self.IntersectionObserver(
        (entries) => {
          observer.disconnect()
          const last = entries.at(-1)
          tell(last?.isVisible === true && last.intersectionRatio > 0.95)
        },
        { threshold: 1, trackVisibility: true, delay: 100 },
      )
      observer.observe(box)
    },
  }
}
