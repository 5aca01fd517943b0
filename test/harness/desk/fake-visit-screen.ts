import { fakeForms, type FakeForm } from '../visit/fake-ports.ts'
import { waitFor } from '../wait-for.ts'
import type { FormEvents } from '../../../src/main/kiosk/visit/ports.ts'
import type { Command, View } from '../../../src/shared/ipc.ts'
import type { FormViewOptions } from '../../../src/main/form-view/form-options.ts'
import type { KioskOptions, Shell } from '../../../src/main/windows/port.ts'

/** The window of one patient over a desk's: what it showed, and what somebody in front of it does. */
export type FakeVisitWindow = ReturnType<typeof newWindow>

function newWindow(options: KioskOptions, views: readonly View[], isClosed: () => boolean) {
  return {
    isClosed,
    /** Resolves once a screen of this name is shown. */
    sees: (name: string) =>
      waitFor(() => {
        const view = views.at(-1)
        if (view?.screen.name !== name) throw new Error(`there stands ${view?.screen.name}`)
        return view
      }),
    send: (command: Command) => options.handler(command, { isKioskPage: true }),
    /** The window goes by itself. */
    vanish: () => options.onClosed(),
  }
}

/** A desk's screen without windows: each shell of a visit that is opened on it is remembered. */
export function fakeVisitScreen() {
  const windows: FakeVisitWindow[] = []
  const forms: FakeForm[] = []
  let asked = 0
  const screen = {
    windows,
    forms,
    /** Promise that opening a window waits for; where it rejects, none is opened. */
    opens: Promise.resolve(),
    /** Promise that closing one waits for. */
    closes: Promise.resolve(),
    /** Undefined while no window is open. */
    present: () => windows.findLast((each) => !each.isClosed()),
    /** Number of times that one was asked for. */
    asked: () => asked,
    openVisitShell() {
      asked += 1
      return Promise.resolve(newShell())
    },
  }

  function newShell(): Shell {
    const views: View[] = []
    let isClosed = false
    const told = {
      forms,
      windows: [],
      formFailure: null,
      formCloses: Promise.resolve(),
      formOpens: Promise.resolve(),
    }
    return {
      kind: 'browser',
      async openKiosk(given) {
        await screen.opens
        windows.push(newWindow(given, views, () => isClosed))
        return {
          show: (view) => void views.push(view),
          renew: () => Promise.reject(new Error('no patient follows another here')),
        }
      },
      screenSize: () => ({ width: 1366, height: 768 }),
      openForm: (given) => fakeForms(told).open(given.url, eventsOf(given)),
      drawPdf: () => Promise.resolve({ ok: false, error: { kind: 'failed' } }),
      async close() {
        await screen.closes
        isClosed = true
      },
    }
  }
  return screen
}

/** Tells a sign of the fake form, as far as somebody listens. */
function eventsOf(options: FormViewOptions): FormEvents {
  const nobody = () => undefined
  return {
    locale: options.locale,
    helpNumber: '',
    onActivity: options.onActivity ?? nobody,
    onPaper: options.onPaper ?? nobody,
  } as FormEvents
}
