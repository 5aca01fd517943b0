import { Hono } from 'hono'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { get, operations } from '../../src/contract/operation.ts'
import { ok } from '../../src/shared/result.ts'
import { createClock } from '../clock.ts'
import { createSandboxContext } from '../sandbox-context.ts'
import type { Env } from './env.ts'
import { route, serveAll } from './route.ts'
import { contract } from '../../src/contract/index.ts'
import { account, foreignAccount } from '../seeds/clinics.ts'
import { admit } from './access.ts'

const operation = (path: string, answer: z.ZodType) =>
  operations('auth', '', { [path]: get(path, '', { answer }) })[path]!

const sandbox = createSandboxContext(createClock(), Buffer.alloc(32))

it('fails loudly when our own answer does not fit the contract, naming what differs', async () => {
  const app = new Hono<Env>()
  const answer = z.looseObject({ items: z.array(z.looseObject({ id: z.int() })) })
  serveAll(app, sandbox, [
    route(operation('/list', answer), () => ok({ items: [{ id: 'secret' }] } as never)),
  ])
  const reply = await app.request('/list')
  expect(reply.status).toBe(500)
  const body = await reply.text()
  expect(body).toContain('auth./list answers out of contract: items.0.id')
  expect(body).not.toContain('secret')
})

it('finds a fixed path before a parameter in the same place, in whatever order they stand', async () => {
  const app = new Hono<Env>()
  const named = (path: string) => route(operation(path, z.string()), () => ok(path as never))
  serveAll(app, sandbox, [named('/x/{id}'), named('/x/{id}/y'), named('/x/y'), named('/x/y/{id}')])
  const at = async (path: string) => (await app.request(path)).json()
  expect(await at('/x/7')).toBe('/x/{id}')
  expect(await at('/x/y')).toBe('/x/y')
  expect(await at('/x/y/7')).toBe('/x/y/{id}')
  expect(await at('/x/7/y')).toBe('/x/{id}/y')
})

const { accountWebhooks, webhooks } = contract.partner

/** Returns the access of a webhook list when these accounts grant access, and ours takes its grant back or not. */
async function admitted(
  operation: typeof webhooks.list | typeof accountWebhooks.list,
  granting: readonly number[],
  grantRevoked: boolean,
) {
  const asked = createSandboxContext(createClock(), Buffer.alloc(32))
  for (const each of [account, foreignAccount])
    asked.state.accounts.set(each.id, { ...each, granted: granting.includes(each.id) })
  const app = new Hono<Env>()
  app.get(operation.path.replace('{accountId}', ':accountId'), async (context) => {
    const access = await admit(asked, operation, context, context.req.param(), grantRevoked)
    return context.json(access.ok ? 'let in' : access.error.code)
  })
  const authorization = `Bearer ${await asked.tokens.issue('partner')}`
  const path = operation.path.replace('{accountId}', String(account.id))
  return (await app.request(path, { headers: { authorization } })).json()
}

it.each([
  ['the account of the path', [account.id], false, 'let in', 'let in'],
  [
    'the account of the path, which took it back',
    [account.id],
    true,
    'account_not_granted',
    'no_grant',
  ],
  ['another account', [foreignAccount.id], false, 'account_not_granted', 'let in'],
  ['both, and one took it back', [101, 202], true, 'account_not_granted', 'let in'],
  ['no account', [], false, 'account_not_granted', 'no_grant'],
])(
  'with a grant of %s, webhooks open with and without an account as they should',
  async (_name, granting, revoked, scoped, unscoped) => {
    expect(await admitted(accountWebhooks.list, granting, revoked)).toBe(scoped)
    expect(await admitted(webhooks.list, granting, revoked)).toBe(unscoped)
  },
)
