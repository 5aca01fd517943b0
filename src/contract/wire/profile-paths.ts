import { z } from 'zod'
import { keyed } from './known-keys.ts'
import { operationsById } from './request-fields.ts'

/** The beginnings of the interfaces' paths in the contract. */
export const contractPrefixes = { partner: '/partner/v2', developer: '/service/api/developer/v1' }

const segments = /^(?:\/(?!\.{1,2}(?:\/|$))[\w.~:@!$&'()*+,;=%{}-]+)*$/
const prefix = z.string().regex(segments, {
  error: 'a path such as /api/v2: it begins with a slash and ends without one',
})

/** What a template must name: the sandbox's account and location are known without it. */
const mayBeLeftOut = ['accountId', 'locationId']

const override = z.strictObject({
  method: z
    .enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'], {
      error: 'GET, POST, PUT, PATCH or DELETE',
    })
    .optional(),
  /** The whole path behind the service's address, with `{name}` for its parameters. */
  path: prefix.min(1).optional(),
})

const operations = keyed(
  override,
  (id) => operationsById.has(id) && !id.startsWith('auth.'),
  'the id of an operation, such as partner.formPackets.getUrl',
).superRefine((overrides, context) => {
  for (const [id, { method, path }] of Object.entries(overrides)) {
    const operation = operationsById.get(id)
    if (!operation) continue
    if (method === 'GET' && operation.body)
      context.addIssue({
        code: 'custom',
        path: [id, 'method'],
        message: 'another method: this operation has a body, and a GET has none',
        input: method,
      })
    if (path === undefined) continue
    const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
    const known = Object.keys(operation.params?.shape ?? {})
    const needed = known.filter((name) => !mayBeLeftOut.includes(name))
    if (named.some((name) => !known.includes(name)) || needed.some((name) => !named.includes(name)))
      context.addIssue({
        code: 'custom',
        path: [id, 'path'],
        message: `a path with ${known.map((name) => `{${name}}`).join(', ')} and no other parameter`,
        input: path,
      })
  }
})

/** Where operations stand. */
export const paths = z
  .strictObject({
    /** In place of `/partner/v2`. */
    partner: prefix.default(contractPrefixes.partner),
    /** In place of `/service/api/developer/v1`. */
    developer: prefix.default(contractPrefixes.developer),
    /** Single operations, by id. */
    operations: operations.prefault({}),
  })
  .prefault({})
