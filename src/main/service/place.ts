import type { Id } from '../../contract/values.ts'

/** Where this kiosk stands, and what it hands out there. */
export interface CheckInPlace {
  readonly accountId: Id
  readonly locationId: Id
  readonly defaultTemplateGroupId: Id | null
}
