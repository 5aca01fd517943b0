import type { Needle } from './needles.ts'

const secretForms =
  /eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]+|\b(?:Bearer|Basic) [\w.~+/=-]{12,}|-----BEGIN [A-Z ]*PRIVATE KEY-----/
/** A shorter name may be a word: it counts with its capital letter alone. */
const longName = 5

/** Finds what of `needles` the files of a bundle hold, each with the first line (from 1) that holds it. */
export function findLeaks(files: Readonly<Record<string, string>>, needles: readonly Needle[]) {
  const distinct = new Map(needles.map((needle) => [`${needle.kind} ${needle.value}`, needle]))
  return Object.entries(files).flatMap(([file, text]) => {
    const plain = text.normalize('NFKC')
    const texts = { plain, lower: plain.toLowerCase(), joined: joinDigits(plain) }
    const found = [...distinct.values()].map(({ value, ...about }) => ({
      ...about,
      line: lineOf(texts, about.kind, value.normalize('NFKC')),
    }))
    const byForm = { kind: 'secret', where: 'a secret by its form' } as const
    return [{ ...byForm, line: lineAt(plain, plain.search(secretForms)) }, ...found]
      .filter(({ line }) => line > 0)
      .map((leak) => ({ file, ...leak }))
  })
}

/** Counts the lines up to a place, from 1; 0 for no place. */
const lineAt = (text: string, at: number) => (at < 0 ? 0 : text.slice(0, at).split('\n').length)

const joinDigits = (text: string) => text.replaceAll(/(?<=\d)[ \t()./-]+(?=\d)/g, '')

type Texts = Readonly<Record<'plain' | 'lower' | 'joined', string>>

function lineOf(texts: Texts, kind: Needle['kind'], value: string): number {
  const [text, forms] = formsOf(texts, kind, value)
  for (const form of forms)
    for (let at = text.indexOf(form); at >= 0; at = text.indexOf(form, at + 1))
      if (isWhole(text, at, form, kind)) return lineAt(text, at)
  return 0
}

function formsOf(texts: Texts, kind: Needle['kind'], value: string): [string, readonly string[]] {
  if (kind === 'secret')
    return [texts.plain, [value, JSON.stringify(value).slice(1, -1), encodeURIComponent(value)]]
  if (kind === 'phone number') return [texts.joined, [value.replaceAll(/\D/g, '').slice(-10)]]
  if (kind === 'birth date' && value.split('-').length === 3) {
    const [year = '', month = '', day = ''] = value.split('-')
    const [m, d] = [String(Number(month)), String(Number(day))]
    const orders = [
      [year, month, day],
      [month, day, year],
      [day, month, year],
      [m, d, year],
      [d, m, year],
    ]
    const divided = ['-', '/', '.'].flatMap((by) => orders.map((each) => each.join(by)))
    return [texts.plain, [year + month + day, ...divided]]
  }
  if (kind === 'name' && value.length < longName) return [texts.plain, [value]]
  return [texts.lower, [value.toLowerCase()]]
}

/** True where no letter or digit goes on; before a phone number its country may stand. */
function isWhole(text: string, at: number, form: string, kind: Needle['kind']): boolean {
  const goesOn = (character = '') => /[\p{L}\p{N}]/u.test(character)
  const begins = kind === 'phone number' || !goesOn(text[at - 1])
  return kind === 'secret' || (begins && !goesOn(text[at + form.length]))
}
