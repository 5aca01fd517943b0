import { expect, it } from 'vitest'
import type { FormSign, PageFault, Refused } from '../../shared/windows.ts'
import { watchPage, createSentSigns } from './page-watch.ts'
import { originPolicy } from './policy.ts'

const made = originPolicy('https://forms.example.com/c/1?t=secret', ['https://api.example.com'])
if (!made.ok) throw new Error(made.error.reason)
const policy = made.value
const page = 'https://forms.example.com/c/1?t=secret'

function watched() {
  const refused: Refused[] = []
  const faults: PageFault[] = []
  const signs: FormSign[] = []
  const watch = watchPage(policy, {
    onRefused: (each) => refused.push(each),
    onFault: (each) => faults.push(each),
    onSign: (sign) => signs.push(sign),
  })
  const asks = (requestId: string, type: string, url: string) =>
    watch.hear('Network.requestWillBeSent', {
      requestId,
      type,
      documentURL: page,
      request: { url },
    })
  return { watch, refused, faults, signs, asks }
}

it.each([
  ['Script', 'script'],
  ['Stylesheet', 'style'],
  ['Image', 'image'],
  ['Font', 'font'],
  ['XHR', 'fetch'],
  ['Fetch', 'fetch'],
  ['Ping', 'fetch'],
])('tells of a refused %s by origin, kind and page, and nothing more', (type, kind) => {
  const { refused, asks } = watched()
  asks('1', type, 'https://cdn.example.net/path?patient=ana')
  expect(refused).toEqual([
    { what: 'request', target: 'https://cdn.example.net', kind, from: 'https://forms.example.com' },
  ])
})

it.each([
  ['POST', 'Fetch', 401, true],
  ['GET', 'Document', 419, true],
  ['GET', 'Fetch', 401, false],
  ['POST', 'Fetch', 403, false],
])('tells that the session is over by an answer to %s of a %s with %i: %s', (...row) => {
  const [method, type, status, isTold] = row
  const { watch, signs } = watched()
  const request = { url: 'https://api.example.com/answers', method }
  watch.hear('Network.requestWillBeSent', { requestId: '1', type, request })
  watch.hear('Network.responseReceived', { requestId: '1', response: { status } })
  expect(signs).toEqual(isTold ? ['expired'] : [])
})

it('tells of a refused socket, and nothing of what is allowed, a document or data', () => {
  const { watch, refused, asks } = watched()
  watch.hear('Network.webSocketCreated', { requestId: '1', url: 'wss://live.example.net/x' })
  asks('2', 'Script', 'https://api.example.com/x.js')
  asks('3', 'Document', 'https://elsewhere.example.net/')
  asks('4', 'Image', 'data:image/png;base64,AA')
  expect(refused).toEqual([{ what: 'request', target: 'https://live.example.net', kind: 'socket' }])
})

it('tells of what a worker loads and runs by that, and of what it asks for as of any page', () => {
  const { watch, refused } = watched()
  const documentURL = 'blob:https://forms.example.com/1f0c'
  const url = 'https://cdn.example.net/engine.js'
  for (const type of ['Script', 'Other', 'Fetch'])
    watch.hear('Network.requestWillBeSent', { type, documentURL, request: { url } }, '1', true)
  const origins = { target: 'https://cdn.example.net', from: 'https://forms.example.com' }
  expect(refused).toEqual(
    ['worker', 'worker', 'fetch'].map((kind) => ({ what: 'request', kind, ...origins })),
  )
})

