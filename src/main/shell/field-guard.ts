import type { DescribedField } from '../../shared/focused-field.ts'
import type { Describe, FieldNode as Node } from './field-description.ts'
import type { MoveJudge } from './field-move.ts'

/** What the guard tells main of the field that has the focus in its document. */
export type FieldNotice =
  /** The guard stands, and does not know yet whether Foyer's keys are on the screen. */
  | { readonly type: 'ready' }
  /** The patient chose the `id`th field of this document. */
  | { readonly type: 'chosen'; readonly id: number; readonly field: DescribedField }
  /** The page gave the focus to what may be the next box of the chosen field; `moved` or `left` follows. */
  | { readonly type: 'moving' }
  /** The `id`th field of this document is the next box of the chosen one. */
  | { readonly type: 'moved'; readonly id: number; readonly field: DescribedField }
  /** No field of this document has the focus by the patient's choice any more. */
  | { readonly type: 'left' }
  /** A key came to the document while Foyer's keys were on the screen. */
  | { readonly type: 'key' }
  /** The document's window has another size while Foyer's keys are on the screen. */
  | { readonly type: 'resized' }

/** By which main speaks to the guard inside a document; it exists in the guard's own world alone. */
export const fieldGuardName = 'foyerFieldGuard'
/** By which the guard speaks to main; it exists in the guard's own world alone. */
export const fieldBinding = 'foyerField'

interface GuardEvent {
  readonly isTrusted: boolean
  readonly key: string
  readonly timeStamp: number
  composedPath(): readonly Node[]
  preventDefault(): void
  stopImmediatePropagation(): void
}
interface Listened {
  addEventListener(type: string, listener: (event: GuardEvent) => void, capture?: boolean): void
}

/**
 * Stands beside each document of a form, in a world of its own that the page's scripts can neither see nor undo. It
 * tells main (by the function named `binding`) which field the patient chose: by a touch, or by the Tab key of Foyer's
 * keyboard. A focus that a script moves is nobody's choice: nothing is told of it but that the chosen field was left;
 * unless it follows a key of Foyer's, from a box to the next one, plain to see and of the same kind.
 * While Foyer's keys are on the screen (main says so by the function named `name`) no key reaches any element but the
 * field that main types for, whatever the page or the patient does between a press and its arrival: a key that comes
 * late is lost, not written into the next field. It reads neither names nor values.
 * `openedEvent`: by which `reportOpening` says that the document was opened anew. Self-contained but for `describe` and
 * `judge`: its source runs in the document.
 */
