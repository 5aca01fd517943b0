import type { FocusedField } from '../../src/shared/focused-field.ts'
import type { Theme } from '../../src/shared/display.ts'
import type { FormEntry, Way } from '../../src/shared/form-entry.ts'
import type { ScreenSize } from '../../src/shared/form-insets.ts'
import type { View } from '../../src/shared/ipc.ts'
import type { KeyInput } from '../../src/shared/key-input.ts'
import type { DriverEndpoints } from '../../src/main/shell/driver.ts'
import type { FormViewOptions, KioskOptions, Sender, Shell } from '../../src/main/shell/port.ts'
import type { DrawnPdf } from '../../src/main/shell/printing.ts'
import { ok } from '../../src/shared/result.ts'
import {
  unseenAnswer,
  type DialogAnswer,
  type FormSign,
  type FormView,
  type Insets,
  type KioskPage,
  type OpenFormError,
  type PageDialog,
  type Refused,
} from '../../src/shared/windows.ts'
import { connectPeer, type Channel, type Peer } from './peer.ts'

type FormAddress = Omit<
  FormViewOptions,
  | 'onRefused'
  | 'onActivity'
  | 'onGone'
  | 'onSign'
  | 'onDialog'
  | 'onPicture'
  | 'onField'
  | 'onRealKey'
  | 'onPaper'
  | 'onLeave'
>
interface FormOpening {
  readonly form: number
  readonly options: FormAddress
  /** Whether `onLeave` is given. */
  readonly leaves: boolean
  /** Whether `onPicture` is given. */
  readonly takesPictures: boolean
}
type Drawn = { readonly bytes: string } | Exclude<DrawnPdf, { ok: true }>
type Opened = { readonly ok: true } | { readonly ok: false; readonly error: OpenFormError }

/** Serves `shell` to the other process: methods one way, events the other. */
export function serveShell(
  open: (onDriver: (endpoints: DriverEndpoints) => void) => Promise<Shell>,
  channel: Channel,
): Peer {
  let kiosk: KioskPage | undefined
  const forms = new Map<number, FormView>()
  const peer = connectPeer(channel, {
    opened: async () => (await shell).kind,
    async openKiosk({ locale }: { locale: string }) {
      const opening = (await shell).openKiosk({
        locale,
        handler: (raw, sender) => peer.call('command', { raw, sender }),
        onClosed: () => void peer.call('closed'),
      })
      kiosk = await opening
      return (await shell).screenSize()
    },
    show: (view: View) => kiosk?.show(view),
    renew: () => kiosk?.renew(),
    async openForm({ form, options, leaves, takesPictures }: FormOpening): Promise<Opened> {
      const opened = await (
        await shell
      ).openForm({
        ...options,
        onRefused: (refused) => void peer.call('refused', { form, refused }),
        onActivity: () => void peer.call('activity', form),
        onSign: (sign) => void peer.call('sign', { form, sign }),
        onGone: () => void peer.call('gone', form),
        onDialog: (dialog) => peer.call('dialog', { form, dialog }) as Promise<DialogAnswer>,
        ...(takesPictures && {
          onPicture: () => peer.call('picture', form) as Promise<DialogAnswer>,
        }),
        onField: (field) => void peer.call('field', { form, field }),
        onPaper: (open) => void peer.call('paper', { form, open }),
        onRealKey: () => void peer.call('realKey', form),
        ...(leaves && { onLeave: (way) => void peer.call('leave', { form, way }) }),
      })
      if (!opened.ok) return opened
      forms.set(form, opened.value)
      return { ok: true }
    },
    setVisible: ({ form, visible }: { form: number; visible: boolean }) =>
      forms.get(form)?.setVisible(visible),
    setInsets: ({ form, insets }: { form: number; insets: Insets }) =>
      forms.get(form)?.setInsets(insets),
    setZoom: ({ form, factor }: { form: number; factor: number }) =>
      forms.get(form)?.setZoom(factor),
    setTheme: ({ form, theme }: { form: number; theme: Theme }) => forms.get(form)?.setTheme(theme),
    setLanguage: ({ form, locale }: { form: number; locale: string }) =>
      forms.get(form)?.setLanguage(locale),
    showKeys: ({ form, shown }: { form: number; shown: boolean }) =>
      forms.get(form)?.showKeys(shown),
    press: ({ form, token, key }: { form: number; token: string; key: KeyInput }) =>
      forms.get(form)?.press(token, key),
    closePaper: (form: number) => forms.get(form)?.closePaper(),
    enter: ({ form, at }: { form: number; at: FormEntry }) => forms.get(form)?.enter(at),
    closeForm: (form: number) => forms.get(form)?.close(),
    async drawPdf(html: string): Promise<Drawn> {
      const drawn = await (await shell).drawPdf(html)
      return drawn.ok ? { bytes: Buffer.from(drawn.value).toString('base64') } : drawn
    },
    close: async () => (await shell).close(),
  })
  const shell = open((endpoints) => void peer.call('driver', endpoints))
  return peer
}

