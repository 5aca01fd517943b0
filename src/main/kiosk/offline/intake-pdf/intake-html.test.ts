import { describe, expect, it } from 'vitest'
import { elementTypes } from '../../../../shared/form-elements.ts'
import { dot, fullIntake, questions } from '#harness/offline/full-intake.ts'
import { formOf } from '#harness/offline/sample-intakes.ts'
import type { Intake } from '../intake.ts'
import { intakesHtml, paperOf, type IntakePrint } from './intake-html.ts'

const print: IntakePrint = {
  locale: 'en',
  paper: 'A4',
  kiosk: 'front desk',
  printedAt: new Date(2026, 2, 10, 18, 0),
}

const intakeHtml = (intake: Intake, how: IntakePrint) =>
  intakesHtml([{ helpNumber: intake.helpNumber, intake }], how)

/** The questions of a document with what stands under each, without tags. */
function rowsOf(html: string): Record<string, string> {
  const plain = (text = '') =>
    text
      .replace(/<img class="(\w+)"[^>]*>/g, '[$1] ')
      .replace(/<[^>]+>/g, ' ')
      .replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))
      .replace(/[\u2068\u2069]/g, '')
      .replace(/\s+/g, ' ')
      .trim()
  const rows = html.matchAll(/<dt dir="auto">(.*?)<\/dt><dd>(.*?)<\/dd>/gs)
  return Object.fromEntries([...rows].map(([, label, answer]) => [plain(label), plain(answer)]))
}

