import { fromCallback } from 'xstate'
import type { Locale } from '../../../shared/ipc.ts'
import type { FormView } from '../../../shared/windows.ts'
import type { FormsPort } from '../forms-port.ts'
import type { FormEvent } from './visit-types.ts'

interface FormViewInput {
  readonly forms: FormsPort
  readonly url: string
  readonly locale: Locale
}

/** Tells the form view whether it may be seen now. */
export interface FormVisibility {
  readonly type: 'visibility'
  readonly visible: boolean
}

/** Keeps the form view open as long as it runs; a view that cannot be shown or hidden counts as lost. */
export const formView = fromCallback<FormVisibility, FormViewInput>(
  ({ input, sendBack, receive }) => {
    let view: FormView | undefined
    let over = false
    let visible = true
    let shown = false

    const tell = (event: FormEvent | { type: 'activity' }) => {
      if (!over) sendBack(event)
    }
    const apply = () => {
      if (!view || shown === visible) return
      shown = visible
      view.setVisible(visible).catch(() => tell({ type: 'form.gone' }))
    }
    const open = async () => {
      const opened = await input.forms.open(input.url, {
        locale: input.locale,
        onActivity: () => tell({ type: 'activity' }),
        onGone: () => tell({ type: 'form.gone' }),
      })
      if (!opened.ok) {
        tell({ type: 'form.failed', failure: opened.error })
        return
      }
      view = opened.value
      if (over) return view.close()
      tell({ type: 'form.opened' })
      apply()
    }

    receive((event) => {
      visible = event.visible
      apply()
    })
    open().catch((error: unknown) => tell({ type: 'form.bug', error }))
    return () => {
      over = true
      view?.close().catch(() => undefined)
    }
  },
)
