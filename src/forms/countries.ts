import { isSupportedCountry, type CountryCode } from 'libphonenumber-js/min'
import type { Locale } from '../shared/ipc.ts'
import type { FormFacts, StateChoice } from './model.ts'

const usualCountry: CountryCode = 'US'

/** Returns the country (ISO 3166-1 alpha-2) of a phone number or an address without one. */
export function homeCountry({ country }: FormFacts): CountryCode {
  return country !== undefined && isSupportedCountry(country) ? country : usualCountry
}

/** Returns the name of a country (ISO 3166-1 alpha-2) in a language; other text stays as it is. */
export function countryName(country: string, locale: Locale): string {
  if (!/^[A-Z]{2}$/.test(country)) return country
  return new Intl.DisplayNames(locale, { type: 'region' }).of(country) ?? country
}

/** Country-specific names for parts of an address. */
export interface AddressWords {
  readonly stateProvince: 'state' | 'province' | 'region'
  readonly postalCode: 'zip' | 'postal'
}

const withStates = ['US', 'AU', 'BR', 'DE', 'IN', 'MX', 'VE']
const withProvinces = ['AR', 'BE', 'CA', 'CR', 'CU', 'DO', 'EC', 'ES', 'IT', 'NL', 'PA', 'PH']

/** Returns the words of a country (ISO 3166-1 alpha-2) for the parts of an address. */
export function addressWords(country: string): AddressWords {
  const stateProvince = withStates.includes(country)
    ? 'state'
    : withProvinces.includes(country)
      ? 'province'
      : 'region'
  return { stateProvince, postalCode: country === 'US' ? 'zip' : 'postal' }
}

const canadian = 'AB BC MB NB NL NS NT NU ON PE QC SK YT'.split(' ')

/**
 * Lists a country's states to choose from, out of the service's one list for the USA and Canada; undefined for none.
 */
export function statesIn(
  country: string,
  { states }: FormFacts,
): readonly StateChoice[] | undefined {
  if (country !== 'US' && country !== 'CA') return undefined
  return states?.filter(({ shortName }) => canadian.includes(shortName) === (country === 'CA'))
}
