import { expect, it } from 'vitest'
import { formViewSection, judgeOrigins } from './judge-origin.ts'
import { refusedFeature, type OriginRecord, type PageRecord } from './watch-page.ts'

const first = 'https://forms.clinic-intake.example.com'

function seen(origin: string, kind: string, refused = 0): OriginRecord {
  return { origin, kinds: { [kind]: 1 }, refused, failures: {} }
}

function recordOf(origins: readonly OriginRecord[], firstTextMs: number | undefined): PageRecord {
  const counts = { pdfs: 0, workers: 0, fileFields: 0, scriptErrors: 0 }
  return {
    chain: [first],
    origins,
    features: {},
    attempts: {},
    ...counts,
    firstTextMs,
    isUseless: firstTextMs === undefined,
    lastOrigin: first,
  }
}

it('tells the first party, known trackers and others apart, and lists all but trackers', () => {
  const judged = judgeOrigins(
    recordOf(
      [
        seen(first, 'document'),
        seen('https://cdn.example.com', 'script', 1),
        seen('https://www.googletagmanager.com', 'script', 1),
        seen('https://js.stripe.com', 'frame', 2),
        seen('http://old.example.org', 'image', 1),
        seen('https://192.168.0.12', 'script', 1),
        seen('https://printer.local', 'image', 1),
        seen('https://www.clinic.example.com', 'home page', 1),
      ],
      120,
    ),
    first,
  )
  expect(judged.map(({ whose }) => whose)).toEqual([
    ...['first party', 'first party', 'known tracker', 'another', 'another', 'another', 'another'],
    'first party',
  ])
  expect(formViewSection(judged, first)).toEqual({
    formView: {
      origins: [first],
      allowedOrigins: ['https://cdn.example.com', 'https://js.stripe.com'],
    },
  })
})

it('says without which origins a page stays empty: where no text came and one was refused', () => {
  const origins = [
    seen('https://cdn.example.com', 'script', 1),
    seen('https://img.example.com', 'image', 1),
    seen('https://api.example.com', 'fetch'),
  ]
  const empty = judgeOrigins(recordOf(origins, undefined), first)
  expect(empty.map(({ isEmptyWithout }) => isEmptyWithout)).toEqual([true, false, false])
  const drawn = judgeOrigins(recordOf(origins, 80), first)
  expect(drawn.some(({ isEmptyWithout }) => isEmptyWithout)).toBe(false)
})

it.each([
  ['[Violation] Permissions policy violation: camera is not allowed in this document.', 'camera'],
  ["Ignored call to 'print()'. The document is sandboxed.", 'print'],
  ["Blocked opening 'https://x.example/?id=7' in a new window because …", 'open'],
  ['Permissions policy violation: delgado is not allowed in this document.', undefined],
  ['Rosa Delgado, 1984-03-07', undefined],
])('takes the name of a feature from what Chromium says, and nothing else: %s', (line, feature) => {
  expect(refusedFeature(line)).toBe(feature)
})
