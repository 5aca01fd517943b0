import type { View } from '../../src/shared/ipc.ts'
import type { DriverEndpoints } from '../../src/main/shell/driver.ts'
import type { FormViewOptions, KioskOptions, Sender, Shell } from '../../src/main/shell/port.ts'
import type { FormView, KioskPage, OpenFormError, Refused } from '../../src/shared/windows.ts'
import { connectPeer, type Channel, type Peer } from './peer.ts'

type FormAddress = Omit<FormViewOptions, 'onRefused' | 'onActivity' | 'onGone'>
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
    },
    show: (view: View) => kiosk?.show(view),
    renew: () => kiosk?.renew(),
    async openForm({ form, options }: { form: number; options: FormAddress }): Promise<Opened> {
      const opened = await (
        await shell
      ).openForm({
        ...options,
        onRefused: (refused) => void peer.call('refused', { form, refused }),
        onActivity: () => void peer.call('activity', form),
        onGone: () => void peer.call('gone', form),
      })
      if (!opened.ok) return opened
      forms.set(form, opened.value)
      return { ok: true }
    },
    setVisible: ({ form, visible }: { form: number; visible: boolean }) =>
      forms.get(form)?.setVisible(visible),
    closeForm: (form: number) => forms.get(form)?.close(),
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
  const forms: FormViewOptions[] = []
  const peer = connectPeer(channel, {
    command: ({ raw, sender }: { raw: unknown; sender: Sender }) =>
      kioskOptions?.handler(raw, sender),
    closed: () => kioskOptions?.onClosed(),
    refused: ({ form, refused }: { form: number; refused: Refused }) =>
      forms[form]?.onRefused?.(refused),
    activity: (form: number) => forms[form]?.onActivity?.(),
    gone: (form: number) => forms[form]?.onGone?.(),
    driver: onDriver,
  })
  const call = async (method: string, params?: unknown): Promise<void> => {
    await peer.call(method, params)
  }
  return {
    kind: (await peer.call('opened')) as Shell['kind'],
    async openKiosk(options) {
      kioskOptions = options
      await call('openKiosk', { locale: options.locale })
      return { show: (view) => void call('show', view), renew: () => call('renew') }
    },
    async openForm(options) {
      const form = forms.push(options) - 1
      const { url, allowedOrigins, locale, barHeight, hidden = false } = options
      const address: FormAddress = { url, allowedOrigins, locale, barHeight, hidden }
      const opened = (await peer.call('openForm', { form, options: address })) as Opened
      if (!opened.ok) return opened
      return {
        ok: true,
        value: {
          setVisible: (visible) => call('setVisible', { form, visible }),
          close: () => call('closeForm', form),
        },
      }
    },
    close: () => call('close'),
  }
}
