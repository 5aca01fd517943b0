import { describe, expect, it } from 'vitest'
import type { LogFields } from '../kiosk/visit/log-port.ts'
import { type KioskLog, cleanText, openLog } from './log.ts'

function lineOf(write: (log: KioskLog) => void): Record<string, unknown> {
  const lines: string[] = []
  write(openLog('front desk', { write: (line) => lines.push(line) }))
  expect(lines).toHaveLength(1)
  return JSON.parse(lines[0] ?? '') as Record<string, unknown>
}

describe('a line of the log', () => {
  it('holds what is listed', () => {
    const fields: LogFields = {
      helpNumber: '417',
      reason: 'dateOfBirthNotMatched',
      operation: 'partner.formPackets.list',
      error: 'serverFault',
      status: 503,
      detail: 'UND_ERR_CONNECT_TIMEOUT',
      attempts: 3,
      command: 'submitCode',
    }
    expect(lineOf((log) => log.event('callFailed', fields))).toEqual({
      level: 40,
      time: expect.any(String) as string,
      kiosk: 'front desk',
      event: 'callFailed',
      ...fields,
    })
    const call = { operation: 'a.b', outcome: 'ok', attempts: 1, tookMs: 2.5 } as const
    expect(lineOf((log) => log.call(call))).toMatchObject({ event: 'call', ...call })
    const refused = {
      what: 'navigation',
      target: 'https://a.example',
      kind: 'frame',
      from: 'https://b.example',
      count: 2,
      helpNumber: '417',
    } as const
    expect(lineOf((log) => log.refused(refused))).toMatchObject(refused)
    expect(lineOf((log) => log.app('the kiosk is open', { shell: 'browser' }))).toMatchObject({
      message: 'the kiosk is open',
      shell: 'browser',
    })
  })

  it('holds nothing else, even when a mistake of our own hands it over', () => {
    const slip = {
      helpNumber: '417',
      contact: 'canary',
      patient: { name: 'canary' },
      token: 'canary',
      hostname: 'canary',
    } as unknown as LogFields
    const written = [
      lineOf((log) => log.event('visitEnded', slip)),
      lineOf((log) => log.app('x', { secret: 'canary' })),
      lineOf((log) =>
        log.call({
          operation: 'a.b',
          outcome: 'notFound',
          error: { kind: 'rejected', operation: 'canary', attempts: 1, status: 400 },
          attempts: 1,
          tookMs: 1,
        }),
      ),
    ]
    expect(JSON.stringify(written)).not.toContain('canary')
    expect(Object.keys(written[0] ?? {})).toEqual(['level', 'time', 'kiosk', 'event', 'helpNumber'])
  })

  it('names the browser’s own calls as such', () => {
    const line = {
      what: 'request',
      target: 'https://a.example',
      count: 1,
      helpNumber: '1',
    } as const
    const told = (kind: 'browser' | 'script') => lineOf((log) => log.refused({ ...line, kind }))
    expect(told('browser')).toMatchObject({ event: 'browserRefused', level: 30 })
    expect(told('script')).toMatchObject({ event: 'formPageRefused', level: 40 })
  })

  const targetOf = (target: string) =>
    lineOf((log) => log.refused({ what: 'request', target, count: 1, helpNumber: '417' }))['target']

  const origins = [
    ...[
      'https://d1k3abcdefghij4567.cloudfront.net',
      'https://o4504811234567890.ingest.us.sentry.io',
    ],
    ...['http://192.168.10.20:8080', 'https://203.0.113.254', 'https://[2001:db8::1]:8443'],
  ]
  it.each([
    ...origins.map((origin) => [origin, origin]),
    ['https://d1k3abcdefghij4567.cloudfront.net/p?token=a', 'https:[cut][cut]'],
    ['https://d1k3abcdefghij4567.cloudfront.net/', 'https:[cut][cut]'],
    ['https://a.example?q', 'https://a.example/[cut]'],
    ['https://ana:0123@a.example', 'https://ana:[cut]'],
    ['d1k3abcdefghij4567.cloudfront.net', '[cut]'],
    ['https://192.168.10.20:443', 'https://[cut]:443'],
    ['ftp://192.168.10.20', 'ftp://[cut]'],
    [`https://a1${'.a1'.repeat(40)}.example`, 'https:[cut]'],
  ] as [string, string][])(
    'holds an origin whole, as IT lists it, and no more of an address: %s',
    (target, said) => expect(targetOf(target)).toBe(said),
  )

  it('is cut in every field alike, and holds neither an object nor a text where a number belongs', () => {
    const texts = { reason: 'mail ada@clinic.example', command: '+1 202 555 0147' }
    const slip = { ...texts, status: '1985-02-03', detail: { name: 'canary' } }
    const cut = { reason: 'mail [cut]', command: '[cut]', status: '[cut]', detail: '[cut]' }
    expect(lineOf((log) => log.event('bug', slip as unknown as LogFields))).toMatchObject(cut)
  })
})

describe('a text of the log', () => {
  /** Lines that an administrator needs. */
  const kept = [
    ...['ERR_SSL_VERSION_OR_CIPHER_MISMATCH', 'status 404', 'cut off', 'vault: noKeySource'],
    ...['not an address to open: http://a.example:8080', '127.0.0.1'],
    ...['partner.formTemplateGroups.listForLocation', 'partner.identityProof.getMatchedPatient'],
  ]
  it.each([
    ['ada.lovelace+kiosk@clinic.example', '[cut]'],
    ['for <ada@clinic.example>, at once', 'for <[cut]>, at once'],
    ['+1 (202) 555-0147', '[cut]'],
    ['call 2025550147 now', 'call [cut] now'],
    ['born 1985-02-03', 'born [cut]'],
    ['born 3/2/1985 and 03.02.1985', 'born [cut] and [cut]'],
    ['at https://forms.example/c/9f8?token=a', 'at https://forms.example/[cut]'],
    ['wss://a.example:8443?x', 'wss://a.example:8443/[cut]'],
    ['Bearer eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln', 'Bearer [cut]'],
    ['key 0f9e8d7c6b5a49382716f5e4d3c2b1a0', 'key [cut]'],
    ['secret AbCdEfGhIjKlMnOpQrStUv1', 'secret [cut]'],
    ...kept.map((text) => [text, text] as [string, string]),
  ])('loses what might be a patient’s or a secret, and nothing else: %s', (text, clean) => {
    expect(cleanText(text)).toBe(clean)
  })

  it('is at most 200 characters long', () => {
    expect(cleanText('word '.repeat(100))).toHaveLength(201)
    expect(cleanText(`${'word '.repeat(38)}${'a1'.repeat(20)}`)).toBe(`${'word '.repeat(38)}[cut]`)
    expect(cleanText('word '.repeat(40))).toBe('word '.repeat(40))
  })
})
