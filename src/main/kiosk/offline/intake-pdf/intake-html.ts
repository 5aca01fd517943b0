import { m } from '../../../../i18n/paraglide/messages.js'
import {
  answerLines,
  answerPicture,
  dateText,
  datedElements,
} from '../../../../forms/answer-text.ts'
import { answerOf, asFile } from '../../../../forms/answers.ts'
import { askedElements, askedInForm, flatten } from '../../../../forms/completeness.ts'
import type { AnswerValue, FileValue, FormElementModel } from '../../../../forms/model.ts'
import { hasNumberedIds, toFormModel } from '../../../../forms/template.ts'
import { isTypedDate } from '../../../../forms/typed-date.ts'
import { isoDate, localDate } from '../../../../shared/calendar-date.ts'
import type { Locale } from '../../../../shared/ipc.ts'
import type { Intake, IntakeForm } from '../intake.ts'

export interface IntakePrint {
  /** The language of its headings; forms and answers are in their own. */
  readonly locale: Locale
  readonly paper: 'letter' | 'A4'
  readonly kiosk: string
  readonly printedAt: Date
}

/** An intake to print; null: it cannot be read, and the print says so. */
export interface PrintedIntake {
  readonly helpNumber: string
  readonly intake: Intake | null
}

/** Renders intakes as HTML to print, each from a page of its own; words are escaped, and nothing is loaded or run. */
export function intakesHtml(all: readonly PrintedIntake[], print: IntakePrint): string {
  const { locale, paper } = print
  const options = { locale }
  const numbers = all.map(({ helpNumber }) => m.staff_pdf_number({ number: helpNumber }, options))
  const titleOf = (number: string) => `${m.staff_pdf_title({}, options)} · ${number}`
  const articles = all.map(({ intake }, at) => {
    const body = intake
      ? intakeHtml(intake, print)
      : `<p>${escaped(m.staff_intake_unreadable({}, options))}</p>`
    return `<article style="page: intake-${at}"><h1>${escaped(titleOf(numbers[at] ?? ''))}</h1>
${body}</article>`
  })
  return `<!doctype html>
<html lang="${locale}">
<head><meta charset="utf-8"><title>${escaped(titleOf(numbers.join(', ')))}</title>
<style>${printStyle({ paper, feet: numbers.map(cssString) })}</style></head>
<body>${articles.join('\n')}
</body></html>`
}

function intakeHtml(intake: Intake, print: IntakePrint): string {
  const { locale } = print
  const day = isoDate(localDate(new Date(intake.finishedAt ?? intake.startedAt)))
  return `<p>${escaped(m.staff_pdf_intro({}, { locale }))}</p>
${aboutHtml(intake, print)}
${intake.forms.map((form) => formHtml(form, locale, day)).join('\n')}`
}

function aboutHtml(intake: Intake, { locale, kiosk, printedAt }: IntakePrint): string {
  const options = { locale }
  const { person, proved } = intake
  const { dateOfBirth: birth } = person
  const proof = (channel: 'sms' | 'email') =>
    proved.includes(channel) ? ` (${m.staff_pdf_proved({}, options)})` : ''
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short' })
  const time = (at: Date | string) => format.format(new Date(at))
  const languages = new Intl.DisplayNames(locale, { type: 'language' })
  const rows: readonly (readonly [string, string | null | undefined])[] = [
    [m.staff_pdf_name({}, options), `${person.firstName} ${person.lastName}`],
    [m.staff_pdf_birth({}, options), isTypedDate(birth) ? dateText(birth, locale) : birth],
    [m.staff_pdf_phone({}, options), person.phone && person.phone + proof('sms')],
    [m.staff_pdf_email({}, options), person.email && person.email + proof('email')],
    [m.staff_pdf_language({}, options), languages.of(intake.language)],
    [m.staff_pdf_started({}, options), time(intake.startedAt)],
    [m.staff_pdf_finished({}, options), intake.finishedAt && time(intake.finishedAt)],
    [m.staff_pdf_kiosk({}, options), kiosk],
    [m.staff_pdf_saved({}, options), time(printedAt)],
  ]
  const cells = rows.flatMap(([name, value]) =>
    value
      ? `<tr><th scope="row">${escaped(name)}</th><td>${ownDirection('bdi', value)}</td></tr>`
      : [],
  )
  return `<table>${cells.join('')}</table>`
}

function formHtml({ template, version, answers }: IntakeForm, locale: Locale, day: string): string {
  const options = { locale }
  const head = `<h2 dir="auto">${escaped(template.name)}${
    version === null ? '' : ` <small>${escaped(m.staff_pdf_version({ version }, options))}</small>`
  }</h2>`
  if (!hasNumberedIds(template))
    return `${head}<p>${escaped(m.staff_pdf_unreadable({}, options))}</p>`
  const form = toFormModel(template)
  const dated = datedElements(askedInForm(form, answers))
  const row = (element: FormElementModel) => {
    const text = element.text
      .split(/\n\s*\n/)
      .flatMap((each) => (each.trim() ? ownDirection('p', each.trim()) : []))
      .join('')
    const datedOn = dated.has(element.id) ? day : undefined
    const answer = answerHtml(element, answerOf(answers, element.id), locale, datedOn)
    return `<div class="row">${ownDirection('dt', element.label)}<dd>${
      text && `<div class="text">${text}</div>`
    }${answer}</dd></div>`
  }
  const sections = form.sections.map(({ name, elements }) => {
    const rows = flatten(askedElements(elements, answers)).map(row).join('\n')
    return `${name ? ownDirection('h3', name) : ''}<dl>${rows}</dl>`
  })
  return `<section>${head}${sections.join('\n')}</section>`
}

