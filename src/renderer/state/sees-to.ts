import { getContext, setContext } from 'svelte'
import type { HelpHeard } from '../../shared/help-heard.ts'

/** Helper of the patient: staff who help with the visit, or the receiver of the help call. */
export type SeesTo = 'staff' | HelpHeard | null

const key = Symbol('sees to')

/** Tells every component below who sees to the patient. */
export const provideSeesTo = (who: () => SeesTo): void => void setContext(key, who)

/** Returns the patient's helper; null if nobody said. */
export const seesToHere = (): (() => SeesTo) =>
  getContext<(() => SeesTo) | undefined>(key) ?? (() => null)
