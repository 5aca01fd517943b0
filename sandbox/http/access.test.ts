import { Hono } from 'hono'
import { expect, it } from 'vitest'
import { contract } from '../../src/contract/index.ts'
import { createClock } from '../clock.ts'
import { createSandboxContext } from '../sandbox-context.ts'
import { account, foreignAccount } from '../seeds/clinics.ts'
import { admit } from './access.ts'
import type { Env } from './env.ts'

const { accountWebhooks, webhooks } = contract.partner

/** Returns the access of a webhook list when these accounts grant access, and ours takes its grant back or not. */
async function admitted(
  operation: typeof webhooks.list | typeof accountWebhooks.list,
  granting: readonly number[],
  grantRevoked: boolean,
) {
  const sandbox = createSandboxContext(createClock(), Buffer.alloc(32))
  for (const each of [account, foreignAccount])
    sandbox.state.accounts.set(each.id, { ...each, granted: granting.includes(each.id) })
  const app = new Hono<Env>()
  app.get(operation.path.replace('{accountId}', ':accountId'), async (context) => {
    const access = await admit(sandbox, operation, context, context.req.param(), grantRevoked)
    return context.json(access.ok ? 'let in' : access.error.code)
  })
  const authorization = `Bearer ${await sandbox.tokens.issue('partner')}`
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
