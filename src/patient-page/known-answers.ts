import { flatten } from '../forms/completeness.ts'
import type { Answers, FormElementModel, FormFacts, FormModel } from '../forms/model.ts'
import { normaliseAnswer } from '../forms/normalise.ts'
import type { IntakePerson } from '../shared/intake-person.ts'

/** Type of the element that asks for each fact, and possible names of its attribute: the documents name none. */
const asks: Readonly<Record<keyof IntakePerson, readonly [FormElementModel['type'], RegExp]>> = {
  firstName: ['textInput', /^(patient)?firstname$/],
  lastName: ['textInput', /^(patient)?(lastname|surname)$/],
  dateOfBirth: ['datePicker', /^(patient)?(dateofbirth|birthdate|dob)$/],
  phone: ['phoneNumber', /^(patient)?(mobile|cell)?phone(number)?$/],
  email: ['emailAddress', /^(patient)?email(address)?$/],
}
const facts = Object.keys(asks) as (keyof IntakePerson)[]

const nameOf = ({ attribute }: FormElementModel) =>
  (attribute ?? '').toLowerCase().replace(/[^a-z0-9]/g, '')
const factOf = (element: FormElementModel) =>
  facts.find((fact) => element.type === asks[fact][0] && asks[fact][1].test(nameOf(element)))

/** Checks if two elements ask for the same fact in the same way; labels alone say too little for that. */
export function asksTheSame(one: FormElementModel, other: FormElementModel): boolean {
  if (one.type !== other.type || String(one.options) !== String(other.options)) return false
  const fact = factOf(one)
  if (fact) return fact === factOf(other)
  return nameOf(one) !== '' && nameOf(one) === nameOf(other)
}

/** Finds the answers to a form that `person` has given already, by element id; the patient can change each. */
export function knownAnswers(form: FormModel, person: IntakePerson, place: FormFacts): Answers {
  const known = form.sections
    .flatMap(({ elements }) => flatten(elements))
    .flatMap((element) => {
      const fact = factOf(element)
      const value = fact && person[fact]
      return value ? [[String(element.id), normaliseAnswer(element, value, place)] as const] : []
    })
  return Object.fromEntries(known)
}
