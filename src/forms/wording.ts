import { m } from '../i18n/paraglide/messages.js'
import { datePartOrder } from '../shared/calendar-date.ts'
import { addressWords, homeCountry } from './countries.ts'
import { folded } from '../shared/folded.ts'
import type { Locale } from '../shared/ipc.ts'
import { addressParts } from './answers.ts'
import type { ElementProblem, FieldPart } from './problems.ts'
import type { BodyMark, FormElementModel, FormFacts } from './model.ts'
import { regionAt, regionsOf } from './body-regions.ts'

/** Describes an answer's problem and its remedy, in plain words. */
export function problemText(found: ElementProblem, locale: Locale, facts: FormFacts = {}): string {
  const { element, problem } = found
  if (problem === 'required') return requiredText(element, locale)
  const wrong = found.parts.includes('year') ? 'year' : 'day'
  const of = problem === 'notADate' ? wrong : problem
  const parts = problem === 'incomplete' ? partsText(found, locale, facts) : ''
  return m.forms_problem({ of, parts }, { locale })
}

function partsText({ parts, country }: ElementProblem, locale: Locale, facts: FormFacts): string {
  const list = new Intl.ListFormat(locale, { type: 'conjunction' })
  const order: readonly FieldPart[] = [...datePartOrder(locale), ...addressParts]
  const inOrder = order.filter((part) => parts.includes(part))
  const names = addressWords(country ?? homeCountry(facts))
  const nameOf = (part: FieldPart) =>
    part === 'stateProvince' || part === 'postalCode' ? names[part] : part
  return list.format(inOrder.map((part) => m.forms_part({ part: nameOf(part) }, { locale })))
}

/** Asks for what the record knows by name in words of its own: only there it is certain that the patient's is meant. */
function requiredText({ attribute, type, options }: FormElementModel, locale: Locale): string {
  const own = attribute && m.forms_required({ attribute }, { locale })
  const isChoice = type === 'radioButton' || type === 'dropdown' || type === 'paymentField'
  const of = isChoice || (type === 'checkbox' && options.length > 0) ? 'choice' : type
  return own || m.forms_problem_required({ of }, { locale })
}

/** Returns a mark on the body in words: "Left knee (front)", or "Lower back", which has only one side. */
export function markText(mark: BodyMark, locale: Locale): string {
  const name = regionAt(mark)
  const region = m.forms_body_region({ region: name }, { locale })
  const other = mark.side === 'front' ? 'back' : 'front'
  if (!regionsOf(other).some((each) => each.name === name)) return region
  const side = m.forms_body_side({ side: mark.side }, { locale }).toLocaleLowerCase(locale)
  return m.forms_body_place({ region, side }, { locale })
}

// Nothing for what somebody takes: medicines that begin alike are too easily mistaken for each other.
const usual = [
  { about: 'allergies', asks: /allerg|al[eé]rg/i },
  { about: 'relations', asks: /\brelation|how do you know|parentesco|relaci[oó]n|conoce/i },
] as const

/** Lists usual answers that begin as `typed`, in its last part after a comma; null for questions without any. */
export function suggestAnswers(
  { type, label, attribute }: FormElementModel,
  typed: string,
): readonly string[] | null {
  const found = usual.find(({ asks }) => asks.test(`${label} ${attribute ?? ''}`))
  if (!found || type !== 'textInput') return null
  const [before = '', begun = ''] = /^(.*,\s*)?(.*)$/s.exec(typed)?.slice(1) ?? []
  const words = m.forms_usual({ about: found.about }).split(', ')
  const fits = (word: string) => word !== begun && folded(word).startsWith(folded(begun))
  return begun === '' ? [] : words.filter(fits).map((word) => before + word)
}
