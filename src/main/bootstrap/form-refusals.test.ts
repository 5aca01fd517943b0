import { expect, it } from 'vitest'
import { err, ok } from '../../shared/result.ts'
import type { Refused } from '../../shared/windows.ts'
import type { RefusedLine } from '../log/log.ts'
import { isHandout, tellRefusals } from './visits.ts'

const script: Refused = {
  what: 'request',
  target: 'https://a.example',
  kind: 'script',
  from: 'https://forms.example',
}

function opened(succeeds = true) {
  const noted: Refused[] = []
  const told: RefusedLine[] = []
  const remembered: string[] = []
  let refuse: (refused: Refused) => void = () => undefined
  const log = {
    noteRefused: (refused: Refused) => void noted.push(refused),
    refused: (line: RefusedLine) => void told.push(line),
  }
  const done = () => Promise.resolve()
  const origins = {
    note: (visit: string, lines: readonly Pick<Refused, 'target'>[]) =>
      void remembered.push(...lines.map(({ target }) => `${visit} ${target}`)),
  }
  const opening = tellRefusals(log, origins, '417', (onRefused) => {
    refuse = onRefused
    refuse(script)
    const view = {
      setVisible: done,
      setInsets: done,
      setZoom: done,
      setTheme: done,
      setLanguage: done,
      showKeys: done,
      enter: done,
      close: done,
      press: () => undefined,
      closePaper: () => undefined,
    }
    return Promise.resolve(succeeds ? ok(view) : err({ kind: 'notLoaded', reason: 'x' }))
  })
  return { noted, told, remembered, opening, refuse: (refused: Refused) => refuse(refused) }
}

it('tells of each once the form is closed: origin, kind, page, how often and whose visit; audits at once', async () => {
  const { noted, told, opening, refuse } = opened()
  const form = await opening
  refuse(script)
  refuse({ what: 'popup', target: 'https://b.example' })
  expect(told).toEqual([])
  expect(noted).toHaveLength(3)
  if (form.ok) await form.value.close()
  expect(told).toEqual([
    { ...script, count: 2, helpNumber: '417' },
    { what: 'popup', target: 'https://b.example', kind: 'popup', count: 1, helpNumber: '417' },
  ])
  if (form.ok) await form.value.close()
  expect(told).toHaveLength(2)
})

it('has each origin remembered for staff while the form is there, and once', async () => {
  const { remembered, opening, refuse } = opened()
  const form = await opening
  refuse(script)
  refuse(script)
  refuse({ what: 'request', target: 'https://b.example', kind: 'font' })
  expect(remembered).toEqual(['417 https://a.example', '417 https://b.example'])
  if (form.ok) await form.value.close()
  expect(remembered).toEqual(['417 https://a.example', '417 https://b.example'])
})

it('tells of what kept a form from being opened', async () => {
  const { told, opening } = opened(false)
  await opening
  expect(told).toEqual([{ ...script, count: 1, helpNumber: '417' }])
})

it('tells of a hundred different things at most', async () => {
  const { told, opening, refuse } = opened()
  const form = await opening
  for (let each = 0; each < 1_000; each++)
    refuse({ what: 'request', target: `https://a${each}.example` })
  if (form.ok) await form.value.close()
  expect(told).toHaveLength(100)
})

it.each([
  [{ what: 'download', target: 'sandboxed' }, true],
  [{ what: 'download', target: 'https://b.example', kind: 'pdf' }, true],
  [{ what: 'dialog', target: 'print' }, true],
  [{ what: 'dialog', target: 'confirm' }, false],
  [script, false],
] as const)('knows what the desk can hand out: %j %s', (refused, is) => {
  expect(isHandout(refused)).toBe(is)
})
