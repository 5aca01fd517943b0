import * as z from 'zod/mini'
import { makeGuard, type Beside } from './protocol.ts'

// Chromium leaves such drags to a mouse here. None can leave the document, because the machine knows of none.
/** Lets a finger drag elements that a page marks as `draggable`. Self-contained: its source runs in the document. */
function dragByTouch({ listen }: Beside<never>): void {
  /** px that a finger moves before it drags. */
  const slack = 8
  const { elementFromPoint } = Document.prototype

  let source: HTMLElement | undefined
  let from: Touch | undefined
  let dragged: { readonly data: DataTransfer; readonly faint: Animation } | undefined
  let over: Element | undefined
  let isTaken = false

  /** Dispatches an event; true if the page accepts it. A page shows its will by cancelling a `cancelable` event. */
  const fire = (
    node: Element,
    type: string,
    at: Touch,
    dataTransfer: DataTransfer,
    relatedTarget: Element | null = null,
  ) => {
    const { clientX, clientY, screenX, screenY } = at
    const place = { clientX, clientY, screenX, screenY, relatedTarget }
    const cancelable = type !== 'dragleave' && type !== 'dragend'
    const init = { bubbles: true, composed: true, cancelable, dataTransfer, ...place }
    return node.dispatchEvent(new DragEvent(type, init))
  }
  const end = (at: Touch, isDropped: boolean) => {
    if (source && dragged) {
      const { data, faint } = dragged
      faint.cancel()
      if (over) fire(over, isDropped && isTaken ? 'drop' : 'dragleave', at, data)
      fire(source, 'dragend', at, data)
    }
    source = undefined
    dragged = undefined
    over = undefined
    isTaken = false
  }
  const begin = (at: Touch): boolean => {
    const data = new DataTransfer()
    if (source && fire(source, 'dragstart', from ?? at, data))
      dragged = { data, faint: source.animate({ opacity: [0.6, 0.6] }, 600_000) }
    else source = undefined
    return dragged !== undefined
  }
  const go = (at: Touch) => {
    if (!source || !dragged) return
    const { data } = dragged
    const node = elementFromPoint.call(document, at.clientX, at.clientY) ?? undefined
    fire(source, 'drag', at, data)
    if (node !== over) {
      const before = over
      over = node
      if (node) fire(node, 'dragenter', at, data, before)
      if (before) fire(before, 'dragleave', at, data, node)
    }
    isTaken = over !== undefined && !fire(over, 'dragover', at, data)
  }
  const only = (touches: Iterable<Touch>): Touch | undefined => {
    const [first, second] = touches
    return second ? undefined : first
  }

  listen({
    touchstart(event) {
      from = only(event.touches)
      const [last] = event.changedTouches
      if (!from && last) end(last, false)
      else
        source = (event.composedPath() as HTMLElement[]).find(
          (node) => node.draggable && node.getAttribute('draggable') === 'true',
        )
    },
    touchmove(event) {
      const at = only(event.touches)
      if (!at || !from || !source) return
      const moved = Math.hypot(at.clientX - from.clientX, at.clientY - from.clientY)
      const isRefused = !dragged && moved > slack && !begin(at)
      if (isRefused) return
      // From the first move on: a scroll that has begun cannot be stopped.
      if (event.cancelable) event.preventDefault()
      go(at)
    },
    touchend(event) {
      const [at] = event.changedTouches
      if (dragged && event.cancelable) event.preventDefault()
      if (at) end(at, true)
    },
    touchcancel({ changedTouches: [at] }) {
      if (at) end(at, false)
    },
  })
}

export const touchDragGuard = makeGuard('foyerDrag', z.never(), dragByTouch)
