import { sameId, type Id } from '../../src/contract/values.ts'
import { createCheckInService } from '../../src/main/service/check-in-service.ts'
import { createIntakeClient } from '../../src/main/service/client/client.ts'
import type { IntakeClientOptions } from '../../src/main/service/client/call-types.ts'
import type { CheckInPlace } from '../../src/main/service/place.ts'
import { explain } from '../explain.ts'
import { exitCodes, type ExitCode } from '../exit-codes.ts'
import { err, type Result } from '../../src/shared/result.ts'
import { commandLimits } from '../service/limits.ts'

const { signal } = new AbortController()

/** Reasons why there is no form to open. */
export interface NoForm {
  readonly message: string
  readonly code: ExitCode
}

/** Finds the address of a patient's waiting form: of the named packet, or of the first. */
export async function findForm(
  options: IntakeClientOptions,
  place: Pick<CheckInPlace, 'accountId' | 'locationId'>,
  { patientId, packetId }: { readonly patientId: Id; readonly packetId: Id | undefined },
): Promise<Result<string, NoForm>> {
  const client = createIntakeClient({ limits: commandLimits, ...options })
  const lists = options.profile?.lists
  const checkIn = createCheckInService(client, {
    ...place,
    defaultTemplateGroupId: null,
    ...(lists && { lists }),
  })
  try {
    const waiting = await checkIn.openPackets(patientId, signal)
    if (!waiting.ok) return err(explain(waiting.error))
    const packet = waiting.value.find(({ id }) => packetId === undefined || sameId(id, packetId))
    if (!packet)
      return err({
        message:
          'No such form packet waits for this patient: npm run api -- partner.formPackets.create makes one.',
        code: exitCodes.refused,
      })
    const address = await checkIn.completionUrl(packet.id, signal)
    return address.ok ? address : err(explain(address.error))
  } finally {
    await client.close()
  }
}
