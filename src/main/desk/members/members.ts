import { randomUUID } from 'node:crypto'
import { omit } from 'zod/mini'
import {
  type FirstAdministrator,
  type Member,
  type MemberDraft,
  type MemberPatch,
  type EmergencyRole,
  member,
  type MemberRole,
} from '../../../shared/desk/members.ts'
import { emergencyAccess, type EmergencyAccess } from '../../../shared/desk/member-operations.ts'
import type { DeskRefusal } from '../../../shared/desk/messages.ts'
import { memberNameMost, memberRoles } from '../../../shared/desk/limits.ts'
import { err, ok, type Result } from '../../../shared/result.ts'
import type { WallClock } from '../../base/clock.ts'
import { createListeners } from '../../base/listeners.ts'
import { type HashCost, hashSecret, isHashed, secretHash } from '../../base/secret-hash.ts'
import { createSequencer } from '../../base/sequencer.ts'
import { noWrongTries, countTry, waitLeftMs, wrongTries } from '../../base/wrong-tries.ts'
import type { Audit, AuditFields } from '../../vault/audit/audit.ts'
import type { MemberRows } from '../../vault/store/rows.ts'
import type { Vault } from '../../vault/vault.ts'
import type { Reply } from '../feature.ts'
import { drawTemporary, spelled, weaknessOf } from './member-secret.ts'
import { z } from 'zod'

/** `temporary`: a PIN to be shown once and given to them; kept nowhere. */
type WithTemporary = { readonly member: Member; readonly temporary: string }

