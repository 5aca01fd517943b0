import { describe as suite, expect, it } from 'vitest'
import {
  confinedHeaders,
  describe as describeAddress,
  disabledFeatures,
  isAllowed,
  isAllowedTunnel,
  isFollowed,
  networkOrigin,
  nothingAllowed,
  originPolicy,
  storageBytes,
} from './policy.ts'

/** Features of the Permissions Policy specification and of Chromium's own list. */
const deniedFeatures = `
  accelerometer ambient-light-sensor attribution-reporting autoplay bluetooth browsing-topics
  camera captured-surface-control clipboard-read clipboard-write compute-pressure deferred-fetch
  deferred-fetch-minimal digital-credentials-create digital-credentials-get display-capture
  encrypted-media fullscreen gamepad geolocation gyroscope hid identity-credentials-get
  idle-detection interest-cohort join-ad-interest-group keyboard-map language-detector
  language-model local-fonts magnetometer microphone midi on-device-speech-recognition
  otp-credentials payment picture-in-picture private-state-token-issuance
  private-state-token-redemption publickey-credentials-create publickey-credentials-get rewriter
  run-ad-auction screen-wake-lock serial shared-storage speaker-selection storage-access
  summarizer translator usb web-share window-management writer xr-spatial-tracking
`
  .trim()
  .split(/\s+/)

const made = originPolicy('https://forms.example.com/complete?token=secret', [
  'https://files.example.com:8443',
  'http://127.0.0.1:4000',
  'https://bücher.example',
  'http://[::1]:5000',
])
if (!made.ok) throw new Error(made.error.reason)
const policy = made.value

suite('what a form view may reach', () => {
  it.each(
    `https://forms.example.com/ HTTPS://FORMS.EXAMPLE.COM/x https://forms.example.com:443/x
      wss://forms.example.com/socket https://files.example.com:8443/a https://xn--bcher-kva.example/
      https://BÜCHER.example/ ws://127.0.0.1:4000/ http://[::1]:5000/ http://127.1:4000/`.split(
      /\s+/,
    ),
  )('lets %s pass, by its own origin or a listed one', (url) => {
    expect(isAllowed(url, policy)).toBe(true)
  })

  it.each([
    [
      'has another scheme',
      'http://forms.example.com/ ws://forms.example.com/ ftp://forms.example.com/',
    ],
    ['has another port', 'https://forms.example.com:8443/ https://files.example.com/'],
    [
      'has a name that looks alike',
      `https://forms.example.com.evil.example/ https://evil-forms.example.com/
        https://forms.example.com@evil.example/ https://forms.example.com./ https://xn--frms-0na.example.com/`,
    ],
    ['carries credentials', 'https://user:pass@forms.example.com/ https://user@forms.example.com/'],
    [
      'has no origin',
      'blob:https://forms.example.com/1 data:text/html,x about:blank javascript:alert(1) //forms.example.com/',
    ],
    [
      'is of the machine or its browser',
      `file:///etc/passwd filesystem:https://forms.example.com/x view-source:https://forms.example.com/
        mailto:a@forms.example.com chrome://settings`,
    ],
  ])('refuses what %s', (_what, urls) => {
    for (const url of ['', ...urls.split(/\s+/)]) expect(isAllowed(url, policy), url).toBe(false)
  })

  it('is nothing where nothing is allowed, and never a host longer than any machine has', () => {
    const longest = `https://${'a'.repeat(260)}`
    expect(isAllowed('https://forms.example.com/', nothingAllowed)).toBe(false)
    expect([networkOrigin(longest), describeAddress(longest)]).toEqual([longest, longest])
    expect([networkOrigin(`${longest}a`), describeAddress(`${longest}a`)]).toEqual([
      undefined,
      'unreadable',
    ])
    const scheme = `${'x'.repeat(39)}:`
    expect([scheme, `x${scheme}`].map((each) => describeAddress(`${each}y`))).toEqual([
      scheme,
      'unreadable',
    ])
  })

  it('takes the same host and port through a tunnel, and no other', () => {
    expect(isAllowedTunnel('forms.example.com', 443, policy)).toBe(true)
    expect(isAllowedTunnel('127.0.0.1', 4000, policy)).toBe(true)
    expect(isAllowedTunnel('::1', 5000, policy)).toBe(true)
    expect(isAllowedTunnel('[::1]', 5000, policy)).toBe(true)
    expect(isAllowedTunnel('forms.example.com', 80, policy)).toBe(false)
    expect(isAllowedTunnel('forms.example.com@evil.example', 443, policy)).toBe(false)
    expect(isAllowedTunnel('evil.example', 443, policy)).toBe(false)
  })
})

suite('what a form view may reach below a name', () => {
  const below = originPolicy('https://forms.example.com/c?next=https://*.a', [
    'https://*.example.net',
  ])
  if (!below.ok) throw new Error(below.error.reason)

  // `origin-entry.test.ts` has what a name with a star stands for.
  it.each([
    ['https://a.b.example.net/', 443, true],
    ['wss://a.example.net/socket', 443, true],
    ['https://a.example.net:8443/', 8443, false],
    ['https://a.example.net.evil.org/', 443, false],
  ])('%s, and its tunnel to port %i, is let through: %s', (url, port, passes) => {
    expect(isAllowed(url, below.value)).toBe(passes)
    expect(isAllowedTunnel(new URL(url).hostname, port, below.value)).toBe(passes)
  })

  it.each(['http://a.example.net/', 'https://user@a.example.net/'])('%s is refused', (url) =>
    expect(isAllowed(url, below.value)).toBe(false),
  )

  it.each([
    ...['http://*.example.net', 'https://*.*.example.net', 'https://*.example.*'],
    ...['http://example.net/https://*.example.net', 'https://a.*.net', '*'],
  ])('%s makes no policy', (entry) =>
    expect(originPolicy('https://forms.example.com/', [entry]).ok).toBe(false),
  )
})

