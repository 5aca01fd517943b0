import type { Locale } from '../shared/ipc.ts'
import type { StateChoice } from './model.ts'

/** Names that differ in Spanish, by short name. */
const spanish: Readonly<Record<string, string>> = {
  DC: 'Distrito de Columbia',
  HI: 'Hawái',
  LA: 'Luisiana',
  MI: 'Míchigan',
  MO: 'Misuri',
  MS: 'Misisipi',
  NC: 'Carolina del Norte',
  ND: 'Dakota del Norte',
  NH: 'Nuevo Hampshire',
  NJ: 'Nueva Jersey',
  NM: 'Nuevo México',
  NY: 'Nueva York',
  OR: 'Oregón',
  PA: 'Pensilvania',
  SC: 'Carolina del Sur',
  SD: 'Dakota del Sur',
  WV: 'Virginia Occidental',
}

/** Returns the name of a state in a language. */
export function stateName(state: StateChoice, locale: Locale): string {
  return (locale === 'es' && spanish[state.shortName]) || state.name
}

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim()

/** Lists the states that fit the typed text in either language: beginnings of names first, then of words. */
export function statesLike(typed: string, states: readonly StateChoice[]): readonly StateChoice[] {
  const wanted = plain(typed)
  const namesOf = (state: StateChoice) =>
    [state.name, spanish[state.shortName] ?? '', state.shortName].map(plain)
  const begins = (state: StateChoice) => namesOf(state).some((name) => name.startsWith(wanted))
  const holds = (state: StateChoice) => namesOf(state).some((name) => name.includes(` ${wanted}`))
  return [...states.filter(begins), ...states.filter((state) => !begins(state) && holds(state))]
}

/** Finds the state that a text names in full, by name or short name. */
export function stateNamed(text: string, states: readonly StateChoice[]): StateChoice | undefined {
  const wanted = plain(text)
  return states.find(({ name, shortName }) =>
    [name, spanish[shortName] ?? name, shortName].some((each) => plain(each) === wanted),
  )
}
