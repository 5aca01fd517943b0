import { describe, expect, it } from 'vitest'
import type { ConnectionState } from '../../shared/connection.ts'
import { err, ok } from '../../shared/result.ts'
import type { Refused } from '../../shared/windows.ts'
import { drawQrCode } from '../base/draw-qr-code.ts'
import type { FormOriginRefusal } from '../kiosk/form-origins/form-address.ts'
import type { RefusedLine } from '../log/log.ts'
import { createAttempts } from '../kiosk/visit/limits/attempts.ts'
import { settingsSchema } from '../settings/schema.ts'
import { aService } from '#harness/hub/kiosk-station.ts'
import { simulatedWallClock } from '#harness/bus/wall-clock.ts'
import { memoryStore } from '#harness/visit/memory-attempts.ts'
import type { FormViewOptions } from '../form-view/form-options.ts'
import {
  createOfflinePort,
  createOwnPhonePort,
  createRefusalReport,
  isHandout,
  openAmidBarAndKeys,
} from './visits.ts'

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
  const log = {
    noteRefused: (refused: Refused) => void noted.push(refused),
    refused: (line: RefusedLine) => void told.push(line),
  }
  const done = () => Promise.resolve()
  const origins = {
    note: (visit: string, lines: readonly Pick<Refused, 'target'>[]) =>
      void remembered.push(...lines.map(({ target }) => `${visit} ${target}`)),
  }
  const report = createRefusalReport(log, origins, '417')
  const view = {
    setVisible: done,
    setInsets: done,
    setLowered: done,
    setZoom: done,
    setTheme: done,
    setLanguage: done,
    showKeys: done,
    enter: done,
    close: done,
    press: () => undefined,
    closePaper: () => undefined,
  }
  const shell = {
    screenSize: () => ({ width: 1080, height: 1920 }),
    openForm(options: FormViewOptions) {
      options.onRefused?.(script)
      return Promise.resolve(succeeds ? ok(view) : err({ kind: 'notLoaded' as const, reason: 'x' }))
    },
  }
  const form = { url: '', allowedOrigins: [], locale: 'en', onRefused: report.refused }
  const opening = openAmidBarAndKeys(shell, form, report.end)
  return { noted, told, remembered, opening, refuse: report.refused }
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

const rule = { origins: ['https://forms.example.com'], isPractice: false }

function openPort(state: ConnectionState = 'online') {
  const refused: FormOriginRefusal[] = []
  const monitor = { current: () => ({ state, since: null }), subscribe: () => () => undefined }
  const onRefused = (refusal: FormOriginRefusal) => void refused.push(refusal)
  return { refused, port: createOwnPhonePort(monitor, rule, onRefused) }
}

describe('the way to the own phone', () => {
  it('draws an address at which a form would be opened', () => {
    const { port, refused } = openPort()
    const address = 'https://forms.example.com/p/1?token=abc'
    expect(port.draw(address)).toEqual({ ok: true, value: drawQrCode(address) })
    expect(refused).toEqual([])
  })

  it.each([
    ...['https://elsewhere.example.net/p/1', 'http://forms.example.com/p/1'],
    ...['https://127.0.0.1/p/1', 'https://name:secret@forms.example.com/p/1', 'no address'],
  ])('draws no other: %s', (address) => {
    const { port, refused } = openPort()
    expect(port.draw(address)).toMatchObject({ ok: false, error: { kind: 'notConfirmed' } })
    expect(refused).toHaveLength(1)
  })

  it('draws none that no phone could read', () => {
    const { port, refused } = openPort()
    const address = `https://forms.example.com/${'a'.repeat(1_000)}`
    expect(port.draw(address)).toMatchObject({ ok: false, error: { kind: 'notAllowed' } })
    expect(refused).toEqual([])
  })

  it.each([
    ['online', false],
    ['slow', false],
    ['unknown', false],
    ['offline', true],
    ['refused', true],
    ['serviceDown', true],
  ] as const)('%s: down is %s', (state, isDown) => {
    expect(openPort(state).port.isDown()).toBe(isDown)
  })
})

it('offers a check-in without the network only as often within an hour as the clinic allows', () => {
  const clock = simulatedWallClock()
  const settings = settingsSchema.parse({ ...aService, offline: { maxIntakesPerHour: 2 } })
  const kept = [ok(null), err({ kind: 'full' }), ok(null)]
  const offline = {
    captures: { roomLeft: () => 1, begin: () => kept.shift() },
    knowledge: { forms: () => [{}] },
  } as unknown as Parameters<typeof createOfflinePort>[0]
  const monitor = {
    current: () => ({ state: 'offline', since: null }) as const,
    subscribe: () => () => undefined,
  }
  const port = createOfflinePort(offline, settings, monitor, createAttempts(memoryStore(clock)))
  const start = { helpNumber: '417', language: 'en', proved: [] } as unknown
  const begin = () => port.begin(start as Parameters<typeof port.begin>[0]).ok
  expect([begin(), begin(), port.canCapture()]).toEqual([true, false, true])
  expect([begin(), port.canCapture()]).toEqual([true, false])
  clock.increment(3_600_001)
  expect(port.canCapture()).toBe(true)
})
