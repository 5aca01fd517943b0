import { err, type Result } from '../../../shared/result.ts'
import type { FormView, OpenFormError } from '../../../shared/windows.ts'
import { checkFormAddress, describeRefusal } from './form-address.ts'
import type { FormOriginRefusal, FormOriginRule } from './form-address.ts'

/** Opens forms; the visit's `FormsPort` is one. */
interface FormOpener<Events> {
  open(url: string, events: Events): Promise<Result<FormView, OpenFormError>>
}

/**
 * Wraps what opens forms: an address that `rule` refuses is reported to `onRefused` and fails as `notConfirmed`.
 */
export function restrictFormOrigins<Events>(
  forms: FormOpener<Events>,
  rule: FormOriginRule,
  onRefused: (refusal: FormOriginRefusal) => void,
): FormOpener<Events> {
  return {
    async open(url, events) {
      const checked = checkFormAddress(url, rule)
      if (checked.ok) return forms.open(checked.value, events)
      onRefused(checked.error)
      return err({ kind: 'notConfirmed', reason: describeRefusal(checked.error) })
    },
  }
}
