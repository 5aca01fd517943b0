import { m } from '../i18n/paraglide/messages.js'
import type { Locale } from '../shared/ipc.ts'
import { asAddress, asChoices, asFile, asMarks, asText } from './answers.ts'
import { isAnswered, isBegun } from './completeness.ts'
import { countryName } from './countries.ts'
import { paymentChoices, type AnswerValue, type FormElementModel } from './model.ts'
import { dateParts, isTypedDate } from './typed-date.ts'
import { markText } from './wording.ts'

/** Returns an answer in readable lines; none without an answer. A picture has no lines, see `answerPicture`. */
export function answerLines(element: FormElementModel, value: AnswerValue, locale: Locale) {
  const options = { locale }
  if (!isAnswered(element, value) && !isBegun(element, value)) return []
  const text = asText(value)
  switch (element.type) {
    case 'checkbox':
      return element.options.length > 0 ? asChoices(value) : [m.forms_review_ticked({}, options)]
    case 'datePicker':
      return [isTypedDate(text) ? dateText(text, locale) : text]
    case 'address': {
      const { city, stateProvince, postalCode, country, ...street } = asAddress(value)
      const town = [city, [stateProvince, postalCode].filter(Boolean).join(' ')]
      const land = country && countryName(country, locale)
      const lines = [street.address1, street.address2, town.filter(Boolean).join(', '), land]
      return lines.flatMap((line) => line || [])
    }
    case 'bodyDiagram':
      return asMarks(value).map((mark) => markText(mark, locale))
    case 'fileUpload':
      return [asFile(value)?.fileName ?? m.forms_file_at_desk({}, options)]
    case 'paymentField': {
      const choice = paymentChoices.find((each) => each === text)
      return choice ? [m.forms_payment({ by: choice }, options)] : [text]
    }
    case 'signature':
      return text.startsWith('data:') ? [] : [text]
    default:
      return text.split('\n')
  }
}

/** Returns an answer's picture as a data URL: a drawn signature or a photo. */
export function answerPicture(value: AnswerValue): string | undefined {
  const file = asFile(value)
  if (file) return file.mediaType.startsWith('image/') ? file.dataUrl : undefined
  return asText(value).startsWith('data:image/') ? asText(value) : undefined
}

/** Writes out a day (`YYYY-MM-DD`) in a language. */
export function dateText(date: string, locale: Locale): string {
  const { year, month, day } = dateParts(date)
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(
    Date.UTC(Number(year), Number(month) - 1, Number(day)),
  )
}

/** Picks the elements whose answers carry a date: a form's signatures, or, if it has none, its agreements to a text. */
export function datedElements(elements: readonly FormElementModel[]): ReadonlySet<number> {
  const signatures = elements.filter(({ type }) => type === 'signature')
  const dated = signatures.length > 0 ? signatures : elements.filter(({ text }) => text !== '')
  return new Set(dated.map(({ id }) => id))
}
