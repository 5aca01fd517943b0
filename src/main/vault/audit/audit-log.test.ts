import { beforeEach, describe, expect, it } from 'vitest'
import type { KioskLog } from '../../log/log.ts'
import { markOf } from '../keys/derive.ts'
import type { AuditFields } from './audit.ts'
import { helpSuppressMs, refusedTarget, unusualSuppressMs, withAuditLog } from './audit-log.ts'

let order: string[] = []
let now = 0
beforeEach(() => (order = []))

/** Stands for a keyed hash. */
const mark = (text: string) => `mark ${text.length}`

const note = (kind: string, fields: object = {}) =>
  void order.push([kind, ...(Object.values(fields) as unknown[])].join(' '))

function open(): KioskLog {
  const log = {
    event: (name: string, fields: object) => note(`log ${name}`, fields),
    noteRefused: () => undefined,
    refused: ({ target }: { readonly target: string }) => note('log refused', { target }),
    formFault: () => undefined,
    call: () => undefined,
    noteIntakes: () => undefined,
    duringVisit: <T>(call: () => Promise<T>) => call(),
    app: () => undefined,
  }
  const audit = {
    append: (kind: string, fields?: AuditFields) => note(`audit ${kind}`, fields),
    retain: () => 0,
    recent: () => [],
  }
  return withAuditLog(log, audit, { markOf: (text) => mark(text), now: () => now })
}

const audited = () => order.filter((entry) => entry.startsWith('audit'))

describe('an event that an auditor asks about', () => {
  it.each([
    ['visitStarted', { helpNumber: '417' }],
    ['visitEnded', { helpNumber: '417', reason: 'idle' }],
    ['staffNeeded', { helpNumber: '417', reason: 'tooManyWrongCodes' }],
    ['helpRequested', { helpNumber: '417', reason: 'asked' }],
    ['pictureGiven', { helpNumber: '417' }],
    ['phoneCodeShown', { helpNumber: '417' }],
    ['deskCodeTaken', { helpNumber: '417' }],
    ['unusualCodes', { helpNumber: '417' }],
    ['kioskOutOfService', {}],
    ['kioskBackInService', {}],
    ['commandRefused', { reason: 'notAllowed' }],
  ] as const)('%s is in the audit before it is in the log', (name, fields) => {
    open().event(name, fields)
    const told = [name, ...Object.values(fields)].join(' ')
    expect(order).toEqual([`audit ${told}`, `log ${told}`])
  })

  it('is not logged when it cannot be audited', () => {
    const log = open()
    order.push = () => {
      throw new Error('the disk is full')
    }
    expect(() => log.event('visitStarted', {})).toThrow('full')
  })

  it('is none that concerns nobody, or that the call has told of', () => {
    for (const name of ['callFailed', 'formFailed', 'bug'] as const) open().event(name, {})
    expect(audited()).toEqual([])
    expect(order).toHaveLength(3)
  })
})

describe('the audit of a visit', () => {
  it('holds what a form page tried, once each, and a hundred things at most', () => {
    const log = open()
    for (const target of ['a', 'b', 'a']) log.noteRefused({ what: 'permission', target })
    expect(audited()).toEqual([
      'audit formPageRefused permission a',
      'audit formPageRefused permission b',
    ])
    for (let each = 0; each < 1_000; each += 1)
      log.noteRefused({ what: 'permission', target: `${each}` })
    expect(audited()).toHaveLength(100)
    expect(order).toHaveLength(100)
  })

  it('holds each command that was refused once, also after a form page tried a thousand things', () => {
    const log = open()
    for (let each = 0; each < 1_000; each += 1)
      log.noteRefused({ what: 'permission', target: `${each}` })
    order = []
    for (const command of ['submitPin', 'submitPin', 'rotateKey'])
      log.event('commandRefused', { reason: 'notAccepted', command })
    expect(audited()).toEqual([
      'audit commandRefused notAccepted submitPin',
      'audit commandRefused notAccepted rotateKey',
    ])
    expect(order).toHaveLength(2 + 3)
  })

  it('holds one call for help in a while, however often the button is tapped; the log holds each', () => {
    const log = open()
    for (let each = 0; each < 1_000; each += 1) log.event('helpRequested', {})
    expect(audited()).toEqual(['audit helpRequested'])
    now += helpSuppressMs
    log.event('helpRequested', {})
    expect(audited()).toHaveLength(2)
    expect(order).toHaveLength(2 + 1_001)
  })

  it('tells of unusually many codes once an hour, whatever visits begin meanwhile; the log tells of each', () => {
    const log = open()
    for (let visit = 0; visit < 100; visit += 1) {
      now += 1_000
      log.event('visitStarted', {})
      log.event('unusualCodes', {})
    }
    expect(audited().filter((entry) => entry === 'audit unusualCodes')).toHaveLength(1)
    expect(order.filter((entry) => entry === 'log unusualCodes')).toHaveLength(100)
    now += unusualSuppressMs
    log.event('unusualCodes', {})
    expect(audited().filter((entry) => entry === 'audit unusualCodes')).toHaveLength(2)
  })

  it('begins anew with the next visit', () => {
    const log = open()
    for (let visit = 0; visit < 2; visit += 1) {
      log.event('visitStarted', {})
      log.noteRefused({ what: 'popup', target: 'a' })
      log.event('commandRefused', { reason: 'malformed' })
      log.event('helpRequested', {})
    }
    expect(audited()).toHaveLength(8)
  })
})

