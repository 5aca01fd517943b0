import { describe, expect, it } from 'vitest'
import {
  administratorSecret,
  deskWithAna,
  lockAfterMs,
  minute,
  valueOf,
} from '#harness/desk/staffed-desk.ts'
import { emergencyMs } from './member-session.ts'

const boSecret = 'grey stones sing'
const fault = (kind: string) => ({ ok: false, error: { kind } })

/** A desk with Ana (administrator) and Bo (reception), who is signed in. */
async function deskWithBo() {
  const desk = await deskWithAna()
  const bo = await desk.join('Bo Lind', ['reception'], boSecret)
  valueOf(await desk.session.signIn(bo, boSecret))
  return { ...desk, bo }
}

describe('a sign-in', () => {
  it('gives the rights of its member, and is audited with their name before', async () => {
    const desk = await deskWithAna()
    const bo = await desk.join('Bo Lind', ['reception'], boSecret)
    const { session } = desk
    expect([session.current(), session.may('today', 'see')]).toEqual([undefined, false])
    const kinds: (string | undefined)[] = []
    session.subscribe(() => {
      if (session.current()) kinds.push(desk.entries.at(-1)?.kind)
    })
    const signedIn = { id: bo, name: 'Bo Lind', roles: ['reception'], mustChangeSecret: false }
    valueOf(await session.signIn(bo, boSecret))
    expect(kinds).toEqual(['memberSignedIn'])
    expect(session.current()).toEqual(signedIn)
    expect(session.may('today', 'change')).toBe(true)
    expect(session.may('labs', 'see')).toBe(false)
    expect(desk.audited('memberSignedIn').at(-1)).toEqual({ member: bo, name: 'Bo Lind' })
  })

  it('with a wrong secret gives nothing, waits, and counts over a restart', async () => {
    const desk = await deskWithAna()
    for (const waitMs of [0, 0, 30_000])
      expect(await desk.session.signIn(desk.ana, 'a lamp by the sea')).toEqual({
        ok: false,
        error: { kind: 'wrongSecret', waitMs },
      })
    const again = desk.start()
    expect(await again.session.signIn(desk.ana, administratorSecret)).toEqual({
      ok: false,
      error: { kind: 'mustWait', waitMs: 30_000 },
    })
    expect(again.session.current()).toBeUndefined()
    expect(await again.session.signIn('nobody', boSecret)).toEqual(fault('unknownReference'))
    expect(desk.audited('memberSecretWrong')).toEqual(
      [1, 2, 3].map((wrong) => ({ member: desk.ana, wrong })),
    )
    expect(JSON.stringify(desk.entries)).not.toContain('a lamp')
    desk.clock.increment(30_000)
    expect((await again.session.signIn(desk.ana, administratorSecret)).ok).toBe(true)
  })

  it('takes the same passphrase from every keyboard', async () => {
    const desk = await deskWithAna()
    const cy = await desk.join('Cy Orr', ['billing'], 'ñandú con té')
    expect((await desk.session.signIn(cy, 'ñandú con té'.normalize('NFD'))).ok).toBe(true)
  })

  it('ends the one before at once, and comes to nothing where a lock or another comes meanwhile', async () => {
    const desk = await deskWithBo()
    const { session } = desk
    const cy = await desk.join('Cy Orr', ['billing'], 'moss and slate')
    const wrong = session.signIn(cy, 'not this one')
    expect([session.current(), session.may('today', 'see')]).toEqual([undefined, false])
    expect(await wrong).toMatchObject(fault('wrongSecret'))
    const locked = session.signIn(desk.bo, boSecret)
    session.lock()
    expect(await locked).toEqual(fault('locked'))
    const overtaken = session.signIn(desk.bo, boSecret)
    valueOf(await session.signIn(cy, 'moss and slate'))
    expect(await overtaken).toEqual(fault('locked'))
    expect(session.current()?.id).toBe(cy)
    expect(session.may('today', 'see')).toBe(false)
    expect(desk.audited('memberSignedOut')).toEqual([{ member: desk.bo, why: 'switched' }])
  })

  it('is nobody’s whose secret was reset meanwhile', async () => {
    const desk = await deskWithBo()
    const signing = desk.session.signIn(desk.bo, boSecret)
    const reset = desk.members.reset(desk.ana, desk.bo)
    await signing
    valueOf(await reset)
    expect(desk.session.may('today', 'see')).toBe(false)
  })
})

