import { getContext, setContext } from 'svelte'
import type { HelpHeard } from '../../../shared/overlay.ts'

/** Helper of the patient: staff who help with the visit, or the receiver of the help call. */
export type SeesTo = 'staff' | HelpHeard | null

const key = Symbol('sees to')

/** Provides the patient's helper to every component below. */
export const provideSeesTo = (who: () => SeesTo): void => void setContext(key, who)

/** Returns the patient's helper; null if unknown. */
export const seesToHere = (): (() => SeesTo) =>
  getContext<(() => SeesTo) | undefined>(key) ?? (() => null)