suite('a policy', () => {
  it.each([
    ...['http://forms.example.com/', 'ftp://forms.example.com/', 'file:///etc/passwd'],
    ...['https://user:pass@forms.example.com/', 'about:blank', 'ws://127.0.0.1/', 'null', ''],
  ])('is not made from %s', (url) => {
    expect(originPolicy(url, [])).toMatchObject({ ok: false, error: { kind: 'notAllowed' } })
    expect(originPolicy('https://forms.example.com', [url]).ok).toBe(false)
  })

  it('does not tell the path or the query of what it refused', () => {
    expect(originPolicy('http://forms.example.com/a?token=secret', [])).toEqual({
      ok: false,
      error: { kind: 'notAllowed', reason: 'not an address to open: http://forms.example.com' },
    })
  })
})

suite('what a log may say', () => {
  it.each([
    ['https://user:secret@a.example/x?token=1', 'https://a.example'],
    ['wss://a.example/x', 'https://a.example'],
    ['mailto:someone@a.example', 'mailto:'],
    ['data:text/plain,secret', 'data:'],
    ['not an address', 'unreadable'],
  ])('of %s is %s', (url, said) => expect(describeAddress(url)).toBe(said))

  it('counts a socket as the origin that it is opened on', () => {
    expect(networkOrigin('ws://127.0.0.1:80/x')).toBe('http://127.0.0.1')
  })
})

suite('the headers of a document', () => {
  const values = (headers: readonly { name: string; value: string }[], name: string) =>
    headers.filter((each) => each.name.toLowerCase() === name).map(({ value }) => value)

  it.each([
    'Permissions-Policy',
    'permissions-policy',
    'PERMISSIONS-POLICY',
    'Permissions-Policy ',
  ])('hold one list of features, and it is ours: %s', (name) => {
    const own = confinedHeaders([])
    const both = confinedHeaders([{ name, value: 'camera=(((' }])
    expect(values(both, 'permissions-policy')).toEqual(values(own, 'permissions-policy'))
    expect(both).toEqual(own)
  })

  it('hold no list of features in the older way', () => {
    const headers = confinedHeaders([{ name: 'feature-policy', value: 'camera *' }])
    expect(values(headers, 'feature-policy')).toEqual([])
  })

  it("hold the server's policy of contents beside ours, and whatever else it says", () => {
    const headers = confinedHeaders([
      { name: 'content-security-policy', value: "default-src 'self'" },
      { name: 'Set-Cookie', value: 'a=1' },
    ])
    expect(values(headers, 'content-security-policy')).toEqual([
      "default-src 'self'",
      'sandbox allow-forms allow-same-origin allow-scripts allow-top-navigation',
    ])
    expect(values(headers, 'set-cookie')).toEqual(['a=1'])
  })

  it('make text of an answer that holds another answer', () => {
    const value = 'Application/Signed-Exchange;v=b3'
    const headers = confinedHeaders([{ name: 'content-type', value }])
    expect(values(headers, 'content-type')).toEqual(['text/plain'])
    expect(values(headers, 'x-content-type-options')).toEqual(['nosniff'])
  })

  it('leave the type of every other answer as it is', () => {
    const sent = [
      { name: 'content-type', value: 'text/html' },
      { name: 'x-type', value: 'application/signed-exchange' },
    ]
    expect(confinedHeaders(sent).slice(0, 2)).toEqual(sent)
  })

  it('deny every feature that asks for a device, a person, an account or money', () => {
    const denied = values(confinedHeaders([]), 'permissions-policy')[0]?.split(', ')
    expect(denied).toEqual(deniedFeatures.map((feature) => `${feature}=()`))
  })
})

suite('a form view', () => {
  it('keeps 64 MiB of an origin at most', () => expect(storageBytes).toBe(67_108_864))

  it('has no eye dropper, no window above all others, no purchases and no questions about the network', () => {
    expect(disabledFeatures).toEqual([
      ...['EyeDropperAPI', 'DocumentPictureInPictureAPI', 'DigitalGoods'],
      ...['LocalNetworkAccessChecks', 'LocalNetworkAccessChecksWebSockets'],
    ])
  })
})

suite('an answer', () => {
  const to = [{ name: 'location', value: 'https://a.example/' }]
  it.each([301, 302, 303, 307, 308])('with status %i and an address is followed', (status) => {
    expect(isFollowed(status, to)).toBe(true)
    expect(isFollowed(status, [])).toBe(false)
    expect(isFollowed(status, [{ name: 'Location', value: ' ' }])).toBe(false)
    expect(isFollowed(status, [{ name: 'server', value: 'https://a.example/' }])).toBe(false)
  })

  it.each([200, 300, 304, 305, 306, 309, 399, 400])('with status %i is drawn', (status) => {
    expect(isFollowed(status, to)).toBe(false)
  })
})

it('keeps no word of an address that names no machine, however long it is', () => {
  const host = `https://${'a.'.repeat(200_000)}example/`
  expect(networkOrigin(host)).toBeUndefined()
  expect(describeAddress(host)).toBe('unreadable')
  expect(describeAddress(`${'a'.repeat(200_000)}:b`)).toBe('unreadable')
})
