import type { QrCode } from '../../../shared/qr-code.ts'
import type { Result } from '../../../shared/result.ts'
import type { OpenFormError } from '../../../shared/windows.ts'
import { assigned, type Given } from './assigned.ts'
import { resultOf, valueOf } from './event-values.ts'
import { ownPhoneMs } from './visit-delays.ts'
import type { VisitEvent } from './visit-types.ts'

/** Whether the forms can be filled in on the patient's own phone: the clinic wants it, and the service can be reached. */
export const mayUseOwnPhone = ({ context: { ports, packet } }: Pick<Given, 'context'>): boolean =>
  packet !== null && ports.ownPhone !== undefined && !ports.ownPhone.isDown()

const drawnOf = (event: VisitEvent) => valueOf(event) as Result<QrCode, OpenFormError>

/** Guards on the code for the patient's phone. */
export const ownPhoneGuards = {
  mayUseOwnPhone,
  codeIsRefused: ({ event }: Given) => resultOf(event).ok && !drawnOf(event).ok,
  codeIsNotConfirmed: ({ event }: Given) => {
    const drawn = resultOf(event).ok && drawnOf(event)
    return drawn && !drawn.ok && drawn.error.kind === 'notConfirmed'
  },
}

/** What is noted of it. */
export const ownPhoneActions = {
  logCodeRefused({ context, event }: Given) {
    const drawn = drawnOf(event)
    if (drawn.ok) return
    const { kind, reason: detail } = drawn.error
    context.ports.log.event('formFailed', { error: kind, detail })
  },
  // Audited before anybody sees it.
  logPhoneCodeShown: ({ context }: Given) => context.ports.log.event('phoneCodeShown', {}),
  keepPhoneCode: assigned(({ context, event }) => {
    const drawn = drawnOf(event)
    const endsAt = context.ports.now() + ownPhoneMs
    return { phoneCode: drawn.ok ? { code: drawn.value, endsAt } : null }
  }),
  forgetPhoneCode: assigned(() => ({ phoneCode: null })),
}