export function guardFields(
  binding: string,
  name: string,
  openedEvent: string,
  describe: Describe,
  judge: MoveJudge,
): void {
  const self = globalThis as unknown as Listened & {
    readonly document: object
    readonly Document: {
      readonly prototype: {
        readonly activeElement: Node | null
        hasFocus: (this: object) => boolean
      }
    }
    readonly visualViewport: Listened | null
    readonly performance: { now(): number }
    readonly MutationObserver: new (onChange: () => void) => {
      observe(target: object, options: { readonly childList: true }): void
    }
    setTimeout(work: () => unknown, ms?: number): void
    [name: string]: unknown
  }
  const tell = (notice: FieldNotice) =>
    (self[binding] as ((payload: string) => void) | undefined)?.(JSON.stringify(notice))

  // Past what an element by such a name would put in the place of the document's own.
  const { prototype } = self.Document
  const { get: active } = Object.getOwnPropertyDescriptor(prototype, 'activeElement') as {
    readonly get: (this: object) => Node | null
  }
  const hasFocus = () => prototype.hasFocus.call(self.document)
  const deepest = (): Node | null => {
    let node = active.call(self.document)
    while (node?.shadowRoot?.activeElement) node = node.shadowRoot.activeElement
    return node
  }
  const clickWithinMs = 700
  let chosen: Node | undefined
  /** The chosen field, as it was told. */
  let told: DescribedField | undefined
  let count = 0
  /** Whether the present touch has chosen a field. */
  let isTold = false
  let areKeysShown = false
  /** The field that main types for; 0: none of this document. */
  let typedFor = 0
  /** A focus that comes before this time is the patient's doing; ms on the clock of events. */
  let byPatientUntil = 0

  // What the keys change on the screen waits for the click of the finger that is down: it would move what the finger
  // is on away from under it, and the tap would be lost.
  let touches = 0
  let isTouched = false
  let waiting: FieldNotice | undefined
  const report = (notice: FieldNotice) => {
    if (isTouched) waiting = notice
    else tell(notice)
  }
  const touchEnded = () => {
    isTouched = false
    if (waiting) tell(waiting)
    waiting = undefined
  }

  const choose = () => {
    const node = deepest()
    const field = node ? describe(node) : undefined
    if (!node || !field) {
      leave()
      return
    }
    take(node, field)
    isTold = true
    report({ type: 'chosen', id: count, field })
  }
  const take = (node: Node, field: DescribedField) => {
    if (node !== chosen) count += 1
    chosen = node
    told = field
    next = undefined
  }
  const leave = () => {
    if (chosen) report({ type: 'left' })
    chosen = undefined
    next = undefined
  }
  const has = (node: Node | undefined) => node !== undefined && deepest() === node && hasFocus()
  const isStill = () => has(chosen)
  const isTypedFor = () => isStill() && count === typedFor

  const moveWithinMs = 500
  /** The box that the page gave the focus last, until it is known whether a person sees it. */
  let next: Node | undefined
  /** The last key that the chosen field got. One key moves the focus once. */
  let lastKey: { readonly key: string; readonly at: number } | undefined
  /** Whether the focus, which a script moved, may stay chosen where it is now. */
  const follow = (): boolean => {
    const key = lastKey
    lastKey = undefined
    const node = deepest()
    const field = node ? describe(node) : undefined
    if (!areKeysShown || !chosen || next || !key || !node || !field) return false
    if (self.performance.now() - key.at > moveWithinMs) return false
    // A box that is full is no place for what the next key writes; one that deletes, or moves the caret, leads back.
    const writes = Array.from(key.key).length === 1
    if (!writes && !/^(Backspace|Arrow)/.test(key.key)) return false
    if (field.kind !== told?.kind || field.hides !== told.hides) return false
    if (!['text', 'phone', 'digits', 'decimal'].includes(field.kind)) return false
    if (!judge.isNextBox(chosen, node, { writes, words: field.kind === 'text' })) return false
    next = node
    tell({ type: 'moving' })
    judge.whenSeen(node, (isSeen) => {
      if (node !== next) return
      if (!isSeen || !has(node)) return leave()
      take(node, field)
      tell({ type: 'moved', id: count, field })
    })
    return true
  }

  const listeners: readonly (readonly [type: string, listener: (event: GuardEvent) => void])[] = [
    [
      'pointerdown',
      () => {
        isTold = false
        isTouched = true
        touches += 1
        byPatientUntil = Infinity
      },
    ],
    // What a finger does becomes a focus, and then a click, after it has left the screen.
    [
      'pointerup',
      ({ timeStamp }) => {
        byPatientUntil = timeStamp + clickWithinMs
        const touch = touches
        // One that became no click.
        self.setTimeout(() => touch === touches && touchEnded(), clickWithinMs)
      },
    ],
    [
      'pointercancel',
      () => {
        byPatientUntil = 0
        touchEnded()
      },
    ],
    [
      'click',
      (event) => {
        // A page may answer a tap on what looks like a field by giving the focus to the one behind it.
        byPatientUntil = event.timeStamp + 300
        const path = event.composedPath()
        self.setTimeout(() => {
          const node = isTold ? null : deepest()
          if (node && [node, ...(node.labels ?? [])].some((each) => path.includes(each))) choose()
          touchEnded()
        })
      },
    ],
    [
      'focusin',
      ({ timeStamp }) => {
        if (timeStamp <= byPatientUntil) choose()
        else if (!follow()) leave()
      },
    ],
    [
      'focusout',
      () =>
        self.setTimeout(() => {
          if (chosen && !isStill() && !has(next)) leave()
        }),
    ],
    [
      'keydown',
      (event) => {
        if (!areKeysShown) return
        const { key, timeStamp } = event
        byPatientUntil = 0
        tell({ type: 'key' })
        lastKey = isTypedFor() ? { key, at: self.performance.now() } : undefined
        // The Tab key moves the focus before it is let go; nothing else that is typed chooses a field.
        if (isStill() && key === 'Tab') byPatientUntil = timeStamp + 300
      },
    ],
    [
      'keyup',
      ({ key }) => {
        // Inside one shadow tree the focus moves unseen from out here.
        const isElsewhere = areKeysShown && deepest() !== chosen
        if (key === 'Tab' && byPatientUntil > 0 && isElsewhere) choose()
        else if (isElsewhere && chosen && !has(next) && !follow()) leave()
        if (key === 'Tab') byPatientUntil = 0
      },
    ],
  ]
  const resized = () => {
    if (areKeysShown) tell({ type: 'resized' })
  }
  const trusted = listeners.map(([type, listener]) => {
    const heard = (event: GuardEvent) => {
      if (event.isTrusted) listener(event)
    }
    return [type, heard] as const
  })
  const refuse = (event: GuardEvent) => {
    if (!event.isTrusted || !areKeysShown) return
    if (isTypedFor()) return
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  const listen = () => {
    for (const [type, listener] of trusted) self.addEventListener(type, listener, true)
    self.addEventListener('resize', resized, true)
    for (const type of ['keydown', 'keypress', 'beforeinput'])
      self.addEventListener(type, refuse, true)
  }
  listen()
  // A document that is opened to be written anew loses all listeners of its window.
  self.visualViewport?.addEventListener(openedEvent, listen)
  new self.MutationObserver(listen).observe(self.document, { childList: true })

  self[name] = (shown: boolean, id: number) => {
    areKeysShown = shown
    typedFor = id
    if (shown && chosen && isStill()) chosen.scrollIntoViewIfNeeded()
  }
  tell({ type: 'ready' })
}
