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

export type FormViewEvent =
  | { readonly type: 'visibility'; readonly visible: boolean }
  | { readonly type: 'keys'; readonly shown: boolean }
  | { readonly type: 'press'; readonly token: string; readonly key: KeyInput }
  | { readonly type: 'enter'; readonly at: FormEntry }
  | { readonly type: 'display'; readonly display: Display; readonly locale: Locale }
  | { readonly type: 'answer'; readonly number: number; readonly answer: DialogAnswer }
  | { readonly type: 'dismiss' }
  | { readonly type: 'closePaper' }

/** Keeps the form view open; one that fails to show or hide counts as lost. Hiding answers its page's dialogs with no. */
export const formView = fromCallback<FormViewEvent, VisitContext>(
  ({ input, sendBack, receive }) => {
    let view: VisitForm | undefined
    let over = false
    let visible = true
    let shown = false
    const keys = { wanted: false, shown: false }
    const usual = { display: standardDisplay, locale: input.locale }
    let wanted = usual
    let set = usual

    const tell = (event: FormEvent) => {
      if (!over) sendBack(event)
    }
    const dialogs = createDialogs(input.ports.now, (dialog) =>
      tell({ type: 'dialog.asked', dialog }),
    )
    const apply = () => {
      if (!view || shown === visible) return
      shown = visible
      view.setVisible(visible).catch(() => tell({ type: 'form.gone' }))
    }
    const applyKeys = () => {
      if (!view || keys.shown === keys.wanted) return
      keys.shown = keys.wanted
      view.showKeys(keys.shown).catch(() => tell({ type: 'form.gone' }))
    }
    const applyDisplay = async () => {
      if (!view) return
      const { display, locale } = wanted
      const before = set
      set = wanted
      try {
        if (locale !== before.locale) await view.setLanguage(locale)
        if (display.theme !== before.display.theme) await view.setTheme(display.theme)
        if (display.lowered !== before.display.lowered)
          await view.setLowered(display.lowered === true)
        if (display.textSize !== before.display.textSize) await view.setZoom(display.textSize / 100)
      } catch {
        tell({ type: 'form.gone' })
      }
    }
    const open = async () => {
      const { captureId, url } = input
      const page = captureId === null ? { url: assertPresent(url, 'address') } : { captureId }
      const opened = await input.ports.openForm(page, {
        locale: input.locale,
        helpNumber: input.helpNumber,
        onActivity: () => tell({ type: 'activity', inForm: true }),
        onSign: (sign) => tell({ type: 'form.sign', sign }),
        onGone: () => tell({ type: 'form.gone' }),
        onDialog: (dialog) => dialogs.ask(dialog, shown && !over),
        onPicture: () => dialogs.ask({ kind: 'picture' }, shown && !over),
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
      // Nobody sees it jump.
      await applyDisplay()
      tell({ type: 'form.opened' })
      apply()
      applyKeys()
    }

    receive((event) => {
      if (event.type === 'answer') return dialogs.answer(event.number, event.answer)
      if (event.type === 'dismiss') return dialogs.dismiss()
      if (event.type === 'closePaper') return view?.closePaper()
      if (event.type === 'press') return view?.press(event.token, event.key)
      if (event.type === 'enter') {
        if (shown) view?.enter(event.at).catch(() => tell({ type: 'form.gone' }))
        return
      }
      if (event.type === 'display') {
        wanted = event
        return void applyDisplay()
      }
      if (event.type === 'keys') {
        keys.wanted = event.shown
        return applyKeys()
      }
      visible = event.visible
      apply()
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
