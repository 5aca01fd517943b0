import * as z from 'zod/mini'
import { describedField, type DescribedField } from '../../shared/focused-field.ts'
import { makeGuard, type Beside } from './protocol.ts'

const fieldNotice = z.discriminatedUnion('type', [
  // `moving`: the focus came to what may be the next box of the chosen field; `moved` or `left` follows.
  z.strictObject({ type: z.enum(['ready', 'moving', 'left', 'key', 'resized']) }),
  z.strictObject({ type: z.enum(['chosen', 'moved']), id: z.int(), field: describedField }),
])
export type FieldNotice = z.infer<typeof fieldNotice>

export const fieldGuardName = 'foyerFieldGuard'

type Field = HTMLElement &
  Partial<Omit<HTMLInputElement, keyof HTMLElement>> & { scrollIntoViewIfNeeded(): void }

// Pages split a number over several boxes, and move the focus by a script: typing follows if the move is plainly seen.
/** Makes the judge of a document's moves between boxes. Self-contained: its source runs in the document. */
export function judgeMoves() {
  const smallest = 16
  const farthest = 160
  type Seen = IntersectionObserverEntry & { readonly isVisible?: boolean }
  return {
    isNextBox(
      from: Field,
      to: Field,
      { writes, words }: { readonly writes: boolean; readonly words: boolean },
    ) {
      if (from.tagName !== 'INPUT' || to.tagName !== 'INPUT' || from.form !== to.form) return false
      if (writes && to.value !== '') return false
      // Of words nobody can tell that they are at an end, but of a number that a page cuts in parts.
      const { value = '', maxLength = -1 } = from
      if (writes && words && (maxLength < 1 || value.length < maxLength)) return false
      const [one, other] = [from.getBoundingClientRect(), to.getBoundingClientRect()]
      const isBig = [one, other].every((each) => Math.min(each.width, each.height) >= smallest)
      const across = Math.max(one.left - other.right, other.left - one.right)
      const down = Math.max(one.top - other.bottom, other.top - one.bottom)
      if (!isBig || Math.max(across, down) > farthest) return false
      return !/^rgba.* 0\)$|\/ 0\)$/.test(getComputedStyle(to).webkitTextFillColor)
    },
    whenSeen(box: Field, tell: (isSeen: boolean) => void) {
      // The engine's own answer: also for what is faint, clipped, distorted or beneath something that lets clicks through.
      const how = { threshold: 1, trackVisibility: true, delay: 100 }
      const observer = new IntersectionObserver((entries: readonly Seen[]) => {
        observer.disconnect()
        const last = entries.at(-1)
        tell(last?.isVisible === true && last.intersectionRatio > 0.95)
      }, how)
      observer.observe(box)
    },
  }
}

// No world can see into a closed shadow root: an element with one is treated as a field that hides its input.
/** Makes the function that describes fields, without names or values; undefined for what takes no keys or is unseen. */
export function describeFields() {
  type Kinds = Readonly<Record<string, DescribedField['kind']>>
  const both: Kinds = { text: 'text', search: 'text', email: 'email', tel: 'phone', url: 'url' }
  const byMode: Kinds = { ...both, numeric: 'digits', decimal: 'decimal' }
  const byType: Kinds = {
    ...both,
    password: 'text',
    number: 'decimal',
    date: 'date',
    week: 'date',
    // A month is typed by its name, and half of the day by a letter where the clock has twelve hours.
    month: 'text',
    time: 'text',
    'datetime-local': 'text',
  }
  const hints = ['done', 'go', 'next', 'previous', 'search', 'send'] as const

  const kindOf = (node: Field): DescribedField['kind'] | undefined => {
    if (node.readOnly === true || node.disabled === true || node.inputMode === 'none') return
    if (node.tagName === 'INPUT') {
      const kind = byType[node.type ?? '']
      return kind === 'date' ? kind : kind && (byMode[node.inputMode] ?? kind)
    }
    if (node.tagName === 'TEXTAREA' || (node.isContentEditable as unknown) === true) return 'lines'
    return undefined
  }
  const langOf = (field: Field) => {
    type Above = Partial<HTMLElement & Pick<ShadowRoot, 'host'>> | null
    let node: Above = field
    // By number: elements by such names could make a circle of it.
    for (let level = 0; node && level < 500; level += 1) {
      if (typeof node.lang === 'string' && node.lang) return node.lang.slice(0, 35)
      node = (node.parentNode ?? node.host ?? null) as Above
    }
    return ''
  }
  return (node: Field): DescribedField | undefined => {
    const isClosed = node.tagName.includes('-') && !node.shadowRoot
    const kind = kindOf(node) ?? (isClosed ? ('text' as const) : undefined)
    if (!kind || node.getClientRects().length === 0) return undefined
    const style: CSSStyleDeclaration & { webkitTextSecurity?: string } = getComputedStyle(node)
    if (style.visibility !== 'visible') return undefined
    const { webkitTextSecurity: security = 'none' } = style
    const hides = isClosed || node.type === 'password' || security !== 'none'
    const enter = hints.find((hint) => hint === node.enterKeyHint) ?? 'enter'
    return { kind, hides, lang: langOf(node), enter }
  }
}

