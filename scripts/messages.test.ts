import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { locale } from '../src/shared/ipc.ts'

type Catalogue = Readonly<Record<string, string>>

const root = join(import.meta.dirname, '..', 'messages')
const read = (part: string, language: string) =>
  JSON.parse(readFileSync(join(root, part, `${language}.json`), 'utf8')) as Catalogue
const languages = locale.def.entries
const placeholders = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(String).sort()

describe.each(Object.values(languages))('the catalogue in %s', (language) => {
  it.each(['kiosk', 'staff', 'forms', 'keyboard', 'desk'])(
    'says all that the English one says, about the same things: %s',
    (part) => {
      const [own, english] = [read(part, language), read(part, 'en')]
      expect(Object.keys(own).sort()).toEqual(Object.keys(english).sort())
      for (const [key, text] of Object.entries(english))
        expect(placeholders(own[key] ?? ''), key).toEqual(placeholders(text))
    },
  )

  it('names the button of the kiosk in the form as the kiosk does', () => {
    const button = read('kiosk', language)['kiosk_completing_finish'] ?? '?'
    expect(read('forms', language)['forms_done_next']).toContain(button)
  })
})
