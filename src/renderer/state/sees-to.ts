import { getContext, setContext } from 'svelte'
import type { HelpHeard } from '../../shared/help-heard.ts'

/** Who sees to the patient: staff who help with the visit, or whoever knows that the patient needs help. */
export type SeesTo = 'staff' | HelpHeard | null

const key = Symbol('sees to')

/** Tells every component below who sees to the patient. */
export const provideSeesTo = (who: () => SeesTo): void => void setContext(key, who)

/** Who sees to the patient; null where nobody said. */
export const seesToHere = (): (() => SeesTo) =>
  getContext<(() => SeesTo) | undefined>(key) ?? (() => null)