describe('the name of a host that a form page chose', () => {
  const targets = [
    'https://jane-doe-1980-01-02.evil.example.com',
    'jane-doe:',
    'https://198.51.100.80',
  ]
  it.each(targets)('is not in the audit: %s', (target) => {
    open().noteRefused({ what: 'request', target })
    expect(order).toHaveLength(1)
    expect(order.join()).not.toMatch(/jane|1980|198\.51/)
  })

  it('is in the log as an origin alone, and twenty of them in a visit', () => {
    const log = open()
    const tell = (target: string) =>
      log.refused({ what: 'request', target, count: 1, helpNumber: '417' })
    for (const target of ['wss://jane-doe.evil.co.uk', 'jane-doe.attacker.com:443', 'jane-doe:'])
      tell(target)
    expect(order.join()).not.toContain('jane')
    for (let each = 0; each < 100; each += 1) tell(`https://a${each}.evil.co.uk`)
    tell('https://a1.evil.co.uk')
    expect(order.filter((line) => line.includes('https://a'))).toHaveLength(21)
    log.event('visitStarted', {})
    tell('https://later.evil.co.uk')
    expect(order.at(-1)).toBe('log refused https://later.evil.co.uk')
  })

  it('is in the audit for what a page asked for, and not for what its browser did by itself', () => {
    open().noteRefused({ what: 'request', target: 'https://google.com', kind: 'browser' })
    expect(order).toEqual([])
  })

  it('is there by its registrable domain and a mark, the same for the same name', () => {
    const log = open()
    log.noteRefused({ what: 'request', target: 'https://a.evil.co.uk' })
    log.noteRefused({ what: 'request', target: 'https://A.evil.co.uk' })
    expect(audited()).toEqual(['audit formPageRefused request https://evil.co.uk (mark 20)'])
  })
})

describe('the target that was refused', () => {
  const key = Buffer.alloc(32, 1)
  const mark = (text: string) => markOf(key, text)

  it.each([
    ['https://data.evil.example.com', 'https://example.com'],
    ['https://data.github.io', 'https://github.io'],
    ['wss://data.evil.co.uk:8443', 'wss://evil.co.uk'],
    ['data.evil.com:443', 'evil.com'],
    ['https://data.of-a-patient', 'https://a name that is not public'],
    ['printer.local:80', 'a name that is not public'],
    ['https://198.51.100.80:8080', 'https://an address'],
    ['http://[2001:db8::1]', 'http://an address'],
    ['2001:db8::1:443', 'other scheme'],
    ['http://127.0.0.1:4000', 'http://this machine'],
    ['localhost:80', 'this machine'],
    ['h2://data.evil.com', 'evil.com'],
    ['foyer-smith:', 'other scheme'],
    ['foyer-smith://data', 'a name that is not public'],
    ['mailto:', 'mailto:'],
    ['blob:', 'blob:'],
    ['', 'other scheme'],
  ])('of %s the log says %s', (target, said) => {
    expect(refusedTarget({ what: 'request', target }, mark)).toBe(`${said} (${mark(target)})`)
  })

  it.each([
    ['permission', 'clipboard-read'],
    ['dialog', 'beforeunload'],
    ['request', 'unreadable'],
  ] as const)('of the kind %s is said as the browser calls it: %s', (what, target) => {
    expect(refusedTarget({ what, target }, mark)).toBe(target)
  })

  it('marks a name by letters that only the key can make again', () => {
    expect(mark('https://a.example')).toMatch(/^[a-p]{16}$/)
    expect(mark('https://a.example')).toBe(mark('https://a.example'))
    expect(mark('https://b.example')).not.toBe(mark('https://a.example'))
    expect(markOf(Buffer.alloc(32, 2), 'https://a.example')).not.toBe(mark('https://a.example'))
  })
})