it('a temporary PIN gives no right before the member has chosen their own', async () => {
  const desk = await deskWithAna()
  const draft = { name: 'Bo Lind', roles: ['reception' as const] }
  const { member, temporary } = valueOf(await desk.members.create(desk.ana, draft))
  const { session } = desk
  valueOf(await session.signIn(member.id, temporary))
  expect(session.current()?.mustChangeSecret).toBe(true)
  expect(session.may('today', 'see')).toBe(false)
  expect(session.emergency('somebody fell here', 'clinical')).toEqual(fault('noRight'))
  const bad = (why: string) => ({ ok: false, error: { kind: 'badSecret', why } })
  expect(await session.changeSecret(temporary, '123456')).toEqual(bad('tooEasy'))
  expect(await session.changeSecret(temporary, 'bo.lind99')).toEqual(bad('ownName'))
  expect(await session.changeSecret(temporary, temporary)).toEqual(bad('same'))
  expect(await session.changeSecret('00000000', boSecret)).toMatchObject(fault('wrongSecret'))
  expect(session.may('today', 'see')).toBe(false)
  valueOf(await session.changeSecret(temporary, boSecret))
  expect(session.current()?.mustChangeSecret).toBe(false)
  expect(session.may('today', 'see')).toBe(true)
  expect(await session.signIn(member.id, temporary)).toMatchObject(fault('wrongSecret'))
  expect((await session.signIn(member.id, boSecret)).ok).toBe(true)
})

describe('a secret', () => {
  it('is changed only by who is signed in still', async () => {
    const desk = await deskWithBo()
    const { session } = desk
    const changing = session.changeSecret(boSecret, 'moss and slate')
    session.lock()
    expect(await changing).toEqual(fault('locked'))
    expect(await session.changeSecret(boSecret, 'moss and slate')).toEqual(fault('locked'))
    expect(session.emergency('A patient fell in the hall', 'clinical')).toEqual(fault('locked'))
    expect((await session.signIn(desk.bo, boSecret)).ok).toBe(true)
    expect(desk.audited('memberSecretChanged')).toHaveLength(1)
  })

  it('cannot be guessed at an open desk faster than at a locked one', async () => {
    const desk = await deskWithBo()
    const guess = () => desk.session.changeSecret('guess it now', 'moss and slate')
    for (let wrong = 1; wrong <= 3; wrong += 1) await guess()
    expect(await guess()).toMatchObject({ error: { kind: 'mustWait', waitMs: 30_000 } })
  })
})

describe('the lock', () => {
  it('comes by itself where nobody touched the desk, also while the machine slept', async () => {
    const { session, clock, bo, audited } = await deskWithBo()
    clock.increment(lockAfterMs - 1)
    session.activity()
    clock.increment(lockAfterMs - 1)
    expect(session.current()?.id).toBe(bo)
    clock.increment(1)
    expect(audited('memberSignedOut')).toEqual([{ member: bo, why: 'untouched' }])
    expect(session.current()).toBeUndefined()
    valueOf(await session.signIn(bo, boSecret))
    const wallTime = clock.wallTime
    clock.wallTime = () => wallTime() + lockAfterMs
    expect(session.may('today', 'see')).toBe(false)
    expect(session.current()).toBeUndefined()
  })

  it('comes where the member is reset or deactivated, and new roles count at once', async () => {
    const desk = await deskWithBo()
    const { session, members, ana, bo } = desk
    valueOf(await members.change(ana, bo, { roles: ['billing'] }))
    expect([session.may('today', 'see'), session.may('invoices', 'see')]).toEqual([false, true])
    const { temporary } = valueOf(await members.reset(ana, bo))
    expect(session.current()).toBeUndefined()
    valueOf(await session.signIn(bo, temporary))
    valueOf(await members.change(ana, bo, { isActive: false }))
    expect(session.current()).toBeUndefined()
    const changed = { member: bo, why: 'changed' }
    expect(desk.audited('memberSignedOut')).toEqual([changed, changed])
  })

  it('forgets before anybody hears of it, whatever fails, and once', async () => {
    const { session, audit, bo, audited } = await deskWithBo()
    const seen: string[] = []
    session.onLock(() => {
      expect(session.current()).toBeUndefined()
      seen.push('one')
      throw new Error('a bug')
    })
    const stop = session.onLock(() => seen.push('other'))
    session.subscribe(() => seen.push('told'))
    expect(() => session.lock()).toThrow('not all was done')
    expect(seen).toEqual(['one', 'other', 'told'])
    expect(audited('memberSignedOut')).toEqual([{ member: bo, why: 'asked' }])
    session.lock()
    expect(seen).toHaveLength(3)
    stop()
    await session.signIn(bo, boSecret)
    audit.append = () => {
      throw new Error('the disk is full')
    }
    expect(() => session.lock()).toThrow()
    expect(session.current()).toBeUndefined()
    expect(seen.filter((what) => what === 'other')).toHaveLength(1)
  })
})

