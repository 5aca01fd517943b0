import { expect, it } from 'vitest'
import { postOnce } from './paper-form.ts'

const post = { origin: 'https://forms.example', body: 'a=ü' }
const named = (headers: readonly { readonly name: string; readonly value: string }[] = []) =>
  Object.fromEntries(headers.map(({ name, value }) => [name, value]))

it('makes of the first request what the document would have sent, and of no other', () => {
  const posting = postOnce(post)
  const made = posting({ Accept: 'text/html' })
  expect(made?.method).toBe('POST')
  expect(Buffer.from(made?.postData ?? '', 'base64').toString()).toBe('a=ü')
  expect(named(made?.headers)).toEqual({
    Accept: 'text/html',
    'Content-Type': 'application/x-www-form-urlencoded',
    Origin: 'https://forms.example',
  })
  expect(posting({})).toBeUndefined()
  expect(postOnce(undefined)({})).toBeUndefined()
})

it('says what stands between the parts of a form', () => {
  const made = postOnce({ ...post, boundary: '----x' })({})
  expect(named(made?.headers)['Content-Type']).toBe('multipart/form-data; boundary=----x')
})
