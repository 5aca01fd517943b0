import { z } from 'zod'
import { assumed, lenient, readAs } from './mark.ts'
import { operations, post } from './operation.ts'

const tokenAnswer = z.looseObject({
  access_token: z.string().min(1),
  token_type: lenient(readAs(z.string(), z.literal('Bearer'))),
  expires_in: lenient(readAs(z.number().positive(), z.int().positive())),
})

export const auth = operations('auth', 'Authentication', {
  partnerToken: post('/oauth/token', 'Get an access token for the partner interface.', {
    body: z.strictObject({
      grant_type: z.literal('client_credentials'),
      client_id: z.string(),
      client_secret: z.string(),
    }),
    bodyType: 'form',
    answer: tokenAnswer,
    assumes: ['token-refusal'],
  }),

  developerToken: post('/oauth2/token', 'Get an access token for the developer interface.', {
    headers: z.strictObject({ authorization: z.string().regex(/^Basic [A-Za-z0-9+/]+=*$/) }),
    body: z.strictObject({ grant_type: z.literal('client_credentials') }),
    bodyType: 'form',
    answer: assumed(tokenAnswer, 'developer-token-answer'),
    assumes: ['token-refusal'],
  }),
})
