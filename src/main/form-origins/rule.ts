import { isPractice } from '../bootstrap/unsafe-launch-options.ts'
import type { Settings } from '../settings/schema.ts'
import type { FormOriginRule } from './judge.ts'

/** Where the forms of a kiosk with these settings may stand. */
export function formOriginRule(settings: Settings): FormOriginRule {
  return { origins: settings.formView.origins, isPractice: isPractice(settings) }
}
