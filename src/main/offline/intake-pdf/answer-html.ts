import { m } from '../../../i18n/paraglide/messages.js'
import { answerLines, answerPicture, dateText } from '../../../forms/answer-text.ts'
import { asFile } from '../../../forms/answers.ts'
import type { AnswerValue, FileValue, FormElementModel } from '../../../forms/model.ts'
import type { Locale } from '../../../shared/ipc.ts'
import { escaped, isolated, ownDirection } from './print.ts'

/** Pictures that Chromium draws of itself, and that are nothing but a picture. */
const picture = /^data:image\/(?:png|jpeg|webp|gif);base64,[A-Za-z0-9+/]+={0,2}$/

/** An answer as it is printed: its lines, or its picture. `datedOn` (YYYY-MM-DD): the day that it binds from, where it does. */
export function answerHtml(
  element: FormElementModel,
  value: AnswerValue,
  locale: Locale,
  datedOn: string | undefined,
): string {
  const shown = partsOf(element, value, locale)
  if (shown.length === 0)
    return `<p class="empty">${escaped(m.staff_pdf_empty({}, { locale }))}</p>`
  const date = datedOn && m.forms_dated({ date: dateText(datedOn, locale) }, { locale })
  return [...shown, ...(date ? [line(date)] : [])].join('')
}

function partsOf(element: FormElementModel, value: AnswerValue, locale: Locale): string[] {
  const file = element.type === 'fileUpload' ? asFile(value) : undefined
  if (file) return fileParts(file, locale)
  const drawn = element.type === 'signature' ? answerPicture(value) : undefined
  if (drawn !== undefined) {
    if (!picture.test(drawn)) return [line(m.staff_pdf_signature_lost({}, { locale }))]
    return [image('signature', drawn, m.staff_pdf_signature({}, { locale }))]
  }
  return answerLines(element, value, locale).map((each) => ownDirection('p', each))
}

function fileParts(file: FileValue, locale: Locale): string[] {
  const { fileName, mediaType: type, dataUrl } = file
  const name = isolated(fileName)
  const size = sizeText(dataUrl, locale)
  if (!picture.test(dataUrl)) return [line(m.staff_pdf_file({ name, type, size }, { locale }))]
  return [image('file', dataUrl, fileName), line(m.staff_pdf_picture({ name, size }, { locale }))]
}

/** A line in our own words. */
const line = (words: string) => `<p>${escaped(words)}</p>`

const image = (kind: 'signature' | 'file', source: string, words: string) =>
  `<img class="${kind}" src="${escaped(source)}" alt="${escaped(words)}">`

/** Formats the size of the file in a data URL, in kilobytes or megabytes. */
function sizeText(dataUrl: string, locale: Locale): string {
  const bytes = Math.floor(((dataUrl.length - dataUrl.indexOf(',') - 1) * 3) / 4)
  const isLarge = bytes >= 1_000_000
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: isLarge ? 'megabyte' : 'kilobyte',
    maximumFractionDigits: isLarge ? 1 : 0,
  }).format(isLarge ? bytes / 1_000_000 : Math.max(1, bytes / 1_000))
}
