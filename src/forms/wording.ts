import { m } from '../i18n/paraglide/messages.js'
import { datePartOrder } from '../shared/calendar-date.ts'
import { addressWords, homeCountry } from './countries.ts'
import type { Locale } from '../shared/ipc.ts'
import { addressParts } from './answers.ts'
import type { ElementProblem, FieldPart } from './problems.ts'
import type { BodyMark, FormElementModel, FormFacts } from './model.ts'
import type { RegionName } from './body-regions.ts'
import { regionAt, regionsOf } from './body-regions.ts'

/** Describes an answer's problem and its remedy, in plain words. */
export function problemText(found: ElementProblem, locale: Locale, facts: FormFacts = {}): string {
  const options = { locale }
  const { element, problem, parts } = found
  switch (problem) {
    case 'required':
      return requiredText(element, locale)
    case 'incomplete':
      return m.forms_problem_incomplete({ parts: partsText(found, locale, facts) }, options)
    case 'notADate':
      return parts.includes('year')
        ? m.forms_problem_year({}, options)
        : m.forms_problem_day({}, options)
    case 'notAnEmail':
      return m.forms_problem_not_an_email({}, options)
    case 'notAPhone':
      return m.forms_problem_not_a_phone({}, options)
    case 'tooLong':
      return m.forms_problem_too_long({}, options)
  }
}

/** Names the missing parts of a field: "the day and the year". */
function partsText({ parts, country }: ElementProblem, locale: Locale, facts: FormFacts): string {
  const list = new Intl.ListFormat(locale, { type: 'conjunction' })
  const order: readonly FieldPart[] = [...datePartOrder(locale), ...addressParts]
  const inOrder = order.filter((part) => parts.includes(part))
  const names = addressWords(country ?? homeCountry(facts))
  const nameOf = (part: FieldPart) =>
    part === 'stateProvince' || part === 'postalCode' ? names[part] : part
  return list.format(inOrder.map((part) => m[`forms_part_${nameOf(part)}`]({}, { locale })))
}

/** Words for what the record knows by name: only there it is certain that the patient's own is meant. */
const ownWords: Readonly<Record<string, typeof m.forms_required_first_name>> = {
  first_name: m.forms_required_first_name,
  last_name: m.forms_required_last_name,
  date_of_birth: m.forms_required_date_of_birth,
  mobile_phone: m.forms_required_mobile_phone,
  email: m.forms_required_email,
  home_address: m.forms_required_home_address,
}

function requiredText(element: FormElementModel, locale: Locale): string {
  const options = { locale }
  const own = element.attribute === null ? undefined : ownWords[element.attribute]
  if (own) return own({}, options)
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
      return m.forms_problem_required_date({}, options)
    case 'phoneNumber':
      return m.forms_problem_required_phone({}, options)
    case 'emailAddress':
      return m.forms_problem_required_email({}, options)
    case 'initials':
      return m.forms_problem_required_initials({}, options)
    default:
      return m.forms_problem_required({}, options)
  }
}

/** Returns the name of a part of the body. */
function regionText(region: RegionName, locale: Locale): string {
  return m[`forms_region_${region}`]({}, { locale })
}

/** Returns a mark on the body in words: "Left knee (front)", or "Lower back", which has only one side. */
export function markText(mark: BodyMark, locale: Locale): string {
  const name = regionAt(mark)
  const region = regionText(name, locale)
  const other = mark.side === 'front' ? 'back' : 'front'
  if (!regionsOf(other).some((each) => each.name === name)) return region
  const side = m[`forms_body_${mark.side}`]({}, { locale }).toLocaleLowerCase(locale)
  return m.forms_body_place({ region, side }, { locale })
}