// `by`: the member who asks, an active administrator with their own secret; else the answer is `noRight`.
/** Opens the vault's members of staff; audits each change with its author first. Throws the vault's errors. */
export function createMembers(parts: {
  readonly vault: Pick<Vault, 'members' | 'time' | 'securitySettings'>
  readonly audit: Pick<Audit, 'append'>
  readonly clock: Pick<WallClock, 'wallTime'>
  readonly cost?: HashCost
}) {
  const { vault, audit, clock, cost } = parts
  const listeners = createListeners()
  const store = openMemberStore(vault.members, listeners.call)
  const inSequence = createSequencer()
  const { time, securitySettings } = vault

  const mayManage = (by: string) => {
    const asking = store.find(by)
    return asking !== undefined && isAdministrator(asking)
  }
  async function hashOf(secret: string, isTemporary: boolean): Promise<MemberRow['secret']> {
    return { isTemporary, ...(await hashSecret(spelled(secret), cost)), ...noWrongTries }
  }
  const begun = () => ({ id: randomUUID(), isActive: true, since: Math.floor(clock.wallTime()) })

  /** Counts a try on disk before comparing; audits a wrong one. `at`: a kiosk counts its own. One call at a time. */
  async function check(id: string, typed: string, at?: { readonly kiosk: string }): Reply<Member> {
    const row = store.row(id)
    if (!row?.isActive) return err({ kind: 'unknownReference' })
    const { secret } = row
    if (!secret) return err({ kind: 'noSecret' })
    const left = at ? 0 : waitLeftMs(secret, time.now())
    if (left > 0) return err({ kind: 'mustWait', waitMs: left })
    const counted = { ...secret, ...(!at && countTry(secret, time.now())) }
    if (!at) store.write({ ...row, secret: counted })
    if (!(await isHashed(spelled(typed), secret))) {
      audit.append('memberSecretWrong', { member: id, ...(at ?? { wrong: counted.wrong }) })
      return err({ kind: 'wrongSecret', waitMs: at ? 0 : waitLeftMs(counted, time.now()) })
    }
    if (!at) store.write({ ...row, secret: { ...secret, ...noWrongTries } })
    const member = store.find(id)
    if (!member) throw new Error('a member went')
    return ok(member)
  }
  const readEmergencies = () =>
    vault.members.emergencies().map((row) => emergencyRow.parse(JSON.parse(row)))

  return {
    /** Also those who are not active, in the order of their making. */
    list: () => store.list(),
    /** The same object until the member is changed. */
    find: (id: string) => store.find(id),
    hasAny: () => store.list().length > 0,
    setUp: ({ name: typed, secret }: FirstAdministrator) =>
      inSequence(async (): Reply<Member> => {
        if (store.list().length > 0) return err({ kind: 'noRight' })
        const name = readName(typed)
        if (name === undefined) return err({ kind: 'badName' })
        const why = weaknessOf(secret, name)
        if (why) return err({ kind: 'badSecret', why })
        const roles: MemberRow['roles'] = ['administrator']
        const row = { ...begun(), name, roles, secret: await hashOf(secret, false) }
        audit.append('memberSetUp', { member: row.id, name })
        return ok(store.write(row))
      }),
    create: (by: string, draft: MemberDraft) =>
      inSequence(async (): Reply<WithTemporary> => {
        if (!mayManage(by)) return err({ kind: 'noRight' })
        const [name, roles] = [readName(draft.name), readRoles(draft.roles)]
        if (name === undefined) return err({ kind: 'badName' })
        if (store.isNameTaken(name)) return err({ kind: 'nameTaken' })
        if (roles.length === 0) return err({ kind: 'noRole' })
        const temporary = drawTemporary()
        const row = { ...begun(), name, roles, secret: await hashOf(temporary, true) }
        audit.append('memberCreated', { by, member: row.id, name, roles: roles.join(', ') })
        return ok({ member: store.write(row), temporary })
      }),
    /** Keeps the last active administrator. A deactivated member loses their secret. */
    change: (by: string, id: string, patch: MemberPatch) =>
      inSequence((): Result<Member, DeskRefusal> => {
        if (!mayManage(by)) return err({ kind: 'noRight' })
        const before = store.row(id)
        if (!before) return err({ kind: 'unknownReference' })
        const changed = changedRow(store, before, patch)
        if (!changed.ok) return changed
        const fields = patchedFields(before, changed.value)
        if (!fields) return ok(shownOf(before))
        audit.append('memberChanged', { by, member: id, ...fields })
        return ok(store.write(changed.value))
      }),
    /** A temporary PIN replaces their secret and wrong tries. */
    reset: (by: string, id: string) =>
      inSequence(async (): Reply<WithTemporary> => {
        if (!mayManage(by)) return err({ kind: 'noRight' })
        const row = store.row(id)
        if (row && id === by) return err({ kind: 'ownSecret' })
        if (!row?.isActive) return err({ kind: 'unknownReference' })
        const temporary = drawTemporary()
        const secret = await hashOf(temporary, true)
        audit.append('memberReset', { by, member: id })
        return ok({ member: store.write({ ...row, secret }), temporary })
      }),
    // A PIN that is always in the provisioning must not come back after it was changed.
    /** Gives the first active administrator `FOYER_STAFF_PIN` as temporary: the way back. */
    provision: (pin: string) =>
      inSequence(async () => {
        const given = securitySettings.read(settingKey)
        if (given !== undefined && (await isHashed(pin, secretHash.parse(JSON.parse(given)))))
          return
        const hash = await hashSecret(pin, cost)
        const first = store
          .list()
          .find((one) => one.isActive && one.roles.includes('administrator'))
        const row = first && store.row(first.id)
        if (row) {
          audit.append('memberReset', { by: 'provisioning', member: row.id })
          store.write({ ...row, secret: { isTemporary: true, ...hash, ...noWrongTries } })
        }
        securitySettings.write(settingKey, JSON.stringify(hash))
      }),
    /** Counts tries and delays after wrong ones; not for a secret that was typed at a kiosk. */
    check: (...asked: Parameters<typeof check>) => inSequence(() => check(...asked)),
    /** Asks `isWanted` last: a member locked out meanwhile changes nothing. */
    changeSecret: (
      id: string,
      { old, next, isWanted }: { old: string; next: string; isWanted: () => boolean },
    ) =>
      inSequence(async (): Reply<null> => {
        const name = store.row(id)?.name
        if (name === undefined) return err({ kind: 'unknownReference' })
        const why = weaknessOf(next, name)
        if (why) return err({ kind: 'badSecret', why })
        const checked = await check(id, old)
        if (!checked.ok) return checked
        if (spelled(next) === spelled(old)) return err({ kind: 'badSecret', why: 'same' })
        const secret = await hashOf(next, false)
        const row = store.row(id)
        if (!row || !isWanted()) return err({ kind: 'locked' })
        audit.append('memberSecretChanged', { member: id })
        store.write({ ...row, secret })
        return ok(null)
      }),
    hasSingleKeys: (id: string) => store.row(id)?.singleKeysOff !== true,
    /** They choose it themselves: the audit has nothing of it. */
    chooseSingleKeys: (id: string, areOn: boolean) =>
      inSequence(() => {
        const row = store.row(id)
        if (!row) return
        const { singleKeysOff: _, ...others } = row
        store.write(areOn ? others : { ...others, singleKeysOff: true })
      }),
    /** Roles taken in an emergency, for administrators to see afterwards. */
    emergencies: {
      /** That no administrator has seen, the oldest first. */
      unseen: (): readonly EmergencyAccess[] =>
        readEmergencies().map((row) => ({ ...row, name: store.find(row.memberId)?.name ?? '' })),
      see(by: string, id: string): Result<null, DeskRefusal> {
        if (!mayManage(by)) return err({ kind: 'noRight' })
        const row = readEmergencies().find((one) => one.id === id)
        if (!row) return err({ kind: 'unknownReference' })
        if (row.memberId === by && store.hasOtherAdministrator(by))
          return err({ kind: 'ownEmergency' })
        audit.append('emergencySeen', { by, emergency: id, member: row.memberId })
        vault.members.removeEmergency(id)
        listeners.call()
        return ok(null)
      },
      /** In the audit and on the list before the right is given; the value: its end in ms since 1970. */
      take(memberId: string, role: EmergencyRole, reason: string, forMs: number): number {
        const id = randomUUID()
        const at = Math.floor(clock.wallTime())
        const minutes = forMs / 60_000
        audit.append('emergencyTaken', { emergency: id, member: memberId, role, reason, minutes })
        const endsAt = at + forMs
        const row = { id, memberId, role, reason, at, endsAt }
        vault.members.addEmergency(id, JSON.stringify(row))
        listeners.call()
        return endsAt
      },
    },
    /** After members or emergencies changed; the value ends that. */
    subscribe: (listener: () => void) => listeners.add(listener),
  }
}

