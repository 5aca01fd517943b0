import { fakeShell, type FakeWindow } from '../fake-shell.ts'
import { fakeForms, type FakeForm } from '../visit/fake-ports.ts'
import type { FormEvents } from '../../../src/main/kiosk/visit/ports.ts'
import type { FormViewOptions } from '../../../src/main/form-view/form-options.ts'
import type { Shell } from '../../../src/main/windows/port.ts'

/** A desk's screen without windows: each shell of a visit that is opened on it is remembered. */
export function fakeVisitScreen() {
  const windows: FakeWindow[] = []
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
    asked: () => asked,
    openVisitShell() {
      asked += 1
      return Promise.resolve(newShell())
    },
  }

  function newShell(): Shell {
    const told = {
      forms,
      windows: [],
      formFailure: null,
      formCloses: Promise.resolve(),
      formOpens: Promise.resolve(),
    }
    const { shell, window } = fakeShell({
      openForm: (given) => fakeForms(told)({ url: given.url }, eventsOf(given)),
      close: () => screen.closes,
    })
    return {
      ...shell,
      async openKiosk(given) {
        await screen.opens
        windows.push(window)
        return shell.openKiosk(given)
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
