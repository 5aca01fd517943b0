import { elementTypes } from '../../../contract/form-elements.ts'
import type { AnsweredForm, AnswerShown } from '../../../shared/staff-intakes.ts'
import type { Intake, IntakeForm } from '../../offline/intake.ts'
import { givenIn, type Given } from '../../offline/outbox/answers.ts'

/** What was answered in each form of an intake, in the order in which the form asks; what says nothing is left out. */
export function answersShown(intake: Intake): readonly AnsweredForm[] {
  const given = givenIn(intake)
  return intake.forms.map(({ template }, form) => {
    const fields = fieldsOf(template)
    const places = new Map(fields.map(({ id }, place) => [String(id), place]))
    const placeOf = ({ element }: Given) => places.get(element) ?? fields.length
    const answers = given
      .filter((each) => each.form === form)
      .sort((one, other) => placeOf(one) - placeOf(other))
      .map((each) => ({
        label: fields[placeOf(each)]?.label ?? null,
        answer: answerShown(each),
      }))
    return { name: template.name, answers }
  })
}

function fieldsOf({ formTemplateSections }: IntakeForm['template']) {
  return formTemplateSections
    .flatMap(({ formElements }) => formElements)
    .flatMap((element) => [element, ...(element.children ?? [])])
}

const payments = ['card', 'cash', 'talk'] as const

function answerShown({ type, value }: Given): AnswerShown {
  if (typeof value === 'boolean') return { kind: 'flag', is: value }
  if (typeof value === 'string') return textShown(type, value)
  if ('dataUrl' in value) return { kind: 'file', name: value.fileName }
  if ('address1' in value) {
    const { address1, address2, city, stateProvince, postalCode, country = '' } = value
    const town = [city, stateProvince, postalCode, country].filter((part) => part !== '')
    const lines = [address1, address2, town.join(' ')].filter((line) => line !== '')
    return { kind: 'several', texts: lines }
  }
  const texts = value.filter((each) => typeof each === 'string')
  return texts.length > 0 ? { kind: 'several', texts } : { kind: 'marks' }
}

function textShown(type: number | null, text: string): AnswerShown {
  if (text.startsWith('data:')) return { kind: 'drawn' }
  // The patient brings the paper: what the page leaves there is no name.
  if (type === elementTypes.fileUpload) return { kind: 'file', name: null }
  const by = payments.find((each) => type === elementTypes.paymentField && each === text)
  if (by) return { kind: 'payment', by }
  const isDate = type === elementTypes.datePicker && /^\d{4}-\d{2}-\d{2}$/.test(text)
  return isDate ? { kind: 'date', date: text } : { kind: 'text', text }
}
