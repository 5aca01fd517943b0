import type { Id } from '../../contract/values.ts'
import type { WireProfile } from '../../contract/wire-profile.ts'

/** Where this kiosk stands, and what it hands out there. */
export interface CheckInPlace {
  readonly accountId: Id
  readonly locationId: Id
  readonly defaultTemplateGroupId: Id | null
  /** Of which country a phone number is that names none (ISO 3166-1 alpha-2). */
  readonly phoneRegion?: string
  /** What the wire profile says of lists; rows that do not name their patient are nobody's when it is left out. */
  readonly lists?: Pick<WireProfile['lists'], 'trustPatientFilter'>
}
