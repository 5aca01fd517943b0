import type { View } from '../../src/shared/ipc.ts'
import type { ScreenSize } from '../../src/shared/form-insets.ts'
import type { DriverEndpoints } from '../../src/main/shell/driver.ts'
import type { FormViewOptions, KioskOptions, Sender, Shell } from '../../src/main/shell/port.ts'
import type { DrawnPdf } from '../../src/main/shell/printing.ts'
import { ok } from '../../src/shared/result.ts'
import type { FormView, KioskPage, OpenFormError } from '../../src/shared/windows.ts'
import { connectPeer, type Channel, type Peer } from './peer.ts'

/** A call of what one of the forms has: of a method of its view, or of a listener of its options. */
interface FormCall {
  readonly form: number
  readonly name: string
  readonly args: readonly unknown[]
}
interface FormOpening {
  readonly form: number
  /** What can be written as JSON, and the names of the listeners that are given. */
  readonly options: Pick<FormViewOptions, 'url' | 'allowedOrigins' | 'locale' | 'insets'>
  readonly listeners: readonly string[]
}
type Drawn = { readonly bytes: string } | Exclude<DrawnPdf, { ok: true }>
type Opened = { readonly ok: true } | { readonly ok: false; readonly error: OpenFormError }
type Anything = Readonly<Record<string, (...args: readonly unknown[]) => unknown>>

/** JSON has no undefined. */
const call = (of: object | undefined, { name, args }: FormCall) =>
  (of as Anything | undefined)?.[name]?.(...args.map((each) => each ?? undefined))

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
      kiosk = await (
        await shell
      ).openKiosk({
        locale,
        handler: (raw, sender) => peer.call('command', { raw, sender }),
        onClosed: () => void peer.call('closed'),
      })
      return (await shell).screenSize()
    },
    show: (view: View) => kiosk?.show(view),
    renew: () => kiosk?.renew(),
    async openForm({ form, options, listeners }: FormOpening): Promise<Opened> {
      const tell = (name: string) => [
        name,
        (...args: unknown[]) => peer.call('told', { form, name, args }),
      ]
      const given = Object.fromEntries(listeners.map(tell)) as Partial<FormViewOptions>
      const opened = await (await shell).openForm({ ...options, ...given })
      if (!opened.ok) return opened
      forms.set(form, opened.value)
      return { ok: true }
    },
    form: (done: FormCall) => call(forms.get(done.form), done),
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
    told: (done: FormCall) => call(forms[done.form], done),
    driver: onDriver,
  })
  return {
    kind: (await peer.call('opened')) as Shell['kind'],
    async openKiosk(options) {
      kioskOptions = options
      size = (await peer.call('openKiosk', { locale: options.locale })) as ScreenSize
      return {
        show: (view) => void peer.call('show', view),
        renew: () => peer.call('renew').then(() => undefined),
      }
    },
    screenSize() {
      if (!size) throw new Error('the kiosk window is opened before its screen is known')
      return size
    },
    async openForm(options) {
      const form = forms.push(options) - 1
      const names = Object.keys(options) as (keyof FormViewOptions)[]
      const listeners = names.filter((name) => typeof options[name] === 'function')
      const opened = (await peer.call('openForm', { form, options, listeners })) as Opened
      if (!opened.ok) return opened
      const methods = new Proxy({} as FormView, {
        get:
          (_none, name) =>
          (...args: unknown[]) =>
            peer.call('form', { form, name, args }),
      })
      return { ok: true, value: methods }
    },
    async drawPdf(html) {
      const drawn = (await peer.call('drawPdf', html)) as Drawn
      return 'bytes' in drawn ? ok(Buffer.from(drawn.bytes, 'base64')) : drawn
    },
    close: () => peer.call('close').then(() => undefined),
  }
}
