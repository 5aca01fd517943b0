import type { Id } from '../../contract/values.ts'
import type { WireProfile } from '../../contract/wire-profile.ts'

/** Location of this kiosk, and the forms it hands out there. */
export interface CheckInPlace {
  readonly accountId: Id
  readonly locationId: Id
  readonly defaultTemplateGroupId: Id | null
  /** Country of a phone number that names none (ISO 3166-1 alpha-2). */
  readonly phoneRegion?: string
  /** The wire profile's rules for lists; without them, rows that name no patient belong to nobody. */
  readonly lists?: Pick<WireProfile['lists'], 'trustPatientFilter'>
}
