import { getContext, setContext } from 'svelte'

const key = Symbol('assisted')

/** Tells every component below whether staff help with the visit. */
export const provideAssisted = (isAssisted: () => boolean): void => void setContext(key, isAssisted)

/** Whether staff help with the visit; false where nobody said. */
export const assistedHere = (): (() => boolean) =>
  getContext<(() => boolean) | undefined>(key) ?? (() => false)
