import type { Locale } from '../../src/shared/ipc.ts'

/** Fixes some inputs of a message: a text that needs no more than the others, and the language. */
export const given =
  <const Fixed extends object, Inputs extends Fixed, Options extends { readonly locale?: Locale }>(
    message: (inputs: Inputs, options?: Options) => string,
    fixed: Fixed,
  ) =>
  (others: Omit<Inputs, keyof Fixed> | object = {}, options?: Options): string =>
    message({ ...others, ...fixed } as Inputs, options)
