import { drawQrCode } from '../base/draw-qr-code.ts'
import {
  type FormOriginRefusal,
  type FormOriginRule,
  checkFormAddress,
  describeRefusal,
} from '../form-origins/form-address.ts'
import { isServiceDown, type ConnectionMonitor } from '../service/connection/connection-monitor.ts'
import { err, ok } from '../../shared/result.ts'
import type { OwnPhonePort } from '../visit/ports.ts'

/** Characters of an address that a phone still reads from a screen. */
const mostCharacters = 1_000

/** What visits that go on at the patient's own phone are made of. */
export interface OwnPhoneParts {
  readonly monitor: Pick<ConnectionMonitor, 'current' | 'subscribe'>
  /** A phone is led to no other address than a form is opened at. */
  readonly rule: FormOriginRule
  readonly onRefused: (refusal: FormOriginRefusal) => void
}

/** The visit's way to the patient's own phone. */
export function createOwnPhonePort({ monitor, rule, onRefused }: OwnPhoneParts): OwnPhonePort {
  return {
    isDown: () => isServiceDown(monitor.current().state),
    onConnectionChange: (listener) => monitor.subscribe(listener),
    draw(url) {
      const checked = checkFormAddress(url, rule)
      if (!checked.ok) {
        onRefused(checked.error)
        return err({ kind: 'notConfirmed', reason: describeRefusal(checked.error) })
      }
      if (checked.value.length > mostCharacters)
        return err({ kind: 'notAllowed', reason: 'the address is too long for a QR code' })
      return ok(drawQrCode(checked.value))
    },
  }
}
