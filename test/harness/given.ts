import type { Locale } from '../../src/shared/ipc.ts'

type Message = (inputs: never, options?: { locale?: Locale }) => string

/** Fixes inputs of a message: a text, named after them, that needs no more than the others and the language. */
export function given<M extends Message>(message: M, fixed: Partial<Parameters<M>[0]>) {
  const text = (others: object = {}, options?: { locale?: Locale }): string =>
    message({ ...others, ...fixed } as never, options)
  const name = [message.name, ...Object.values<unknown>(fixed)].join('_')
  return Object.defineProperty(text, 'name', { value: name })
}
