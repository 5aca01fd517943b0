import { AsYouType, isSupportedCountry } from 'libphonenumber-js/min'

/** Groups an unfinished phone number as people of `region` write it. Loaded when it is needed. */
export function groupPhone(number: string, region: string | undefined): string {
  const country = region && isSupportedCountry(region) ? region : undefined
  return new AsYouType(country).input(number)
}
