import { z } from 'zod'

const path = z.string().regex(/^\/[\w.~:@!$&'()*+,;=%/-]*$/, {
  error: 'a path that begins with a slash, such as /oauth/token',
})

/** Fields of the request besides `grant_type` and the credentials, such as `scope` and `audience`. */
const extra = z.record(z.string(), z.string()).prefault({})

const name = z.string().regex(/^[A-Za-z][\w.-]{0,63}$/, { error: 'the name of a field' })

const endpoint = (usual: { path: string; auth: 'body' | 'basic' }) =>
  z
    .strictObject({
      path: path.default(usual.path),
      /** How the client names itself: in the body, or by Basic authentication. */
      auth: z.enum(['body', 'basic']).default(usual.auth),
      /** How the body is written. */
      body: z.enum(['form', 'json']).default('form'),
      extra,
      /** Names of the fields of the body. */
      names: z
        .strictObject({
          grant_type: name.default('grant_type'),
          client_id: name.default('client_id'),
          client_secret: name.default('client_secret'),
        })
        .refine((names) => new Set(Object.values(names)).size === Object.keys(names).length, {
          error: 'another name for each field',
        })
        .prefault({}),
    })
    .refine(
      ({ extra, names }) =>
        !['client_id', 'client_secret', ...Object.values(names)].some((field) => field in extra),
      {
        path: ['extra'],
        error:
          'fields other than client_id and client_secret, which rest in the vault, and their names',
      },
    )
    .prefault({})

/** The token request of each interface. */
export const tokens = z
  .strictObject({
    partner: endpoint({ path: '/oauth/token', auth: 'body' }),
    developer: endpoint({ path: '/oauth2/token', auth: 'basic' }),
  })
  .prefault({})
