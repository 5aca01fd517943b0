import type { ChangeSecretFault, Member, SignInFault } from '../../../shared/desk/members.ts'
import { err, ok, type Result } from '../../../shared/result.ts'
import { hashSecret, isHashed, type HashCost } from '../../base/secret-hash.ts'
import { countTry, noWrongTries, waitLeftMs } from '../../base/wrong-tries.ts'
import type { Audit } from '../../vault/audit/audit.ts'
import type { MemberStore } from './member-store.ts'
import { spelled, weaknessOf } from './member-secret.ts'

/** Parts for signing in and for changing a secret. */
export interface CheckSecretParts {
  readonly store: MemberStore
  readonly audit: Pick<Audit, 'append'>
  /** The measured time of the vault, in ms. */
  readonly time: { now(): number }
  readonly cost?: HashCost | undefined
}

/**
 * Checks a member's secret. Counts a try at the desk on disk before comparing; audits a wrong one. `at`: a kiosk counts
 * its own tries, which delay nobody here. Calls must not overlap.
 */
export async function checkSecret(
  { store, audit, time }: CheckSecretParts,
  id: string,
  typed: string,
  at?: { readonly kiosk: string },
): Promise<Result<Member, SignInFault>> {
  const row = store.row(id)
  if (!row?.isActive) return err({ kind: 'unknownMember' })
  const { secret } = row
  if (!secret) return err({ kind: 'noSecret' })
  const left = at ? 0 : waitLeftMs(secret, time.now())
  if (left > 0) return err({ kind: 'wait', waitMs: left })
  const counted = { ...secret, ...(!at && countTry(secret, time.now())) }
  if (!at) store.write({ ...row, secret: counted })
  if (!(await isHashed(spelled(typed), secret))) {
    audit.append('memberSecretWrong', { member: id, ...(at ?? { wrong: counted.wrong }) })
    return err({ kind: 'wrong', waitMs: at ? 0 : waitLeftMs(counted, time.now()) })
  }
  if (!at) store.write({ ...row, secret: { ...secret, ...noWrongTries } })
  const member = store.find(id)
  if (!member) throw new Error('a member went')
  return ok(member)
}

/**
 * Replaces `old`, checked as at a sign-in, with `next`. Asks `isWanted` last: a member locked out meanwhile changes
 * nothing. Calls must not overlap.
 */
export async function replaceSecret(
  parts: CheckSecretParts,
  id: string,
  {
    old,
    next,
    isWanted,
  }: { readonly old: string; readonly next: string; readonly isWanted: () => boolean },
): Promise<Result<null, ChangeSecretFault>> {
  const { store, audit, cost } = parts
  const name = store.row(id)?.name
  if (name === undefined) return err({ kind: 'unknownMember' })
  const why = weaknessOf(next, name)
  if (why) return err({ kind: 'badSecret', why })
  const checked = await checkSecret(parts, id, old)
  if (!checked.ok) return checked
  if (spelled(next) === spelled(old)) return err({ kind: 'badSecret', why: 'same' })
  const hash = await hashSecret(spelled(next), { cost })
  const row = store.row(id)
  if (!row || !isWanted()) return err({ kind: 'superseded' })
  audit.append('memberSecretChanged', { member: id })
  store.write({ ...row, secret: { isTemporary: false, ...hash, ...noWrongTries } })
  return ok(null)
}
