import type { FormOriginRule } from '../form-origins/form-address.ts'
import { isPractice } from './practice.ts'
import type { Settings } from './schema.ts'

/** Where the forms of a kiosk with these settings may stand. */
export function formOriginRule(settings: Settings): FormOriginRule {
  return { origins: settings.formView.origins, isPractice: isPractice(settings) }
}
