import { contract } from '../../contract/index.ts'
import { anyAnswer } from '../../contract/readers/reading.ts'
import type { Result } from '../../shared/result.ts'
import type { CheckInPlace } from './place.ts'
import type { IntakeClient } from './client/client.ts'
import type { CallOptions } from './client/call-types.ts'
import { isMisread, type ServiceError } from './http/errors.ts'

/**
 * Checks the kiosk's access with one small read that needs a token, the grant and the location. Ignores the answer's
 * content.
 */
export async function checkAccess(
  client: Pick<IntakeClient, 'read'>,
  { accountId, locationId }: Pick<CheckInPlace, 'accountId' | 'locationId'>,
  options?: CallOptions,
): Promise<Result<null, ServiceError>> {
  const input = { params: { accountId, locationId }, query: { limit: 1 } }
  const { listForLocation } = contract.partner.formTemplateGroups
  const answer = await client.read(listForLocation, anyAnswer, input, options)
  // Any answer of the service counts, however it reads: it shows that the token was good.
  return !answer.ok && isMisread(answer.error) ? { ok: true, value: null } : answer
}
