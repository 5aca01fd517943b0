import type { KioskOptions, Shell } from '../../src/main/windows/port.ts'
import type { Command, View } from '../../src/shared/ipc.ts'
import { waitFor } from './wait-for.ts'

/** Somebody in front of a shell without windows. */
export type FakeWindow = ReturnType<typeof fakeShell>['window']

/** Makes a shell without windows; each of its parts may be another than the usual. */
export function fakeShell(parts: Pick<Shell, 'openForm'> & Partial<Pick<Shell, 'close'>>) {
  const views: View[] = []
  let options: KioskOptions | undefined
  let isClosed = false
  const window = {
    isClosed: () => isClosed,
    sees: (name: string) =>
      waitFor(() => {
        const view = views.at(-1)
        if (view?.screen.name !== name) throw new Error(`there stands ${view?.screen.name}`)
        return view
      }),
    send: (command: Command): Promise<unknown> =>
      options?.handler(command, { isKioskPage: true }) ?? Promise.resolve(),
    vanish: () => options?.onClosed(),
  }
  const shell: Shell = {
    kind: 'browser',
    openKiosk(given) {
      options = given
      const show = (view: View) => void views.push(view)
      return Promise.resolve({ show, renew: () => Promise.resolve() })
    },
    screenSize: () => ({ width: 1080, height: 1920 }),
    drawPdf: (html) => Promise.resolve({ ok: true, value: Buffer.from(`%PDF-${html}`) }),
    openForm: parts.openForm,
    async close() {
      await parts.close?.()
      isClosed = true
    },
  }
  return { shell, window }
}
