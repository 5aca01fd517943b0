import { m } from '../../../i18n/paraglide/messages.js'
import { getContext, setContext } from 'svelte'
import type { Display } from '../../../shared/display.ts'
import type { Locale } from '../../../shared/ipc.ts'
import type { HelpHeard } from '../../../shared/overlay.ts'
import type { Send } from './screen-props.ts'

export interface Choices {
  readonly display: Display
  readonly locales: readonly Locale[]
  /** Staff who help with the visit, or the receiver of the help call. */
  readonly seesTo: 'staff' | HelpHeard | undefined
  readonly send: Send
}

/** Checks if there is a language to choose. */
export function offersLanguages(choices: Choices | null): boolean {
  return (choices?.locales.length ?? 0) > 1
}

/** Names the way to the choices. */
export function displayName(choices: Choices | null): string {
  return offersLanguages(choices) ? m.kiosk_display_language() : m.kiosk_display()
}

const key = Symbol('choices')

/** Provides the choices to all components within; null if nothing can be chosen, as on staff screens. */
export function provideChoices(choices: () => Choices | null): void {
  setContext(key, choices)
}

/** Returns the current choices; null outside the kiosk's page too. Call while a component is made. */
export function choicesOf(): () => Choices | null {
  return getContext<(() => Choices | null) | undefined>(key) ?? (() => null)
}

/** Returns the current text size relative to the usual: 1, 1.5 or 2. Call while a component is made. */
export function zoomOf(): () => number {
  const choices = choicesOf()
  return () => (choices()?.display.textSize ?? 100) / 100
}
