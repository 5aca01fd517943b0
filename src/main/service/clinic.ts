import { contract } from '../../contract/index.ts'
import { visitReaders } from '../../contract/readers/visit-readers.ts'
import type { Id } from '../../contract/values.ts'
import type { Clinic } from '../../shared/clinic.ts'
import { mapOk, type Result } from '../../shared/result.ts'
import type { IntakeClient } from './client/client.ts'
import type { CallOptions } from './client/call-types.ts'
import type { ServiceError } from './http/errors.ts'

/** The clinic's look, from its location; its languages come from the settings. */
export type ClinicLook = Omit<Clinic, 'locales'>

/** Shown until the location's branding is known, and where it has none. */
export const defaultClinicLook: ClinicLook = {
  name: '',
  color: '#1f5f7a',
  logoLetter: '',
  logoLetterColor: '#ffffff',
}

/** Reads the clinic's name, letter and colours from its location, with the defaults where branding is missing, wrong or off. */
export async function readClinic(
  client: Pick<IntakeClient, 'read'>,
  locationId: Id,
  options?: CallOptions,
): Promise<Result<ClinicLook, ServiceError>> {
  const input = { params: { location_id: locationId } }
  const { get } = contract.developer.locations
  const location = await client.read(get, visitReaders.location, input, options)
  return mapOk(location, ({ name, logoName, color, letterColor }) => ({
    name,
    color: colorOr(defaultClinicLook.color, color),
    logoLetter: firstLetter(logoName ?? name),
    logoLetterColor: colorOr(defaultClinicLook.logoLetterColor, letterColor),
  }))
}

function colorOr(fallback: string, color: string | null | undefined): string {
  return color && /^#[0-9a-f]{6}$/i.test(color) ? color.toLowerCase() : fallback
}

function firstLetter(name: string): string {
  const [letter = ''] = name.trim()
  const upper = letter.toLocaleUpperCase('en')
  return upper.length <= 2 ? upper : letter
}
