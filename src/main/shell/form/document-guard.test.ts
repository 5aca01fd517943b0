import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { documentGuard } from './document-guard.ts'
import { standBeside } from './protocol.ts'

/** Makes a document's two worlds, as far as the guard uses them, and records its messages to main. */
function guarded() {
  const told: string[] = []
  const viewport = new EventTarget()
  let window = new EventTarget()
  let changed: () => void = () => undefined
  const realm = {
    addEventListener: (...args: Parameters<EventTarget['addEventListener']>) =>
      window.addEventListener(...args),
    document: {},
    visualViewport: viewport,
    MutationObserver: class {
      constructor(onChange: () => void) {
        changed = onChange
      }
      observe() {}
    },
    notice: (payload: string) => told.push(payload),
  }
  const ground = `(${standBeside.toString()})('notice', 'opened')`
  runInNewContext(`((beside) => ${documentGuard().source})(${ground})`, realm)
  return {
    told,
    /** Imitates the effect of `document.open` on a window. */
    loseListeners: () => void (window = new EventTarget()),
    reportOpening: () => viewport.dispatchEvent(new Event('opened')),
    changeDocument: () => changed(),
    /** Lets an event happen; whether its effect was taken away. */
    happens(type: string, button: number) {
      const event = Object.assign(new Event(type, { cancelable: true }), { button })
      window.dispatchEvent(event)
      return event.defaultPrevented
    },
  }
}

describe('the guard beside a document', () => {
  it.each([
    ['the left button', 0, false],
    ['the middle button, which pastes', 1, true],
    ['the right button', 2, false],
    ['the button that goes back', 3, true],
    ['the button that goes forward', 4, true],
  ])('takes away what %s does: %i, %s', (_name, button, taken) => {
    const document = guarded()
    const all = ['mousedown', 'mouseup', 'auxclick'].map((type) => document.happens(type, button))
    expect(all).toEqual([taken, taken, taken])
  })

  it.each(['reportOpening', 'changeDocument'] as const)(
    'stands again in a document that was opened anew, by %s',
    (notice) => {
      const document = guarded()
      document.loseListeners()
      expect(document.happens('mouseup', 3)).toBe(false)
      document[notice]()
      expect(document.happens('mouseup', 3)).toBe(true)
    },
  )
})