/** The other end: a `Shell` that lives in another process. Resolves when it is there. */
export async function connectShell(
  channel: Channel,
  onDriver: (endpoints: DriverEndpoints) => void,
): Promise<Shell> {
  let kioskOptions: KioskOptions | undefined
  let size: ScreenSize | undefined
  const forms: FormViewOptions[] = []
  const peer = connectPeer(channel, {
    command: ({ raw, sender }: { raw: unknown; sender: Sender }) =>
      kioskOptions?.handler(raw, sender),
    closed: () => kioskOptions?.onClosed(),
    refused: ({ form, refused }: { form: number; refused: Refused }) =>
      forms[form]?.onRefused?.(refused),
    activity: (form: number) => forms[form]?.onActivity?.(),
    sign: ({ form, sign }: { form: number; sign: FormSign }) => forms[form]?.onSign?.(sign),
    gone: (form: number) => forms[form]?.onGone?.(),
    dialog: ({ form, dialog }: { form: number; dialog: PageDialog }) =>
      forms[form]?.onDialog ? forms[form].onDialog(dialog) : unseenAnswer(dialog),
    picture: (form: number) => forms[form]?.onPicture?.() ?? null,
    field: ({ form, field }: { form: number; field?: FocusedField }) =>
      forms[form]?.onField?.(field),
    paper: ({ form, open }: { form: number; open: boolean }) => forms[form]?.onPaper?.(open),
    realKey: (form: number) => forms[form]?.onRealKey?.(),
    leave: ({ form, way }: { form: number; way: Way }) => forms[form]?.onLeave?.(way),
    driver: onDriver,
  })
  const call = async (method: string, params?: unknown): Promise<void> => {
    await peer.call(method, params)
  }
  return {
    kind: (await peer.call('opened')) as Shell['kind'],
    async openKiosk(options) {
      kioskOptions = options
      size = (await peer.call('openKiosk', { locale: options.locale })) as ScreenSize
      return { show: (view) => void call('show', view), renew: () => call('renew') }
    },
    screenSize() {
      if (!size) throw new Error('the kiosk window is opened before its screen is known')
      return size
    },
    async openForm(options) {
      const form = forms.push(options) - 1
      const { url, allowedOrigins, locale, insets, hidden = false, papers = false } = options
      const address: FormAddress = { url, allowedOrigins, locale, insets, hidden, papers }
      const opened = (await peer.call('openForm', {
        ...{ form, options: address, leaves: options.onLeave !== undefined },
        takesPictures: options.onPicture !== undefined,
      })) as Opened
      if (!opened.ok) return opened
      return {
        ok: true,
        value: {
          setVisible: (visible) => call('setVisible', { form, visible }),
          setInsets: (insets) => call('setInsets', { form, insets }),
          setZoom: (factor) => call('setZoom', { form, factor }),
          setTheme: (theme) => call('setTheme', { form, theme }),
          setLanguage: (locale) => call('setLanguage', { form, locale }),
          showKeys: (shown) => call('showKeys', { form, shown }),
          press: (token, key) => void call('press', { form, token, key }),
          closePaper: () => void call('closePaper', form),
          enter: (at) => call('enter', { form, at }),
          close: () => call('closeForm', form),
        },
      }
    },
    async drawPdf(html) {
      const drawn = (await peer.call('drawPdf', html)) as Drawn
      return 'bytes' in drawn ? ok(Buffer.from(drawn.bytes, 'base64')) : drawn
    },
    close: () => call('close'),
  }
}
