import { expect, it } from 'vitest'
import { stateName, stateNamed, statesLike } from './state-choices.ts'

const states = [
  { name: 'New Mexico', shortName: 'NM' },
  { name: 'New York', shortName: 'NY' },
  { name: 'North Carolina', shortName: 'NC' },
  { name: 'Oregon', shortName: 'OR' },
]
const like = (typed: string) => statesLike(typed, states).map(({ shortName }) => shortName)

it.each([
  ['new', ['NM', 'NY']],
  ['ny', ['NY']],
  [' Caro', ['NC']],
  ['Nueva', ['NY']],
  ['OREGÓN', ['OR']],
  ['mex', ['NM']],
  ['x', []],
  ['', ['NM', 'NY', 'NC', 'OR']],
])('of "%s" one may mean %j', (typed, found) => expect(like(typed)).toEqual(found))

it.each([
  ['new york', 'NY'],
  ['ny', 'NY'],
  ['nueva york', 'NY'],
  ['New', undefined],
])('"%s" names %s in full', (text, shortName) => {
  expect(stateNamed(text, states)?.shortName).toBe(shortName)
})

it('has a name in each language', () => {
  expect(stateName(states[1]!, 'es')).toBe('Nueva York')
  expect(stateName(states[1]!, 'en')).toBe('New York')
})
