import type { Id } from '../../contract/values.ts'
import type { WireProfile } from '../../contract/wire-profile.ts'

export interface CheckInPlace {
  readonly accountId: Id
  readonly locationId: Id
  readonly defaultTemplateGroupId: Id | null
  /** Country of a phone number that names none (ISO 3166-1 alpha-2). */
  readonly phoneRegion?: string
  /** Without them, rows that name no patient belong to nobody. */
  readonly lists?: Pick<WireProfile['lists'], 'trustPatientFilter'>
}
