import { find, isEmptyField, unwrap } from './layers.ts'
import type { ServiceAnswer } from './reading.ts'
import { isFields } from './record.ts'
import { readFlag, readText } from './values.ts'
import { recordFields } from './vocabulary.ts'

/** What Foyer reads of its location: the name and the branding, each where it is there. */
export interface ReadLocation {
  readonly name: string
  readonly logoName: string | undefined
  readonly color: string | undefined
  readonly letterColor: string | undefined
}

const nameFields = ['name', 'locationName', 'displayName', 'title', 'clinicName']

/** The name and the looks of a location; branding that is switched off is left out. */
export function location({ body }: ServiceAnswer): ReadLocation | undefined {
  const { layers } = unwrap(body, recordFields.location)
  const name = find(layers, nameFields, readText)
  if (name === undefined && !isEmptyField(layers, nameFields)) return undefined
  const found = find(layers, ['branding', 'brand', 'theme'], (value) =>
    isFields(value) ? value : undefined,
  )
  const isOff = found && find([found], ['isLocationBrandingActive', 'active'], readFlag) === false
  const branding = found && !isOff ? [found] : []
  return {
    name: name ?? '',
    logoName: find(branding, ['logoName', 'name'], readText),
    color: find(branding, ['logoCircleColor', 'color', 'primaryColor'], readText),
    letterColor: find(branding, ['logoLetterColor', 'letterColor', 'textColor'], readText),
  }
}
