import { unseenAnswer, type DialogAnswer, type PageRequest } from '../../../shared/windows.ts'

/** What the form's page asks the patient, with the number by which an answer is known to be its own. */
export type OpenDialog = PageRequest & { readonly number: number }

/**
 * How many dialogs and pictures of one form a patient is asked within a minute; those beyond are answered as if nobody
 * had seen them.
 */
const mostDialogs = 6
const within = 60_000

/** The dialogs that one form's page asks for: one at a time, and at most a few a minute. */
export interface Dialogs {
  /** Asks the patient by `show`; no at once where the page is not seen, asks too often, or asked already. */
  ask(dialog: PageRequest, isSeen: boolean): Promise<DialogAnswer>
  /** Answers the open dialog, if it is the one of that number. */
  answer(number: number, answer: DialogAnswer): void
  /** Answers whatever is open with no. */
  dismiss(): void
}

/** `now`: monotonic milliseconds. `show` hears of each dialog that the patient is to answer. */
export function createDialogs(now: () => number, show: (dialog: OpenDialog) => void): Dialogs {
  let open: { readonly number: number; readonly settle: (answer: DialogAnswer) => void } | undefined
  let last = 0
  let shownAt: readonly number[] = []
  const settle = (answer: DialogAnswer) => {
    const settled = open
    open = undefined
    settled?.settle(answer)
  }
  return {
    ask(dialog, isSeen) {
      shownAt = shownAt.filter((at) => now() - at < within)
      if (!isSeen || open || shownAt.length >= mostDialogs)
        return Promise.resolve(unseenAnswer(dialog))
      shownAt = [...shownAt, now()]
      const number = ++last
      const answered = new Promise<DialogAnswer>((resolve) => (open = { number, settle: resolve }))
      show({ ...dialog, number })
      return answered
    },
    answer(number, answer) {
      if (open?.number === number) settle(answer)
    },
    dismiss: () => settle(null),
  }
}
