import { contract } from '../../contract/index.ts'
import { anyAnswer } from '../../contract/readers/reading.ts'
import { ok } from '../../shared/result.ts'
import type { CheckInPlace } from './place.ts'
import type { IntakeClient } from './client/client.ts'
import type { CallOptions } from './client/call-types.ts'
import { isMisread } from './http/errors.ts'
import type { Read } from './resources/site.ts'

/** Checks the kiosk's access by one small read that needs token, grant and location, whatever its content. */
export async function checkAccess(
  client: Pick<IntakeClient, 'read'>,
  { accountId, locationId }: Pick<CheckInPlace, 'accountId' | 'locationId'>,
  options?: CallOptions,
): Read<null> {
  const input = { params: { accountId, locationId }, query: { limit: 1 } }
  const { listForLocation } = contract.partner.formTemplateGroups
  const answer = await client.read(listForLocation, anyAnswer, input, options)
  // However it reads, an answer shows that the token was good.
  return !answer.ok && isMisread(answer.error) ? ok(null) : answer
}