export type Members = ReturnType<typeof createMembers>

function changedRow(
  store: MemberStore,
  row: MemberRow,
  patch: MemberPatch,
): Result<MemberRow, DeskRefusal> {
  const { id } = row
  const name = patch.name === undefined ? row.name : readName(patch.name)
  if (name === undefined) return err({ kind: 'badName' })
  const roles = patch.roles ? readRoles(patch.roles) : row.roles
  if (roles.length === 0) return err({ kind: 'noRole' })
  const isActive = patch.isActive ?? row.isActive
  if (isActive && store.isNameTaken(name, id)) return err({ kind: 'nameTaken' })
  // A deactivated member's old secret opens nothing when they come back.
  const changed = { ...row, name, roles, isActive, secret: isActive ? row.secret : null }
  const isLost = isAdministrator(shownOf(row)) && !isAdministrator(shownOf(changed))
  return isLost && !store.hasOtherAdministrator(id)
    ? err({ kind: 'lastAdministrator' })
    : ok(changed)
}

/** For the audit; undefined where there is none. */
function patchedFields(before: MemberRow, after: MemberRow): AuditFields | undefined {
  const fields: AuditFields = {
    ...(after.name !== before.name && { name: after.name }),
    ...(after.roles.join() !== before.roles.join() && { roles: after.roles.join(', ') }),
    ...(after.isActive !== before.isActive && { active: after.isActive ? 'yes' : 'no' }),
  }
  return Object.keys(fields).length > 0 ? fields : undefined
}

const settingKey = 'desk.givenPin'

/** In the vault: the member's name may change. */
const emergencyRow = omit(emergencyAccess, { name: true })

/** `onWrite`: after each one that was written. */
function openMemberStore(rows: Pick<MemberRows, 'all' | 'write'>, onWrite: () => void) {
  const members = new Map<string, { readonly row: MemberRow; readonly shown: Member }>()
  function hold(row: MemberRow) {
    const shown = shownOf(row)
    members.set(row.id, { row, shown })
    return shown
  }
  for (const text of rows.all()) hold(memberRow.parse(JSON.parse(text)))
  const list = (): readonly Member[] => [...members.values()].map(({ shown }) => shown)
  return {
    list,
    find: (id: string) => members.get(id)?.shown,
    row: (id: string) => members.get(id)?.row,
    /** On the disk when it returns. */
    write(row: MemberRow) {
      rows.write(row.id, JSON.stringify(row))
      const shown = hold(row)
      onWrite()
      return shown
    },
    isNameTaken: (name: string, except?: string) =>
      list().some((one) => one.id !== except && one.isActive && isSameName(one.name, name)),
    hasOtherAdministrator: (id: string) =>
      list().some((one) => one.id !== id && isAdministrator(one)),
  }
}

type MemberStore = ReturnType<typeof openMemberStore>

const memberRow = z.strictObject({
  ...member.shape,
  /** Null if it was taken away. */
  secret: z
    .strictObject({ isTemporary: z.boolean(), ...secretHash.shape, ...wrongTries.shape })
    .nullable(),
  singleKeysOff: z.literal(true).optional(),
})
type MemberRow = z.infer<typeof memberRow>

function shownOf({ id, name, roles, isActive, since, secret }: MemberRow): Member {
  const kind = secret === null ? 'none' : secret.isTemporary ? 'temporary' : 'own'
  return { id, name, roles: [...roles], isActive, secret: kind, since }
}

/** One space between words; undefined if it is no name. */
function readName(typed: string): string | undefined {
  const name = typed.normalize('NFC').trim().replace(/\s+/g, ' ')
  const isName =
    name.length <= memberNameMost && /\p{L}/u.test(name) && !/[\p{C}\p{Zl}\p{Zp}]/u.test(name)
  return isName ? name : undefined
}

/** People would confuse the two. */
const isSameName = (one: string, other: string) =>
  one.localeCompare(other, 'en', { sensitivity: 'base' }) === 0

const readRoles = (roles: readonly MemberRole[]) =>
  memberRoles.filter((role) => roles.includes(role))

/** Not before they chose their own secret. */
const isAdministrator = ({ isActive, roles, secret }: Member) =>
  isActive && secret === 'own' && roles.includes('administrator')
