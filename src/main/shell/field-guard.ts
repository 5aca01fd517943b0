import type { DescribedField } from '../../shared/focused-field.ts'

/** What the guard tells main of the field that has the focus in its document. */
export type FieldNotice =
  /** The guard stands, and does not know yet whether Foyer's keys are on the screen. */
  | { readonly type: 'ready' }
  /** The patient chose the `id`th field of this document. */
  | { readonly type: 'chosen'; readonly id: number; readonly field: DescribedField }
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

interface Style {
  readonly visibility: string
  readonly webkitTextSecurity?: string
}
interface Node {
  readonly tagName?: string
  readonly parentNode: Node | null
  readonly host?: Node
  readonly lang?: string
  readonly shadowRoot?: { readonly activeElement: Node | null } | null
  readonly type: string
  readonly inputMode: string
  readonly enterKeyHint?: string
  readonly readOnly?: boolean
  readonly disabled?: boolean
  readonly isContentEditable?: boolean
  readonly labels?: Iterable<Node> | null
  getClientRects(): { readonly length: number }
  scrollIntoViewIfNeeded(): void
}
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
 * keyboard. A focus that a script moves is nobody's choice: nothing is told of it but that the chosen field was left.
 * While Foyer's keys are on the screen (main says so by the function named `name`) no key reaches any element but the
 * field that main types for, whatever the page or the patient does between a press and its arrival: a key that comes
 * late is lost, not written into the next field. It reads neither names nor values.
 * `openedEvent`: by which `reportOpening` says that the document was opened anew. Self-contained: its source runs in
 * the document. The inside of a closed shadow root cannot be seen from any world: a touched element that keeps one is
 * taken for a field that hides what is typed.
 */
export function guardFields(binding: string, name: string, openedEvent: string): void {
  const self = globalThis as unknown as Listened & {
    readonly document: object
    readonly Document: {
      readonly prototype: {
        readonly activeElement: Node | null
        hasFocus: (this: object) => boolean
      }
    }
    readonly visualViewport: Listened | null
    readonly MutationObserver: new (onChange: () => void) => {
      observe(target: object, options: { readonly childList: true }): void
    }
    getComputedStyle(node: Node): Style
    setTimeout(work: () => unknown, ms?: number): void
    [name: string]: unknown
  }
  const tell = (notice: FieldNotice) =>
    (self[binding] as ((payload: string) => void) | undefined)?.(JSON.stringify(notice))

  const byType: Readonly<Record<string, DescribedField['kind']>> = {
    text: 'text',
    search: 'text',
    password: 'text',
    email: 'email',
    tel: 'phone',
    url: 'url',
    number: 'decimal',
    date: 'date',
    time: 'date',
    month: 'date',
    week: 'date',
    'datetime-local': 'date',
  }
  const byMode: Readonly<Record<string, DescribedField['kind']>> = {
    text: 'text',
    search: 'text',
    email: 'email',
    tel: 'phone',
    url: 'url',
    numeric: 'digits',
    decimal: 'decimal',
  }
  const hints = ['done', 'go', 'next', 'previous', 'search', 'send'] as const

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
  /** The keys that an element asks for; undefined where it takes none, or has a keyboard of its own. */
  const kindOf = (node: Node): DescribedField['kind'] | undefined => {
    if (node.readOnly === true || node.disabled === true || node.inputMode === 'none') return
    if (node.tagName === 'INPUT') {
      const kind = byType[node.type]
      return kind === 'date' ? kind : kind && (byMode[node.inputMode] ?? kind)
    }
    if (node.tagName === 'TEXTAREA' || node.isContentEditable === true) return 'lines'
    return undefined
  }
  const keepsShadow = (node: Node) => node.tagName?.includes('-') === true && !node.shadowRoot
  const langOf = (field: Node) => {
    let node: Node | null = field
    // By number: elements by such names could make a circle of it.
    for (let level = 0; node && level < 500; level += 1) {
      if (typeof node.lang === 'string' && node.lang) return node.lang.slice(0, 35)
      node = node.parentNode ?? node.host ?? null
    }
    return ''
  }
  const describe = (node: Node): DescribedField | undefined => {
    const isClosed = keepsShadow(node)
    const kind = kindOf(node) ?? (isClosed ? ('text' as const) : undefined)
    if (!kind || node.getClientRects().length === 0) return undefined
    const style = self.getComputedStyle(node)
    if (style.visibility !== 'visible') return undefined
    const { webkitTextSecurity: security = 'none' } = style
    const hides = isClosed || node.type === 'password' || security !== 'none'
    const enter = hints.find((hint) => hint === node.enterKeyHint) ?? 'enter'
    return { kind, hides, lang: langOf(node), enter }
  }

  const clickWithinMs = 700
  let chosen: Node | undefined
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
    if (node !== chosen) count += 1
    chosen = node
    isTold = true
    report({ type: 'chosen', id: count, field })
  }
  const leave = () => {
    if (chosen) report({ type: 'left' })
    chosen = undefined
  }
  const isStill = () => deepest() === chosen && hasFocus()

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
    ['focusin', ({ timeStamp }) => (timeStamp <= byPatientUntil ? choose() : leave())],
    [
      'focusout',
      () =>
        self.setTimeout(() => {
          if (chosen && !isStill()) leave()
        }),
    ],
    [
      'keydown',
      (event) => {
        if (!areKeysShown) return
        const { key, timeStamp } = event
        byPatientUntil = 0
        tell({ type: 'key' })
        // The Tab key moves the focus before it is let go; nothing else that is typed chooses a field.
        if (isStill() && key === 'Tab') byPatientUntil = timeStamp + 300
      },
    ],
    [
      'keyup',
      ({ key }) => {
        // Inside one shadow tree the focus moves unseen from out here.
        if (areKeysShown && key === 'Tab' && byPatientUntil > 0 && deepest() !== chosen) choose()
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
    if (chosen && isStill() && count === typedFor) return
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
