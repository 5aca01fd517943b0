import type { Locale } from '../../src/shared/ipc.ts'

type Message = (inputs: never, options?: { locale?: Locale }) => string

/** Fixes inputs of a message: a text that needs no more than the others, and the language. */
export const given =
  <M extends Message>(message: M, fixed: Partial<Parameters<M>[0]>) =>
  (others: object = {}, options?: { locale?: Locale }): string =>
    message({ ...others, ...fixed } as never, options)
