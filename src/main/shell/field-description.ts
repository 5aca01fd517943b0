import type { DescribedField } from '../../shared/focused-field.ts'
import type { Box } from './field-move.ts'

interface Style {
  readonly visibility: string
  readonly webkitTextSecurity?: string
}
/** An element of a document, as far as it is looked at to tell whether it is a field. */
export interface FieldNode extends Box {
  readonly parentNode: FieldNode | null
  readonly host?: FieldNode
  readonly lang?: string
  readonly shadowRoot?: { readonly activeElement: FieldNode | null } | null
  readonly type: string
  readonly inputMode: string
  readonly enterKeyHint?: string
  readonly readOnly?: boolean
  readonly disabled?: boolean
  readonly isContentEditable?: boolean
  readonly labels?: Iterable<FieldNode> | null
  getClientRects(): { readonly length: number }
  scrollIntoViewIfNeeded(): void
}

/** What a field takes; undefined for what takes no keys, or is not seen. */
export type Describe = (node: FieldNode) => DescribedField | undefined

/**
 * Makes what describes the fields of a document; it looks at neither names nor values. Self-contained: its source runs in
 * the document. The inside of a closed shadow root cannot be seen from any world: an element that keeps one is taken
 * for a field that hides what is typed.
 */
export function describeFields(): Describe {
  const self = globalThis as unknown as { getComputedStyle(node: FieldNode): Style }
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

  /** The keys that an element asks for; undefined where it takes none, or has a keyboard of its own. */
  const kindOf = (node: FieldNode): DescribedField['kind'] | undefined => {
    if (node.readOnly === true || node.disabled === true || node.inputMode === 'none') return
    if (node.tagName === 'INPUT') {
      const kind = byType[node.type]
      return kind === 'date' ? kind : kind && (byMode[node.inputMode] ?? kind)
    }
    if (node.tagName === 'TEXTAREA' || node.isContentEditable === true) return 'lines'
    return undefined
  }
  const keepsShadow = (node: FieldNode) => node.tagName?.includes('-') === true && !node.shadowRoot
  const langOf = (field: FieldNode) => {
    let node: FieldNode | null = field
    // By number: elements by such names could make a circle of it.
    for (let level = 0; node && level < 500; level += 1) {
      if (typeof node.lang === 'string' && node.lang) return node.lang.slice(0, 35)
      node = node.parentNode ?? node.host ?? null
    }
    return ''
  }
  return (node) => {
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
}
