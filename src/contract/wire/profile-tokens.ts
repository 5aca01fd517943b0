import { z } from 'zod'

const path = z.string().regex(/^\/[\w.~:@!$&'()*+,;=%/-]*$/, {
  error: 'a path that begins with a slash, such as /oauth/token',
})

/** Fields of the request besides `grant_type` and the credentials, such as `scope` and `audience`. */
const extra = z
  .record(z.string(), z.string())
  .refine((fields) => !('client_id' in fields) && !('client_secret' in fields), {
    error: 'fields other than client_id and client_secret, which rest in the vault',
  })
  .prefault({})

const endpoint = (usual: { path: string; auth: 'body' | 'basic' }) =>
  z
    .strictObject({
      path: path.default(usual.path),
      /** How the client names itself: in the body, or by Basic authentication. */
      auth: z.enum(['body', 'basic']).default(usual.auth),
      /** How the body is written. */
      body: z.enum(['form', 'json']).default('form'),
      extra,
    })
    .prefault({})

/** The token request of each interface. */
export const tokens = z
  .strictObject({
    partner: endpoint({ path: '/oauth/token', auth: 'body' }),
    developer: endpoint({ path: '/oauth2/token', auth: 'basic' }),
  })
  .prefault({})
