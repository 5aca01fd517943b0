import type { EventEmitter } from 'node:events'

/** Raises an event of Electron's; whether a listener prevented its default. */
export function isPrevented(
  emitter: EventEmitter,
  name: string,
  details: object = {},
  ...rest: unknown[]
): boolean {
  let isStopped = false
  emitter.emit(name, { ...details, preventDefault: () => void (isStopped = true) }, ...rest)
  return isStopped
}