it('tells once of a listed origin whose script, style or call fails, and of no picture', () => {
  const { watch, faults, asks } = watched()
  for (const requestId of ['1', '2']) {
    asks(requestId, 'Fetch', 'https://api.example.com/save?patient=ana')
    watch.hear('Network.responseReceived', { requestId, response: { status: 500 } })
  }
  asks('3', 'Script', 'https://api.example.com/app.js')
  watch.hear('Network.loadingFailed', { requestId: '3', errorText: 'net::ERR_CONNECTION_RESET' })
  asks('7', 'Script', 'https://api.example.com/missing.js')
  watch.hear('Network.responseReceived', { requestId: '7', response: { status: 404 } })
  asks('4', 'Image', 'https://api.example.com/logo.png')
  watch.hear('Network.loadingFailed', { requestId: '4', errorText: 'net::ERR_FAILED' })
  asks('5', 'Fetch', 'https://api.example.com/gone')
  watch.hear('Network.responseReceived', { requestId: '5', response: { status: 404 } })
  asks('6', 'Fetch', 'https://api.example.com/left')
  watch.hear('Network.loadingFailed', {
    requestId: '6',
    errorText: 'net::ERR_ABORTED',
    canceled: true,
  })
  expect(faults).toEqual([
    { reason: 'failed', origin: 'https://api.example.com', kind: 'fetch', status: 500 },
    {
      reason: 'failed',
      origin: 'https://api.example.com',
      kind: 'script',
      detail: 'net::ERR_CONNECTION_RESET',
    },
    { reason: 'failed', origin: 'https://api.example.com', kind: 'script', status: 404 },
  ])
  expect(watch.hasFailed(false)).toBe(true)
})

it.each(['Script', 'Fetch', 'Document'])('lacks a refused %s until it has sent', (type) => {
  const { watch, asks } = watched()
  asks('1', 'Image', 'https://pixel.example.net/')
  asks('2', 'Stylesheet', 'https://cdn.example.net/app.css')
  expect(watch.hasFailed(false)).toBe(false)
  expect(watch.hasFailed(true)).toBe(true)
  asks('3', type, 'https://cdn.example.net/app')
  expect(watch.hasFailed(false)).toBe(true)
  watch.hear('Network.requestWillBeSent', {
    requestId: '4',
    type: 'Fetch',
    request: { url: page, method: 'POST' },
  })
  watch.hear('Network.responseReceived', { requestId: '4', response: { status: 200 } })
  expect(watch.hasFailed(true)).toBe(false)
})

it('tells of a PDF in the place of a page or a frame, and of no other', () => {
  const { watch, asks, refused } = watched()
  const mimeType = 'application/pdf'
  asks('1', 'Document', 'https://api.example.com/consent.pdf')
  watch.hear('Network.responseReceived', { requestId: '1', response: { status: 200, mimeType } })
  asks('2', 'Fetch', 'https://api.example.com/consent.pdf')
  watch.hear('Network.responseReceived', { requestId: '2', response: { status: 200, mimeType } })
  expect(refused).toEqual([{ what: 'download', target: 'https://api.example.com', kind: 'pdf' }])
})

it('knows the scripts that have not come yet', () => {
  const { watch, asks } = watched()
  asks('1', 'Script', 'https://api.example.com/slow.js')
  asks('2', 'Script', 'https://api.example.com/fast.js')
  watch.hear('Network.loadingFinished', { requestId: '2' })
  const hanging = [{ reason: 'hangs', origin: 'https://api.example.com', kind: 'script' }]
  expect(watch.hanging()).toEqual(hanging)
  watch.hear('Network.loadingFinished', { requestId: '1' }, 'another target')
  expect(watch.hanging()).toEqual(hanging)
  watch.hear('Network.loadingFinished', { requestId: '1' })
  expect(watch.hanging()).toEqual([])
})

