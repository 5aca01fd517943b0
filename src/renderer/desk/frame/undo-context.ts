import { createContext } from 'svelte'
import type { Navigation } from './navigation.svelte.ts'

type OfferUndo = Navigation['offerUndo']

const [read, provide, isProvided] = createContext<OfferUndo>()

/** Lets whatever stands within a place offer undo. */
export const provideUndo = provide

/**
 * Offers to take back what was done just now, from wherever it stands in a place; to be called while a component is made.
 * What stands alone offers nothing.
 */
export const useUndo = (): OfferUndo => (isProvided() ? read() : () => undefined)
