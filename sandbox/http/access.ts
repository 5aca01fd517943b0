import type { Context } from 'hono'
import type { Operation } from '../../src/contract/operation.ts'
import { ok } from '../../src/shared/result.ts'
import type { Audience } from '../credentials.ts'
import { account as ownAccount } from '../seeds/clinics.ts'
import { byId, inAccount } from '../state/lookup.ts'
import type { Account } from '../state/types.ts'
import type { SandboxContext } from '../sandbox-context.ts'
import { badRequest, forbidden, unauthorized } from './refusal.ts'

/** Lets a caller in by its token alone: a valid unexpired one of the interface, else 401. */
export async function admitBearer(sandbox: SandboxContext, audience: Audience, context: Context) {
  const [, token] = /^Bearer (\S+)$/.exec(context.req.header('authorization') ?? '') ?? []
  return token !== undefined && (await sandbox.tokens.accepts(token, audience))
    ? ok(null)
    : unauthorized('invalid_token', 'The access token is missing, wrong or expired.')
}

/** Admits a request: a valid token (else 401), an active grant, and the account's active location (else 403). */
export async function admit(
  sandbox: SandboxContext,
  operation: Operation,
  context: Context,
  params: Readonly<Record<string, string | undefined>>,
  grantRevoked: boolean,
) {
  const anywhere = ok({ account: ownAccount, location: undefined })
  if (operation.interface === 'auth') return anywhere
  const bearer = await admitBearer(sandbox, operation.interface, context)
  if (!bearer.ok) return bearer
  if (operation.interface === 'developer') return anywhere
  const { accounts } = sandbox.state
  const { accountId, locationId } = params
  if (accountId !== undefined && !/^\d+$/.test(accountId))
    return badRequest('invalid_request', 'params: accountId: it is a decimal integer.')
  const isGranted = ({ id, granted }: Account) =>
    granted && !(grantRevoked && id === Number(accountId ?? ownAccount.id))
  if (accountId === undefined)
    return [...accounts.values()].some(isGranted)
      ? anywhere
      : forbidden('no_grant', 'No account has granted access to this integration.')
  const account = byId(accounts, accountId)
  if (!account || !isGranted(account))
    return forbidden('account_not_granted', 'This integration has no access to the account.')
  if (locationId === undefined) return ok({ account, location: undefined })
  const location = inAccount(sandbox.state.locations, account.id, locationId)
  return location?.active
    ? ok({ account, location })
    : forbidden('location_not_granted', 'The location does not belong to the account.')
}
