import { expect, it } from 'vitest'
import { addressWords, countryName, homeCountry, statesIn } from './countries.ts'

const iowa = { name: 'Iowa', shortName: 'IA' }
const quebec = { name: 'Quebec', shortName: 'QC' }

it.each([
  [undefined, 'US'],
  ['CA', 'CA'],
  ['nowhere', 'US'],
])('is at home in %s: %s', (country, home) => expect(homeCountry({ country })).toBe(home))

it.each([
  ['US', 'state', 'zip'],
  ['CA', 'province', 'postal'],
  ['MX', 'state', 'postal'],
  ['GB', 'region', 'postal'],
] as const)(
  'calls the parts of an address in %s %s and %s',
  (country, stateProvince, postalCode) => {
    expect(addressWords(country)).toEqual({ stateProvince, postalCode })
  },
)

it.each([
  ['US', [iowa]],
  ['CA', [quebec]],
  ['MX', undefined],
])('offers the states of %s alone', (country, states) => {
  expect(statesIn(country, { states: [iowa, quebec] })).toEqual(states)
})

it('names a country in the language of the screen, and what is none as it is written', () => {
  expect(countryName('US', 'es')).toBe('Estados Unidos')
  expect(countryName('Elsewhere', 'en')).toBe('Elsewhere')
})
