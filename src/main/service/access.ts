import { mapOk, type Result } from '../../shared/result.ts'
import type { CheckInPlace } from './check-in-service.ts'
import type { IntakeClient } from './client/client.ts'
import type { CallOptions } from './client/call-types.ts'
import type { ServiceError } from './http/errors.ts'

/** Whether the service lets this kiosk work here: one small read that needs a token, the grant and the location. */
export async function checkAccess(
  { partner }: Pick<IntakeClient, 'partner'>,
  { accountId, locationId }: Pick<CheckInPlace, 'accountId' | 'locationId'>,
  options?: CallOptions,
): Promise<Result<null, ServiceError>> {
  const input = { params: { accountId, locationId }, query: { limit: 1 } }
  return mapOk(await partner.formTemplateGroups.listForLocation(input, options), () => null)
}
