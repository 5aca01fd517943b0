import { fromCallback } from 'xstate'
import { mapOk } from '../../../../shared/result.ts'
import { type Display, standardDisplay } from '../../../../shared/display.ts'
import type { FormEntry } from '../../../../shared/form-entry.ts'
import type { Locale } from '../../../../shared/ipc.ts'
import type { KeyInput } from '../../../../shared/key-input.ts'
import { type DialogAnswer, type PageRequest, unseenAnswer } from '../../../../shared/windows.ts'
import type { Clock } from '../../../base/clock.ts'
import { within } from '../../../base/timers.ts'
import type { OpeningForm, VisitForm } from '../ports.ts'
import { assertPresent } from './visit-types.ts'
import type { FormEvent, OpenDialog, VisitContext } from './visit-types.ts'

/** Dialogs and pictures of one form that a patient is asked within a minute; later ones are answered as if unseen. */
const mostDialogs = 6

/** One at a time, and at most a few a minute. `now`: monotonic ms. */
function createDialogs(now: () => number, show: (dialog: OpenDialog) => void) {
  let open: { readonly number: number; readonly settle: (answer: DialogAnswer) => void } | undefined
  let last = 0
  let shownAt: readonly number[] = []
  const settle = (answer: DialogAnswer) => {
    open?.settle(answer)
    open = undefined
  }
  return {
    /** No at once where the page is not seen, asks too often, or asked already. */
    ask(dialog: PageRequest, isSeen: boolean): Promise<DialogAnswer> {
      shownAt = shownAt.filter((at) => now() - at < 60_000)
      if (!isSeen || open || shownAt.length >= mostDialogs)
        return Promise.resolve(unseenAnswer(dialog))
      shownAt = [...shownAt, now()]
      const number = ++last
      const answered = new Promise<DialogAnswer>((resolve) => (open = { number, settle: resolve }))
      show({ ...dialog, number })
      return answered
    },
    answer(number: number, answer: DialogAnswer): void {
      if (open?.number === number) settle(answer)
    },
    dismiss: () => settle(null),
  }
}

interface Shown {
  readonly visible: boolean
  readonly keys: boolean
  readonly display: Display
  readonly locale: Locale
}

export type FormViewEvent =
  | ({ readonly type: 'show' } & Shown)
  | { readonly type: 'press'; readonly token: string; readonly key: KeyInput }
  | { readonly type: 'enter'; readonly at: FormEntry }
  | { readonly type: 'answer'; readonly number: number; readonly answer: DialogAnswer }
  | { readonly type: 'dismiss' }
  | { readonly type: 'closePaper' }

/** Keeps the form view open; one that fails to show or hide counts as lost. Hiding answers its page's dialogs with no. */
export const formView = fromCallback<FormViewEvent, VisitContext>(
  ({ input, sendBack, receive }) => {
    let view: VisitForm | undefined
    let over = false
    const { locale, helpNumber } = input
    let wanted: Shown = { visible: false, keys: false, display: standardDisplay, locale }
    let set = wanted

    const tell = (event: FormEvent) => {
      if (!over) sendBack(event)
    }
    const tellGone = () => tell({ type: 'form.gone' })
    const dialogs = createDialogs(input.ports.now, (dialog) =>
      tell({ type: 'dialog.asked', dialog }),
    )
    const ask = (dialog: PageRequest) => dialogs.ask(dialog, set.visible && !over)
    const apply = async () => {
      if (!view) return
      const before = set
      set = wanted
      const { visible, keys, display, locale } = set
      if (visible !== before.visible) view.setVisible(visible).catch(tellGone)
      if (keys !== before.keys) view.showKeys(keys).catch(tellGone)
      try {
        if (locale !== before.locale) await view.setLanguage(locale)
        if (display.theme !== before.display.theme) await view.setTheme(display.theme)
        if (display.lowered !== before.display.lowered)
          await view.setLowered(display.lowered === true)
        if (display.textSize !== before.display.textSize) await view.setZoom(display.textSize / 100)
      } catch {
        tellGone()
      }
    }
    const open = async () => {
      const { captureId, url } = input
      const page = captureId === null ? { url: assertPresent(url, 'address') } : { captureId }
      const opened = await input.ports.openForm(page, {
        locale,
        helpNumber,
        onActivity: () => tell({ type: 'activity', inForm: true }),
        onSign: (sign) => tell({ type: 'form.sign', sign }),
        onGone: tellGone,
        onDialog: ask,
        onPicture: () => ask({ kind: 'picture' }),
        onPaper: (open) => tell({ type: 'form.paper', open }),
        onField: (field) => tell({ type: 'form.field', field }),
        onRealKey: () => tell({ type: 'form.realKey' }),
        onLeave: (way) => tell({ type: 'form.left', way }),
        onUseless: () => tell({ type: 'form.useless' }),
        onFinished: () => tell({ type: 'form.finished' }),
      })
      if (!opened.ok) {
        tell({ type: 'form.failed', failure: opened.error })
        return
      }
      view = opened.value
      if (over) return view.close()
      // It is seen only once it is reported: nobody sees it jump.
      await apply()
      tell({ type: 'form.opened' })
    }

    receive((event) => {
      if (event.type === 'answer') return dialogs.answer(event.number, event.answer)
      if (event.type === 'dismiss') return dialogs.dismiss()
      if (event.type === 'closePaper') return view?.closePaper()
      if (event.type === 'press') return view?.press(event.token, event.key)
      if (event.type === 'show') {
        wanted = event
        return void apply()
      }
      if (set.visible) view?.enter(event.at).catch(tellGone)
    })
    open().catch((error: unknown) => tell({ type: 'form.bug', error }))
    return () => {
      over = true
      dialogs.dismiss()
      view?.close().catch(() => undefined)
    }
  },
)

/** ms in which a form must be shown or hidden: one that is not is closed. */
export const visibilityMs = 3_000

/** Remembers form views on their way, so that a wipe can wait until all are gone, and staff until none is seen. */
export function trackForms(clock: Clock) {
  const opened = new Set<OpeningForm>()
  let change: Promise<void> = Promise.resolve()
  const begin = (begun: Promise<void>) => {
    change = begun
    // It is for `settle` to tell.
    change.catch(() => undefined)
  }
  const track = (view: VisitForm): VisitForm => ({
    ...view,
    setVisible(visible) {
      const made = view.setVisible(visible).then(() => true)
      const inTime = within(clock, visibilityMs, made).then((isMade) => {
        if (!isMade) throw new Error('the form was not shown or hidden in time')
      })
      begin(inTime.catch(() => view.close()))
      return inTime
    },
    close() {
      begin(view.close())
      return change
    },
  })
  return {
    track(opening: OpeningForm): OpeningForm {
      const tracked = opening.then((result) => mapOk(result, track))
      opened.add(tracked)
      return tracked
    },
    /** Resolves once every form is seen or hidden as was last asked, or closed. Rejects if one may still be seen. */
    settle: () => change,
    async closeAll(): Promise<void> {
      for (const opening of opened) {
        const result = await opening.catch(() => undefined)
        if (result?.ok) await result.value.close()
        opened.delete(opening)
      }
    },
  }
}
