import { expect, it } from 'vitest'
import { confined } from './confine-session.ts'

const page = 'https://forms.example/'

it('confines documents by our list of features alone, however the server writes its own', () => {
  const alone = confined({}, page)
  expect(Object.keys(alone)).toEqual(['Content-Security-Policy', 'Permissions-Policy'])
  const broken = { 'permissions-POLICY': ['camera=((('], 'Feature-Policy': ['camera *'] }
  expect(confined(broken, page)).toEqual(alone)
})

it('takes a header by any name, also one that objects have', () => {
  const headers = JSON.parse('{"__proto__":["x"],"constructor":["y"]}') as Record<string, string[]>
  expect(Object.entries(confined(headers, page)).slice(0, 2)).toEqual([
    ['__proto__', ['x']],
    ['constructor', ['y']],
  ])
})
