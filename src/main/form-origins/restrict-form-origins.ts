import { err } from '../../shared/result.ts'
import type { FormsPort } from '../visit/forms-port.ts'
import { describeRefusal, checkFormAddress } from './form-address.ts'
import type { FormOriginRefusal, FormOriginRule } from './form-address.ts'

/**
 * Wraps a `FormsPort`: an address that `rule` refuses is reported to `onRefused` and fails as `notConfirmed`.
 */
export function restrictFormOrigins(
  forms: FormsPort,
  rule: FormOriginRule,
  onRefused: (refusal: FormOriginRefusal) => void,
): FormsPort {
  return {
    async open(url, events) {
      const checked = checkFormAddress(url, rule)
      if (checked.ok) return forms.open(checked.value, events)
      onRefused(checked.error)
      return err({ kind: 'notConfirmed', reason: describeRefusal(checked.error) })
    },
  }
}
