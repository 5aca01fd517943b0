import { z } from 'zod'
import { assumed, lenient, readAs } from './mark.ts'
import { defineOperation } from './operation.ts'

const section = 'Authentication'

/** `access_token`, its type, and its life in seconds. */
const tokenAnswer = z.looseObject({
  access_token: z.string().min(1),
  token_type: lenient(readAs(z.string(), z.literal('Bearer'))),
  expires_in: lenient(readAs(z.number().positive(), z.int().positive())),
})

/** Exchanges the integrator's credentials for a JWT of the partner interface. */
export const partnerToken = defineOperation({
  id: 'auth.partnerToken',
  interface: 'auth',
  method: 'POST',
  path: '/oauth/token',
  section,
  summary: 'Get an access token for the partner interface.',
  body: z.strictObject({
    grant_type: z.literal('client_credentials'),
    client_id: z.string(),
    client_secret: z.string(),
  }),
  bodyType: 'form',
  answer: tokenAnswer,
  status: 200,
  assumes: ['token-refusal'],
})

/** Exchanges the developer's credentials, sent as Basic authentication, for a token of the developer interface. */
const developerToken = defineOperation({
  id: 'auth.developerToken',
  interface: 'auth',
  method: 'POST',
  path: '/oauth2/token',
  section,
  summary: 'Get an access token for the developer interface.',
  headers: z.strictObject({ authorization: z.string().regex(/^Basic [A-Za-z0-9+/]+=*$/) }),
  body: z.strictObject({ grant_type: z.literal('client_credentials') }),
  bodyType: 'form',
  answer: assumed(tokenAnswer, 'developer-token-answer'),
  status: 200,
  assumes: ['token-refusal'],
})

/** Both token requests. */
export const auth = { partnerToken, developerToken }
