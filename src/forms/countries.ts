import { isSupportedCountry, type CountryCode } from 'libphonenumber-js/min'
import type { Locale } from '../shared/ipc.ts'
import type { FormFacts, StateChoice } from './model.ts'

/** Returns the country (ISO 3166-1 alpha-2) of a phone number or an address without one. */
export function homeCountry({ country }: FormFacts): CountryCode {
  return country !== undefined && isSupportedCountry(country) ? country : 'US'
}

/** Returns the name of a country (ISO 3166-1 alpha-2) in a language; other text stays as it is. */
export function countryName(country: string, locale: Locale): string {
  if (!/^[A-Z]{2}$/.test(country)) return country
  return new Intl.DisplayNames(locale, { type: 'region' }).of(country) ?? country
}

const withStates = ['US', 'AU', 'BR', 'DE', 'IN', 'MX', 'VE']
const withProvinces = ['AR', 'BE', 'CA', 'CR', 'CU', 'DO', 'EC', 'ES', 'IT', 'NL', 'PA', 'PH']

/** Returns the words of a country (ISO 3166-1 alpha-2) for the parts of an address. */
export function addressWords(country: string) {
  const orProvince = withProvinces.includes(country) ? 'province' : 'region'
  return {
    stateProvince: withStates.includes(country) ? 'state' : orProvince,
    postalCode: country === 'US' ? 'zip' : 'postal',
  } as const
}

const canadian = 'AB BC MB NB NL NS NT NU ON PE QC SK YT'.split(' ')

/** Lists a country's states to choose from, out of the service's one list for the USA and Canada. */
export function statesIn(country: string, { states }: FormFacts): StateChoice[] | undefined {
  if (country !== 'US' && country !== 'CA') return undefined
  return states?.filter(({ shortName }) => canadian.includes(shortName) === (country === 'CA'))
}