describe('a role that is taken in an emergency', () => {
  const reason = 'Somebody fell in the waiting room'

  it('is had for half an hour, with a reason, and administrators see it', async () => {
    const desk = await deskWithBo()
    const { session, clock, bo } = desk
    const endsAt = clock.wallTime() + emergencyMs
    valueOf(session.emergency(`  ${reason} `, 'clinical'))
    expect(session.current()?.emergency).toEqual({ role: 'clinical', endsAt })
    expect(desk.audited('emergencyTaken')).toMatchObject([
      { member: bo, role: 'clinical', reason, minutes: 30 },
    ])
    const stay = (ms: number) => {
      for (let passed = 0; passed < ms; passed += minute) {
        session.activity()
        clock.increment(minute)
      }
    }
    stay(emergencyMs - minute)
    expect(session.may('labs', 'see')).toBe(true)
    expect(session.may('members', 'see')).toBe(false)
    stay(minute)
    expect(desk.audited('emergencyEnded')).toEqual([{ member: bo }])
    expect(session.may('labs', 'see')).toBe(false)
    expect(session.current()).not.toHaveProperty('emergency')
    expect(session.may('today', 'see')).toBe(true)

    const { members } = desk.start()
    const [listed] = members.emergencies.unseen()
    expect(listed).toMatchObject({
      memberId: bo,
      name: 'Bo Lind',
      role: 'clinical',
      reason,
      endsAt,
    })
    expect(members.emergencies.see(bo, listed!.id)).toEqual(fault('noRight'))
    expect(members.emergencies.see(desk.ana, 'none')).toEqual(fault('unknownReference'))
    valueOf(members.emergencies.see(desk.ana, listed!.id))
    expect(members.emergencies.unseen()).toEqual([])
    expect(desk.audited('emergencySeen')).toEqual([
      { by: desk.ana, emergency: listed!.id, member: bo },
    ])
  })

  it('needs a reason, and is not one that the member has', async () => {
    const { session, audited } = await deskWithBo()
    for (const bad of ['', ' '.repeat(20), 'urgent!', 'x'.repeat(201)])
      expect(session.emergency(bad, 'clinical')).toEqual(fault('reasonNeeded'))
    expect(session.emergency(reason, 'reception')).toEqual(fault('malformed'))
    expect(audited('emergencyTaken')).toEqual([])
  })

  it('of an administrator is seen by another one, where there is one', async () => {
    const desk = await deskWithAna()
    valueOf(await desk.session.signIn(desk.ana, administratorSecret))
    valueOf(desk.session.emergency(reason, 'clinical'))
    const other = await desk.join('Bo Lind', ['administrator'], boSecret)
    const [listed] = desk.members.emergencies.unseen()
    expect(desk.members.emergencies.see(desk.ana, listed!.id)).toEqual(fault('ownEmergency'))
    valueOf(await desk.members.change(desk.ana, other, { isActive: false }))
    valueOf(desk.members.emergencies.see(desk.ana, listed!.id))
  })
})
