import type { FormViewOptions } from '../../../src/main/form-view/form-options.ts'
import type { KioskOptions } from '../../../src/main/windows/port.ts'
import type { TrialWindow } from '../../../src/main/windows/trial-window.ts'
import { writeKioskPage } from '../subject.ts'
import type { FakeContents } from './fake-contents.ts'
import { fakeElectron } from './fake-electron.ts'
import { createElectronShell } from '../../../src/main/windows/electron/shell.ts'

/** The Electron shell on a fake of Electron, with its kiosk open. */
export type OpenedShell = Awaited<ReturnType<typeof openShell>>

export const service = 'http://127.0.0.1:4000'

/** Changes to how a shell is opened; the listeners are those of the kiosk window. */
interface Opening extends Partial<KioskOptions> {
  readonly prepare?: (fake: ReturnType<typeof fakeElectron>) => void
  readonly trial?: TrialWindow
}

/** Opens a shell and its kiosk. */
export async function openShell({ prepare, trial, ...options }: Opening = {}) {
  const fake = fakeElectron()
  prepare?.(fake)
  const pages = await writeKioskPage()
  const shell = await createElectronShell({
    electron: fake.electron,
    rendererDir: pages.folder,
    readerDir: pages.folder,
    preload: '/out/preload/index.cjs',
    trial,
  })
  await pages.remove()
  const handler = () => Promise.resolve({})
  const onClosed = () => undefined
  return {
    ...fake,
    shell,
    kiosk: await shell.openKiosk({ locale: 'de', handler, onClosed, ...options }),
    openForm: (options?: Partial<FormViewOptions>) =>
      shell.openForm({
        url: `${service}/form`,
        allowedOrigins: [],
        locale: 'es',
        insets: { top: 96, bottom: 0 },
        ...options,
      }),
    /** Runs `prepare` on every page that is made from now on, before anything is asked of it. */
    onNextPages: (prepare: (contents: FakeContents) => void) =>
      fake.app.on('web-contents-created', (_event: object, contents: FakeContents) =>
        prepare(contents),
      ),
    newest() {
      const contents = fake.pages.at(-1)?.contents
      if (!contents) throw new Error('no page was made')
      return contents
    },
    close: () => shell.close(),
  }
}