// A patient chooses by a touch, or by the Tab key of Foyer's keyboard. A focus moved by a script is no choice: main
// learns only that the chosen field was left; unless the move follows a key of Foyer's, from a box to the next one,
// plainly visible and of the same kind. While Foyer's keys are on the screen (main reports that by the function named
// `name`) no key reaches any element but the field that main types for, whatever the page or the patient does between a
// press and its arrival: a late key is lost, not written into the next field.
/** Tells main which field the patient chose, reading no names or values. Self-contained: its source runs there. */
export function guardFields(
  { tell, listen, active }: Beside<FieldNotice>,
  name: string,
  makeDescriber: typeof describeFields,
  makeJudge: typeof judgeMoves,
  makeSuggestions: typeof offerSuggestions,
): void {
  const describe = makeDescriber()
  const judge = makeJudge()
  const showSuggestions = makeSuggestions()
  const hasFocus = () => Document.prototype.hasFocus.call(document)
  const deepest = (): Field | null => {
    let node = active() as Field | null
    while (node?.shadowRoot?.activeElement) node = node.shadowRoot.activeElement as Field
    return node
  }
  const clickWithinMs = 700
  let chosen: Field | undefined
  let told: DescribedField | undefined
  let count = 0
  let hasTouchChosen = false
  let areKeysShown = false
  /** The field that main types for; 0: none of this document. */
  let typedFor = 0
  /** A focus that comes before this time is the patient's doing; ms on the clock of events. */
  let byPatientUntil = 0

  // A change of the keys waits for the finger's click: its target would move away, and the tap be lost.
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

  const choose = (): void => {
    const node = deepest()
    const field = node ? describe(node) : undefined
    if (!node || !field) return leave()
    take(node, field)
    hasTouchChosen = true
    report({ type: 'chosen', id: count, field })
  }
  const take = (node: Field, field: DescribedField) => {
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
  const has = (node: Field | undefined) => node !== undefined && deepest() === node && hasFocus()
  const isStill = () => has(chosen)
  const isTypedFor = () => isStill() && count === typedFor

  const moveWithinMs = 500
  /** The box that the page gave the focus last, until it is known whether a person sees it. */
  let next: Field | undefined
  let lastKey: { readonly key: string; readonly at: number } | undefined
  const follow = (): boolean => {
    const key = lastKey
    lastKey = undefined
    const node = deepest()
    const field = node ? describe(node) : undefined
    if (!areKeysShown || !chosen || next || !key || !node || !field) return false
    if (performance.now() - key.at > moveWithinMs) return false
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

  const suggest = () => showSuggestions(areKeysShown && isTypedFor() ? chosen : undefined)
  const refuse = (event: Event) => {
    if (!areKeysShown) return
    if (isTypedFor()) return
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  listen({
    pointerdown() {
      hasTouchChosen = false
      isTouched = true
      touches += 1
      byPatientUntil = Infinity
    },
    // A touch becomes a focus, and then a click, after the finger has left the screen.
    pointerup({ timeStamp }) {
      byPatientUntil = timeStamp + clickWithinMs
      const touch = touches
      setTimeout(() => touch === touches && touchEnded(), clickWithinMs)
    },
    pointercancel() {
      byPatientUntil = 0
      touchEnded()
    },
    click(event) {
      // A page may answer a tap on what looks like a field by giving the focus to the one behind it.
      byPatientUntil = event.timeStamp + 300
      const path = event.composedPath()
      setTimeout(() => {
        const node = hasTouchChosen ? null : deepest()
        if (node && [node, ...(node.labels ?? [])].some((each) => path.includes(each))) choose()
        touchEnded()
      })
    },
    focusin({ timeStamp }) {
      if (timeStamp <= byPatientUntil) choose()
      else if (!follow()) leave()
    },
    focusout() {
      setTimeout(() => {
        if (chosen && !isStill() && !has(next)) leave()
        suggest()
      })
    },
    keydown(event) {
      if (!areKeysShown) return
      const { key, timeStamp } = event
      byPatientUntil = 0
      tell({ type: 'key' })
      lastKey = isTypedFor() ? { key, at: performance.now() } : undefined
      // The Tab key moves the focus before it is let go; nothing else that is typed chooses a field.
      if (isStill() && key === 'Tab') byPatientUntil = timeStamp + 300
      refuse(event)
    },
    keyup({ key }) {
      // Inside one shadow tree the focus moves unseen from out here.
      const isElsewhere = areKeysShown && deepest() !== chosen
      if (key === 'Tab' && byPatientUntil > 0 && isElsewhere) choose()
      else if (isElsewhere && chosen && !has(next) && !follow()) leave()
      if (key === 'Tab') byPatientUntil = 0
    },
    resize() {
      if (areKeysShown) tell({ type: 'resized' })
      suggest()
    },
    // After the page itself, which may change its list by what is typed.
    input: () => void setTimeout(suggest),
    scroll: suggest,
    keypress: refuse,
    beforeinput: refuse,
  })

  Reflect.set(globalThis, name, (shown: boolean, id: number) => {
    areKeysShown = shown
    typedFor = id
    if (shown && chosen && isStill()) chosen.scrollIntoViewIfNeeded()
    suggest()
  })
  tell({ type: 'ready' })
}

// The browser draws its own list only in a window that has the keyboard, which is Foyer's while its keys are used. The
// words are the page's, and so they stand in the page, where nobody takes them for Foyer's.
/** Makes what lists, in the page, its suggestions for the text typed in a field; its source runs in the document. */
export function offerSuggestions() {
  const most = 5
  const mostSearched = 1_000
  const rowPx = 48
  let shown: HTMLElement | undefined
  const hide = () => {
    shown?.remove()
    shown = undefined
  }
  const suggested = ({ tagName, type, value = '', list }: Field) => {
    if (tagName !== 'INPUT' || !/^(text|search|email|tel|url)$/.test(type ?? '') || !list) return []
    const typed = value.toLowerCase()
    const found: HTMLOptionElement[] = []
    let searched = 0
    for (const option of list.options) {
      const words = `${option.value} ${option.label}`.toLowerCase()
      if (option.value !== value && words.includes(typed)) found.push(option)
      if (found.length === most || ++searched === mostSearched) break
    }
    return found
  }
  const choose = (field: Field, value: string) => {
    // Past what a page's framework puts in its place, which would take the new value for its own.
    Reflect.set(HTMLInputElement.prototype, 'value', value, field)
    for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }))
    hide()
  }
  return (field: Field | undefined): void => {
    hide()
    const options = field ? suggested(field) : []
    if (!field || options.length === 0) return
    const list = document.createElement('div')
    const rows = list.attachShadow({ mode: 'closed' })
    for (const { value, label } of options) {
      const row = document.createElement('button')
      row.type = 'button'
      row.tabIndex = -1
      row.textContent = label && label !== value ? `${value} (${label})` : value
      row.style.cssText = `display: block; inline-size: 100%; min-block-size: ${rowPx}px; padding: 4px 12px; border: 0;
        font: inherit; text-align: start; color: FieldText; background: Field; overflow-wrap: anywhere`
      // The field keeps the focus.
      row.addEventListener('pointerdown', (event) => event.preventDefault())
      row.addEventListener('mousedown', (event) => event.preventDefault())
      row.addEventListener('click', () => choose(field, value))
      rows.append(row)
    }
    list.className = 'foyer-suggestions'
    // Nothing outside an open dialog can be touched, nor seen above it.
    ;(field.closest('dialog, [popover]') ?? document.documentElement).append(list)
    shown = list
    const { left, top, bottom, width } = field.getBoundingClientRect()
    const { direction, fontSize, fontFamily } = getComputedStyle(field)
    const look = (place: string, free: number) =>
      `position: fixed; inset: auto; z-index: 2147483647; direction: ${direction}; margin: 0; padding: 0; border: 2px solid FieldText; box-sizing: border-box;
      font: max(18px, ${fontSize}) ${fontFamily}; overflow: auto; left: ${Math.max(0, left)}px; inline-size: ${Math.max(width, 200)}px;
      max-inline-size: 100%; max-block-size: ${free}px; ${place}`
    list.style.cssText = look(`top: ${bottom}px`, innerHeight - bottom)
    if (innerHeight - bottom < Math.min(list.offsetHeight, 2 * rowPx) && top > 2 * rowPx)
      list.style.cssText = look(`bottom: ${innerHeight - top}px`, top)
  }
}

export const fieldGuard = makeGuard(
  'foyerField',
  fieldNotice,
  guardFields,
  fieldGuardName,
  describeFields,
  judgeMoves,
  offerSuggestions,
)