describe('a printed intake', () => {
  it('shows every kind of question with its answer, and none that was not asked', () => {
    expect(new Set(questions.map(({ type }) => type)).size).toBe(Object.keys(elementTypes).length)
    expect(rowsOf(intakeHtml(fullIntake(), print))).toEqual({
      'Preferred name': 'Annie',
      'Tell us more': 'First line مرحبا بالعالم 王小明',
      Insurance: 'Acme',
      Allergies: 'Nuts Milk',
      'Do you smoke?': 'No',
      'Since when not?': 'Since 2019',
      'Last visit': 'February 29, 2024',
      'Phone at work': '+12065550188',
      'Email at work': 'ana@work.example',
      Home: '1 Main Street Seattle, WA 98101',
      Payment: 'With cash or a check at the desk',
      'Where does it hurt?': 'Lower back',
      'I agree': 'The clinic keeps your data. You can ask for it. Yes',
      Initials: 'AL',
      Signature: '[signature] Date: March 10, 2026',
      'Insurance card': '[file] card.png (1 kB)',
      Referral: 'referral.pdf (application/pdf, 2.1 MB): this file is on the kiosk alone.',
      नमस्ते: 'Ünïcode',
      Nickname: 'Not answered',
    })
  })

  it('stands among others from a page of its own, each with its number, also where one cannot be read', () => {
    const all = [
      { helpNumber: '4711', intake: fullIntake('Ana', 'Lopez') },
      { helpNumber: '12', intake: null },
      { helpNumber: '13', intake: fullIntake('Bo', 'Lind') },
    ]
    const html = intakesHtml(all, print)
    const articles = html.split('<article').slice(1)
    const told = ['Ana Lopez', 'What was kept of this check-in cannot be read.', 'Bo Lind']
    expect(articles).toHaveLength(3)
    for (const [at, article] of articles.entries()) {
      expect(article).toContain(`Help number ${all[at]?.helpNumber}</h1>`)
      expect(article).toContain(told[at])
    }
    expect(html).toContain('article + article { break-before: page }')
    expect(html).toMatch(/@page intake-2 \{ @bottom-left \{ content: "Help number 13"/)
  })

  it('says who came, what of it was proved, and when', () => {
    const html = intakeHtml({ ...fullIntake('محمد', '王小明'), finishedAt: null }, print)
    expect(html).toContain('<bdi dir="auto">محمد 王小明</bdi>')
    expect(html).toContain('<bdi dir="auto">April 5, 1990</bdi>')
    expect(html).toContain('+12065550177 (a code sent there was typed in)')
    expect(html).toContain('<bdi dir="auto">ana@example.com</bdi>')
    expect(html).toContain('Begun')
    expect(html).not.toContain('Finished')
  })

  it('stands in the language of the clinic, on its paper, with its number at the foot', () => {
    const html = intakeHtml(fullIntake(), { ...print, locale: 'es', paper: paperOf('US') })
    expect(html).toMatch(/<html lang="es">.*Registro sin internet · Número de ayuda 4711/s)
    expect(html).toContain('size: letter')
    expect(html).toContain('content: "N\\fa mero de ayuda 4711"')
    expect(rowsOf(html)).toMatchObject({ Nickname: 'Sin respuesta' })
    expect(paperOf('DE')).toBe('A4')
  })

  it.each([
    `</title><script>canary</script>`,
    `</style><img src=x onerror=canary>`,
    `" onload="canary`,
    `' onload='canary`,
    `<svg/onload=canary>`,
    '&lt;script&gt;canary',
    '\u0000\u001b<b>canary',
  ])('is text, whatever is said: %j', (hostile) => {
    const file = { fileName: hostile, mediaType: hostile, dataUrl: 'data:x' }
    const all = questions.map((question) => ({
      ...question,
      label: hostile,
      text: hostile,
      ...(question.options && { options: [hostile] }),
      answer:
        question.type === 'fileUpload'
          ? file
          : question.type === 'checkbox' && question.options
            ? [hostile]
            : hostile,
      children: [],
    }))
    const form = formOf(all, hostile)
    const intake = { ...fullIntake(hostile, hostile, [form]), helpNumber: hostile }
    const person = { ...intake.person, dateOfBirth: hostile, phone: hostile, email: hostile }
    const html = intakeHtml({ ...intake, person }, { ...print, kiosk: hostile })
    const harmless = intakeHtml(
      fullIntake('Ana', 'Lopez', [formOf(all.map((each) => ({ ...each, answer: 'x' })))]),
      print,
    )
    const tags = (text: string) =>
      new Set([...text.matchAll(/<\/?[a-z][^>]*>/gi)].map(([tag]) => tag))
    expect([...tags(html)].filter((tag) => /canary|onload|onerror|script|svg/.test(tag))).toEqual(
      [],
    )
    const known = new Set([...tags(harmless), '<p class="empty">'])
    expect([...tags(html)].filter((tag) => !known.has(tag))).toEqual([])
    expect(html.split('</style>')).toHaveLength(2)
    expect(html).not.toMatch(/[^\P{Cc}\n]/u)
    expect(html).toContain('canary')
  })

  it.each([
    'data:image/svg+xml;base64,PHN2Zz4=',
    'data:image/svg+xml,<svg onload="canary">',
    'data:image/png;base64,AA"><script>canary</script>',
    'data:image/png,<script>canary</script>',
    'data:text/html;base64,AAAA',
  ])('embeds no file but a picture: %s', (dataUrl) => {
    const form = formOf([
      { type: 'signature', label: 'Signature', answer: dataUrl },
      {
        type: 'fileUpload',
        label: 'File',
        answer: { fileName: 'a', mediaType: 'image/png', dataUrl },
      },
      { type: 'textInput', label: 'Text', answer: dot },
    ])
    const html = intakeHtml(fullIntake('Ana', 'Lopez', [form]), print)
    expect(html).not.toMatch(/<img|canary/)
    expect(rowsOf(html)['File']).toContain('on the kiosk alone')
  })

  it('says of a form that it cannot read that it does not show it', () => {
    const form = formOf(questions)
    const [section] = form.template.formTemplateSections
    const template = { ...form.template, formTemplateSections: [{ ...section, id: 'x' }] }
    const html = intakeHtml(
      fullIntake('Ana', 'Lopez', [{ ...form, template: template as never }]),
      print,
    )
    expect(html).toContain('This form cannot be shown.')
  })
})