it.each([
  [
    `Blocked opening 'https://papers.example.com/consent.pdf?t=secret' in a new window because the request was made in a sandboxed frame whose 'allow-popups' permission is not set.`,
    { what: 'popup', target: 'https://papers.example.com' },
  ],
  [
    `Ignored call to 'confirm()'. The document is sandboxed, and the 'allow-modals' keyword is not set.`,
    { what: 'dialog', target: 'confirm' },
  ],
  [
    '[Violation] Permissions policy violation: camera is not allowed in this document.',
    { what: 'permission', target: 'camera' },
  ],
  [
    `Failed to load 'https://papers.example.com/consent.pdf?t=secret' as a plugin, because the frame into which the plugin is loading is sandboxed.`,
    { what: 'download', target: 'https://papers.example.com', kind: 'pdf' },
  ],
  [
    'Download is disallowed. The frame initiating or instantiating the download is sandboxed, but the flag ‘allow-downloads’ is not set.',
    { what: 'download', target: 'sandboxed' },
  ],
  [
    `Creating a worker from 'https://cdn.example.net/w.js?t=secret' violates the following Content Security Policy directive: "worker-src 'none'". The action has been blocked.`,
    { what: 'permission', target: 'https://cdn.example.net', kind: 'worker' },
  ],
  [
    `Refused to create a worker from 'https://cdn.example.net/w.js' because it violates the following Content Security Policy directive: "worker-src 'none'".`,
    { what: 'permission', target: 'https://cdn.example.net', kind: 'worker' },
  ],
] as const)('reads what Chromium says on the console: %s', (text, said) => {
  const { watch, refused } = watched()
  watch.hear('Log.entryAdded', { entry: { text, url: page } })
  expect(refused).toEqual([{ ...said, from: 'https://forms.example.com' }])
})

it('reads nothing else there, however a page words it', () => {
  const { watch, refused } = watched()
  for (const text of ['ana lopez', `A page: Ignored call to 'confirm()'`, ''])
    watch.hear('Log.entryAdded', { entry: { text } })
  expect(refused).toEqual([])
})

const url = 'https://forms.example/api'

it('tells the first request to a place from those that follow', () => {
  const signOf = createSentSigns()
  expect(signOf({ method: 'POST', url: `${url}/answers/17`, status: 201 })).toBe('sent')
  expect(signOf({ method: 'POST', url: `${url}/answers/18?page=2`, status: 200 })).toBe('sentAgain')
  expect(signOf({ method: 'PUT', url: `${url}/answers/18`, status: 204 })).toBe('sent')
  expect(signOf({ method: 'POST', url: `${url}/complete`, status: 303 })).toBe('sent')
})

it.each([
  ['a request that sends nothing', { method: 'GET', url, status: 200 }],
  ['a question before a request', { method: 'OPTIONS', url, status: 204 }],
  ['a request that was refused', { method: 'POST', url, status: 400 }],
  ['a request that failed', { method: 'POST', url, status: 503 }],
])('says nothing of %s', (_, request) => expect(createSentSigns()(request)).toBeUndefined())

it.each([
  ['XHR', 'Network.responseReceived', { response: { status: 201 } }, ['sent']],
  ['Document', 'Network.requestWillBeSent', { redirectResponse: { status: 303 } }, ['sent']],
  ['Ping', 'Network.responseReceived', { response: { status: 200 } }, []],
  ['XHR', 'Network.responseReceived', { response: { status: 500 } }, []],
] as const)('takes a %s answered by %s %j for %j', (type, event, told, expected) => {
  const { watch, signs } = watched()
  const request = { url: 'https://forms.example.com/answers', method: 'POST' }
  watch.hear('Network.requestWillBeSent', { requestId: '1', type, request })
  const next = { url: 'https://forms.example.com/done', method: 'GET' }
  watch.hear(event, { requestId: '1', type, request: next, ...told })
  expect(signs).toEqual(expected)
})

it('takes what a page gives an open socket for a request, first to a new place', () => {
  const { watch, signs } = watched()
  const frame = { requestId: '1', response: { opcode: 1, payloadData: '{}' } }
  watch.hear('Network.webSocketFrameSent', frame)
  expect(signs).toEqual([])
  watch.hear('Network.webSocketCreated', { requestId: '1', url: 'wss://forms.example.com/live' })
  watch.hear('Network.webSocketFrameSent', frame)
  watch.hear('Network.webSocketFrameSent', frame)
  expect(signs).toEqual(['sent', 'sentAgain'])
})
