import { err, ok } from '../../../src/shared/result.ts'
import type { Theme } from '../../../src/shared/display.ts'
import type { FormEntry } from '../../../src/shared/form-entry.ts'
import type { KeyInput } from '../../../src/shared/key-input.ts'
import type { Insets, OpenFormError } from '../../../src/shared/windows.ts'
import type { FormEvents, FormsPort } from '../../../src/main/visit/ports.ts'

/** A form view of the fake shell. */
export interface FakeForm {
  readonly url: string
  readonly events: FormEvents
  visible: boolean
  closed: boolean
  /** Undefined until it was told. */
  insets: Insets | undefined
  /** What it was told about being seen. */
  readonly visibility: boolean[]
  zoom: number
  theme: Theme
  /** What it was told last, else what it was opened with. */
  language: string
  keysShown: boolean
  /** How often it was told to close its paper. */
  papersClosed: number
  /** The keys that it was given, each with the token of its field. */
  readonly pressed: (readonly [token: string, key: KeyInput])[]
  /** Where the keyboard came into it. */
  readonly entered: FormEntry[]
}

/** What a test says of the fake forms, and what happened to them. */
export interface FakeForms {
  readonly forms: FakeForm[]
  readonly windows: string[]
  readonly formFailure: OpenFormError | null
  readonly formCloses: Promise<void>
  readonly formOpens: Promise<void>
}

/** Opens forms that are remembered in `told.forms`, or fails with `told.formFailure`. */
export function fakeForms(told: FakeForms): FormsPort {
  return {
    open: async (url, events) => {
      await told.formOpens
      if (told.formFailure) return err(told.formFailure)
      const form: FakeForm = {
        ...{ url, events, visible: false, closed: false, insets: undefined, visibility: [] },
        ...{ zoom: 1, theme: 'standard', language: events.locale, keysShown: false },
        ...{ papersClosed: 0, pressed: [], entered: [] },
      }
      told.forms.push(form)
      const become = (change: Partial<FakeForm>) => (Object.assign(form, change), Promise.resolve())
      return ok({
        setVisible: (visible: boolean) => (form.visibility.push(visible), become({ visible })),
        setInsets: (insets: Insets) => become({ insets }),
        setZoom: (zoom: number) => become({ zoom }),
        setLanguage: (language: string) => become({ language }),
        setTheme: (theme: Theme) => become({ theme }),
        showKeys: (keysShown: boolean) => become({ keysShown }),
        closePaper: () => {
          form.papersClosed += 1
          events.onPaper(false)
        },
        press: (token: string, key: KeyInput) => void form.pressed.push([token, key]),
        enter: (at: FormEntry) => (form.entered.push(at), Promise.resolve()),
        close: async () => {
          await told.formCloses
          if (!form.closed) told.windows.push('form closed')
          form.closed = true
        },
      })
    },
  }
}
