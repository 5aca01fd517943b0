import { createContext } from 'svelte'

/** Offers to take back what `words` say was done just now. */
type OfferUndo = (words: string, run: () => void) => void

const [read, provide, isProvided] = createContext<OfferUndo>()

/** Lets whatever stands within a place offer undo. */
export const provideUndo = provide

/**
 * Offers to take back what was done just now, from wherever it stands in a place; to be called while a component is made.
 * What stands alone offers nothing.
 */
export const useUndo = (): OfferUndo => (isProvided() ? read() : () => undefined)