/** Pictures that Chromium draws of itself, and that are nothing but a picture. */
const picture = /^data:image\/(?:png|jpeg|webp|gif);base64,[A-Za-z0-9+/]+={0,2}$/

/** `datedOn` (YYYY-MM-DD): the day that it binds from, where it does. */
function answerHtml(
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

const line = (words: string) => `<p>${escaped(words)}</p>`

const image = (kind: 'signature' | 'file', source: string, words: string) =>
  `<img class="${kind}" src="${escaped(source)}" alt="${escaped(words)}">`

function sizeText(dataUrl: string, locale: Locale): string {
  const bytes = Math.floor(((dataUrl.length - dataUrl.indexOf(',') - 1) * 3) / 4)
  const isLarge = bytes >= 1_000_000
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: isLarge ? 'megabyte' : 'kilobyte',
    maximumFractionDigits: isLarge ? 1 : 0,
  }).format(isLarge ? bytes / 1_000_000 : Math.max(1, bytes / 1_000))
}

/** A text that stands for nothing but itself, between tags and in a quoted attribute; newlines stay. */
const escaped = (text: string): string =>
  text
    // A character that no document may hold becomes the replacement character.
    .replace(/[^\P{Cc}\t\n\r]/gu, '\ufffd')
    .replace(/[&<>"']/g, (one) => `&#${one.charCodeAt(0)};`)

/** A text as a string of CSS, quotes included; nothing in it ends the string or the style. */
const cssString = (text: string): string =>
  `"${text.replace(/[^A-Za-z0-9 ]/gu, (one) => `\\${(one.codePointAt(0) ?? 0).toString(16)} `)}"`

const ownDirection = (tag: 'p' | 'dt' | 'h3' | 'bdi', text: string): string =>
  `<${tag} dir="auto">${escaped(text)}</${tag}>`

/** A text inside another one, whose direction it does not change. */
const isolated = (text: string): string => `\u2068${text}\u2069`

/** Regions that use US Letter paper (CLDR, `US-Letter`); all others use A4. */
const letter = 'BZ CA CL CO CR GT MX NI PA PH PR SV US VE'.split(' ')

/** Finds the paper of a country (ISO 3166-1 alpha-2). */
export const paperOf = (country: string): 'letter' | 'A4' =>
  letter.includes(country) ? 'letter' : 'A4'

function printStyle({ paper, feet }: { readonly paper: string; readonly feet: readonly string[] }) {
  const small = "font: 8.5pt 'Noto Sans', sans-serif; color: #444"
  return `
@page { size: ${paper}; margin: 18mm 16mm 20mm;
  @bottom-right { content: counter(page) " / " counter(pages); ${small} } }
${feet.map((foot, at) => `@page intake-${at} { @bottom-left { content: ${foot}; ${small} } }`).join('\n')}
article + article { break-before: page }
* { box-sizing: border-box }
body { margin: 0; font: 10.5pt/1.4 'Noto Sans', 'Segoe UI', 'Helvetica Neue', sans-serif; color: #111 }
h1 { font-size: 16pt; margin: 0 0 6pt }
h2 { font-size: 13pt; margin: 18pt 0 4pt; padding-block-end: 2pt; border-block-end: 1.5pt solid #111; break-after: avoid }
h2 small { font-weight: 400; font-size: 9pt; color: #444 }
h3 { font-size: 11pt; margin: 10pt 0 2pt; break-after: avoid }
p { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere }
table { border-collapse: collapse; margin-block: 8pt; inline-size: 100% }
th, td { text-align: start; vertical-align: top; padding: 2pt 6pt 2pt 0; border-block-end: .5pt solid #bbb; overflow-wrap: anywhere }
th { font-weight: 400; color: #444; inline-size: 32% }
dl { margin: 0 }
.row { padding-block: 4pt; border-block-end: .5pt solid #bbb }
dt { color: #444; break-after: avoid; overflow-wrap: anywhere }
dd { margin: 0; font-weight: 600 }
.text { font-weight: 400; font-size: 9pt; color: #333; border-inline-start: 2pt solid #bbb; padding-inline-start: 6pt; margin-block: 3pt }
.text p + p { margin-block-start: 4pt }
.empty { font-weight: 400; font-style: italic; color: #555 }
img { display: block; max-inline-size: 100%; margin-block: 3pt; break-inside: avoid }
img.signature { max-block-size: 28mm }
img.file { max-block-size: 190mm }`
}
