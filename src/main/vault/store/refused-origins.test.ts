import { beforeEach, describe, expect, it } from 'vitest'
import type { Refused } from '../../../shared/windows.ts'
import { createRefusedOrigins } from './refused-origins.ts'

const dayMs = 24 * 60 * 60_000
let now: number
let texts: Map<string, string>
let writes: number
beforeEach(() => {
  now = new Date(2026, 2, 3, 23, 50).getTime()
  texts = new Map()
  writes = 0
})

/** The origins that are remembered, opened anew as after a restart. */
const open = () =>
  createRefusedOrigins(
    {
      read: (key) => texts.get(key),
      write: (key, value) => {
        writes += 1
        texts.set(key, value)
      },
    },
    () => now,
  )
const script = (target: string): Refused => ({ what: 'request', kind: 'script', target })
const made = (count: number, name: string) =>
  Array.from({ length: count }, (_, index) => script(`https://${name}${index}.example`))
const a = 'https://a.example'

describe('the origins that forms asked for in vain', () => {
  it('are remembered by day, with what was asked for and in how many visits', () => {
    const refused = open()
    refused.note('417', [script(a), script(a), { ...script(a), kind: 'fetch' }])
    refused.note('417', [script(a)])
    now += dayMs
    refused.note('418', [{ what: 'navigation', kind: 'frame', target: a }])
    expect(open().list()).toEqual([
      {
        origin: a,
        kinds: ['script', 'data', 'page'],
        visits: 2,
        firstDay: '2026-03-03',
        lastDay: '2026-03-04',
      },
    ])
  })

  it('hold nothing of whose visit it was: no number, no time, no path', () => {
    const told: Refused = { ...script('https://a.example:8443'), from: 'https://forms.example' }
    open().note('4171', [told])
    const [text = ''] = texts.values()
    expect(JSON.parse(text)).toEqual([
      {
        origin: 'https://a.example:8443',
        kinds: ['script'],
        visits: 1,
        firstDay: '2026-03-03',
        lastDay: '2026-03-03',
      },
    ])
  })

  it('come newest first', () => {
    const refused = open()
    refused.note('1', [script(a), script('https://b.example')])
    refused.note('2', [script(a)])
    expect(refused.list().map(({ origin }) => origin)).toEqual([a, 'https://b.example'])
  })

  it.each<Refused>([
    { what: 'popup', kind: 'popup', target: a },
    { what: 'download', kind: 'download', target: a },
    { what: 'permission', kind: 'permission', target: 'camera' },
    { what: 'dialog', kind: 'dialog', target: 'file' },
    { what: 'navigation', kind: 'navigation', target: 'other program' },
    { what: 'navigation', kind: 'navigation', target: 'mailto:' },
    { what: 'request', kind: 'browser', target: 'https://update.googleapis.com' },
    script('https://a.example/path?name=ana'),
    script(`https://${'a'.repeat(60)}.${'b'.repeat(60)}.example`),
  ])('leave out what no list of origins changes: $what $kind $target', (other) => {
    const refused = open()
    refused.note('1', [other])
    expect(refused.list()).toEqual([])
    expect(writes).toBe(0)
  })

  it('are written once for all that a form was refused', () => {
    open().note('1', [script(a), ...made(5, 'b')])
    expect(writes).toBe(1)
  })

  it('are kept for 14 days after the last refusal, whatever the clock does', () => {
    const refused = open()
    refused.note('1', [script(a)])
    now += 14 * dayMs
    expect(refused.list()).toHaveLength(1)
    now += dayMs
    expect(refused.list()).toEqual([])
    now -= 40 * dayMs
    expect(refused.list()).toEqual([])
    refused.note('2', [script('https://b.example')])
    expect([...texts.values()].join()).not.toContain(a)
  })

  it('throw at no visit where they cannot be kept', () => {
    const full = createRefusedOrigins({
      read: () => undefined,
      write: () => {
        throw new Error('full')
      },
    })
    expect(() => full.note('1', [script(a)])).not.toThrow()
  })
})

describe('a page that makes up names', () => {
  it('brings ten new ones a visit, also in a second form of it, and what is known is still counted', () => {
    const refused = open()
    refused.note('1', [script(a)])
    refused.note('2', made(1_000, 'x'))
    refused.note('2', [...made(1_000, 'y'), script(a)])
    expect(refused.list()).toHaveLength(11)
    expect(refused.list().find(({ origin }) => origin === a)).toMatchObject({ visits: 2 })
  })

  it('pushes out nothing that several visits asked for, and new ones still come in', () => {
    const refused = open()
    const real = made(5, 'real')
    refused.note('0', real)
    refused.note('1', real)
    for (let visit = 2; visit < 30; visit += 1) refused.note(`${visit}`, made(10, `x${visit}y`))
    refused.note('30', [script(a)])
    const origins = refused.list().map(({ origin }) => origin)
    expect(origins).toHaveLength(50)
    expect(origins[0]).toBe(a)
    expect(origins).toEqual(expect.arrayContaining(real.map(({ target }) => target)))
    expect(origins.filter((origin) => origin.includes('x29y'))).toHaveLength(10)
  })
})
