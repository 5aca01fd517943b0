import {
  answers,
  insteadOf,
  refusal,
  rename,
  repliesTo,
  wants,
  wantsAll,
  without,
} from '../changes.ts'
import { op } from '../operations.ts'
import { rowsOf } from '../variant.ts'
import { json, jsonOf, text, type Fields, type WireRequest } from '../wire.ts'

const { through, allThrough, allToStaff, allOutOfService, allAdapted } = rowsOf('token')
const body = (write: (token: Fields) => unknown) => answers(op.token, write)
const with_ = (fields: Fields) => body((token) => ({ ...token, ...fields }))
const lives: Readonly<Record<string, unknown>> = {
  'as text': '3600',
  'as a fraction': 3599.8,
  'as null': null,
  'as a text with its unit': '3600s',
  'as an empty text': '',
  'as a date': '2026-03-02T19:00:00Z',
  'as an object': { seconds: 3600 },
}
const shapes: Readonly<Record<string, (token: Fields) => unknown>> = {
  'without its life': (token) => without(token, 'expires_in'),
  'without its type': (token) => without(token, 'token_type'),
  'and a type in small letters': (token) => ({ ...token, token_type: 'bearer' }),
  'and the type BearerToken': (token) => ({ ...token, token_type: 'BearerToken' }),
  'and a type of null': (token) => ({ ...token, token_type: null }),
  'in camel case': (token) =>
    rename(token, {
      access_token: 'accessToken',
      token_type: 'tokenType',
      expires_in: 'expiresIn',
    }),
  'in Pascal case': (token) =>
    rename(token, {
      access_token: 'AccessToken',
      token_type: 'TokenType',
      expires_in: 'ExpiresIn',
    }),
  'under token': (token) => rename(token, { access_token: 'token' }),
  'under jwt': (token) => rename(token, { access_token: 'jwt' }),
  'under data': (token) => ({ data: token }),
  'in an envelope': (token) => ({ success: true, message: '', data: token }),
  'as a gateway writes it': (token) => ({
    ...token,
    expires_in: '3599',
    issued_at: '1772474400000',
    token_type: 'BearerToken',
    status: 'approved',
    scope: '',
  }),
  'with a scope as a list': (token) => ({
    ...token,
    scope: ['forms', 'patients'],
    refresh_token: null,
  }),
}

/** A token request as this service wants it, given back as the sandbox knows it. */
const asks = (read: (request: WireRequest) => WireRequest | undefined) =>
  wants(op.token, (request) => read(request) ?? refusal(400, 'invalid_request'))
const pair = {
  grant_type: 'client_credentials',
  client_id: 'foyer-sandbox-partner',
  client_secret: 'sandbox-partner-secret-not-a-secret',
}
const form = (request: WireRequest): WireRequest => ({
  ...request,
  headers: { ...request.headers, 'content-type': 'application/x-www-form-urlencoded' },
  body: new URLSearchParams(pair).toString(),
})

/** Other ways to grant a token. */
export const tokenRows = [
  ...Object.entries(lives).map(([how, expires_in]) =>
    through(`a token and its life ${how}`, with_({ expires_in })),
  ),
  ...Object.entries(shapes).map(([how, write]) => through(`a token ${how}`, body(write))),
  ...allThrough({
    'a token with 201': repliesTo(op.token, (answer) => ({ ...answer, status: 201 })),
    'a token sent as text/json': repliesTo(op.token, (answer) =>
      json(jsonOf(answer), 200, 'text/json'),
    ),
    'a token sent as text/html': repliesTo(op.token, (answer) =>
      json(jsonOf(answer), 200, 'text/html'),
    ),
    'a token that lives for a minute': with_({ expires_in: 60 }),
  }),
  ...allAdapted({
    'a token under bearer': [
      { read: { fields: { 'token.access_token': 'bearer.value' } } },
      body((token) => ({ bearer: { value: token['access_token'] } })),
    ],
  }),
  ...allAdapted(
    {
      'a token asked for in JSON': [
        { token: { partner: { body: 'json' } } },
        asks((request) =>
          (request.headers['content-type'] ?? '').includes('json') ? form(request) : undefined,
        ),
      ],
      'a token asked for with Basic': [
        { token: { partner: { auth: 'basic' } } },
        asks((request) =>
          request.headers['authorization']?.startsWith('Basic ') ? form(request) : undefined,
        ),
      ],
      'a token asked for with a scope': [
        { token: { partner: { extra: { scope: 'forms' } } } },
        asks((request) => (request.body.includes('scope=forms') ? form(request) : undefined)),
      ],
      'a token asked for with an audience': [
        { token: { partner: { extra: { audience: 'https://intake.example' } } } },
        asks((request) => (request.body.includes('audience=') ? form(request) : undefined)),
      ],
      'a token asked for by clientId and clientSecret': [
        { token: { partner: { names: { client_id: 'clientId', client_secret: 'clientSecret' } } } },
        asks((request) => (request.body.includes('clientId=') ? form(request) : undefined)),
      ],
      'a token asked for at another path': [
        { token: { partner: { path: '/connect/token' } } },
        wantsAll((request) => {
          if (request.path === '/oauth/token') return text('Not Found', 404)
          return request.path === '/connect/token' ? { ...request, path: '/oauth/token' } : request
        }),
      ],
    },
    'usual',
    'out of service',
  ),
  ...allOutOfService({
    'wrong credentials (401)': [
      'staff must give others',
      insteadOf(op.token, () => refusal(401, 'invalid_client')),
    ],
    'wrong credentials (400)': [
      'staff must give others',
      insteadOf(op.token, () => refusal(400, 'invalid_client')),
    ],
    'wrong credentials (403)': [
      'staff must give others',
      insteadOf(op.token, () => refusal(403, 'access_denied')),
    ],
  }),
  ...allToStaff(op.createProof, {
    'a page of a login in the place of a token': [
      'the address is another one, or something stands between',
      insteadOf(op.token, () => text('<title>Sign in</title>', 200, 'text/html')),
    ],
    'an answer without a token': [
      'the service grants tokens in another way',
      body((token) => without(token, 'access_token')),
    ],
  }),
]
