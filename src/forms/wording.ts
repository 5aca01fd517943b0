import { m } from '../i18n/paraglide/messages.js'
import type { Locale } from '../shared/ipc.ts'
import type { ElementProblem } from './problems.ts'
import type { BodyMark, FormElementModel } from './model.ts'
import type { RegionName } from './body-regions.ts'
import { regionAt, regionsOf } from './body-regions.ts'

/** What is wrong with an answer and how to mend it, in plain words. */
export function problemText({ element, problem }: ElementProblem, locale: Locale): string {
  const options = { locale }
  switch (problem) {
    case 'required':
      return requiredText(element, locale)
    case 'incomplete':
      return m.forms_problem_incomplete_date({}, options)
    case 'notADate':
      return m.forms_problem_not_a_date({}, options)
    case 'notAnEmail':
      return m.forms_problem_not_an_email({}, options)
    case 'notAPhone':
      return m.forms_problem_not_a_phone({}, options)
    case 'tooLong':
      return m.forms_problem_too_long({}, options)
  }
}

function requiredText(element: FormElementModel, locale: Locale): string {
  const options = { locale }
  switch (element.type) {
    case 'checkbox':
      return element.options.length > 0
        ? m.forms_problem_required_choice({}, options)
        : m.forms_problem_required_box({}, options)
    case 'radioButton':
    case 'dropdown':
    case 'paymentField':
      return m.forms_problem_required_choice({}, options)
    case 'signature':
      return m.forms_problem_required_signature({}, options)
    case 'fileUpload':
      return m.forms_problem_required_file({}, options)
    case 'bodyDiagram':
      return m.forms_problem_required_body({}, options)
    case 'address':
      return m.forms_problem_required_address({}, options)
    case 'datePicker':
      return m.forms_problem_incomplete_date({}, options)
    default:
      return m.forms_problem_required({}, options)
  }
}

/** The name of a part of the body. */
function regionText(region: RegionName, locale: Locale): string {
  return m[`forms_region_${region}`]({}, { locale })
}

/** A mark on the body in words: "Left knee (front)", or "Lower back", which has only one side. */
export function markText(mark: BodyMark, locale: Locale): string {
  const name = regionAt(mark)
  const region = regionText(name, locale)
  const other = mark.side === 'front' ? 'back' : 'front'
  if (!regionsOf(other).some((each) => each.name === name)) return region
  const side = m[`forms_body_${mark.side}`]({}, { locale }).toLocaleLowerCase(locale)
  return m.forms_body_place({ region, side }, { locale })
}
