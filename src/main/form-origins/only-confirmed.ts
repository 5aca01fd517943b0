import { err } from '../../shared/result.ts'
import type { FormsPort } from '../visit/forms-port.ts'
import { describeRefusal, judgeFormAddress } from './judge.ts'
import type { FormOriginRefusal, FormOriginRule } from './judge.ts'

/**
 * The same forms, of which none is opened at an address that `rule` does not let: that fails as `notConfirmed`, once
 * `onRefused` has heard of it.
 */
export function onlyConfirmed(
  forms: FormsPort,
  rule: FormOriginRule,
  onRefused: (refusal: FormOriginRefusal) => void,
): FormsPort {
  return {
    async open(url, events) {
      const judged = judgeFormAddress(url, rule)
      if (judged.ok) return forms.open(judged.value, events)
      onRefused(judged.error)
      return err({ kind: 'notConfirmed', reason: describeRefusal(judged.error) })
    },
  }
}
