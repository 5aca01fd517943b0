import { describe, expect, it } from 'vitest'
import {
  administratorSecret,
  deskInMemory,
  deskWithAna,
  valueOf,
} from '#harness/desk/staffed-desk.ts'
import { drawTemporary, weaknessOf } from './member-secret.ts'

const fault = (kind: string) => ({ ok: false, error: { kind } })
const billing = { name: 'Bo Lind', roles: ['billing' as const] }

async function deskWithBo(role: 'administrator' | 'reception' = 'reception') {
  const desk = await deskWithAna()
  return { desk, bo: await desk.join('Bo Lind', [role], 'grey stones sing') }
}

describe('the first administrator of a desk', () => {
  it('is made once, with their own name and secret, and signs in', async () => {
    const desk = deskInMemory()
    expect(desk.members.hasAny()).toBe(false)
    const first = { name: '  Ana   Reyes ', secret: administratorSecret }
    const ana = valueOf(await desk.members.setUp(first))
    expect(ana).toMatchObject({
      name: 'Ana Reyes',
      roles: ['administrator'],
      isActive: true,
      secret: 'own',
      since: desk.clock.wallTime(),
    })
    expect(desk.members.hasAny()).toBe(true)
    expect(desk.audited('memberSetUp')).toEqual([{ member: ana.id, name: 'Ana Reyes' }])
    expect(await desk.members.setUp({ ...first, name: 'Bo Lind' })).toEqual(fault('noRight'))
    expect((await desk.session.signIn(ana.id, administratorSecret)).ok).toBe(true)
  })

  it('is one, however many ask at once', async () => {
    const desk = deskInMemory()
    const [one, other] = await Promise.all([
      desk.members.setUp({ name: 'Ana Reyes', secret: administratorSecret }),
      desk.members.setUp({ name: 'Bo Lind', secret: administratorSecret }),
    ])
    expect([one.ok, other]).toEqual([true, fault('noRight')])
    expect(desk.members.list()).toHaveLength(1)
  })

  it.each(['', '123', 'x'.repeat(61), 'Ana\u202eReyes'])('is not called %j', async (name) => {
    const { members } = deskInMemory()
    expect(await members.setUp({ name, secret: administratorSecret })).toEqual(fault('badName'))
    expect(members.hasAny()).toBe(false)
  })

  it('has no secret that is easily guessed', async () => {
    const { members } = deskInMemory()
    expect(await members.setUp({ name: 'Ana Reyes', secret: 'anareyes1' })).toEqual({
      ok: false,
      error: { kind: 'badSecret', why: 'ownName' },
    })
  })
})

describe('a new member', () => {
  it('gets a temporary PIN that rests nowhere in the clear, and is audited with who made them', async () => {
    const desk = await deskWithAna()
    const draft = { name: 'Bo Lind', roles: ['billing', 'reception', 'billing'] as const }
    const { member, temporary } = valueOf(
      await desk.members.create(desk.ana, { ...draft, roles: [...draft.roles] }),
    )
    expect(member).toMatchObject({ roles: ['reception', 'billing'], secret: 'temporary' })
    expect(temporary).toMatch(/^\d{8}$/)
    expect(JSON.stringify([desk.rows.all(), desk.entries])).not.toContain(temporary)
    expect(desk.audited('memberCreated')).toEqual([
      { by: desk.ana, member: member.id, name: 'Bo Lind', roles: 'reception, billing' },
    ])
    expect(await desk.members.check(member.id, temporary)).toMatchObject({ ok: true })
  })

  it('has a name that nobody else there has, and a role', async () => {
    const { members, ana } = await deskWithAna()
    expect(await members.create(ana, { ...billing, name: 'ána reyes' })).toEqual(fault('nameTaken'))
    expect(await members.create(ana, { ...billing, roles: [] })).toEqual(fault('noRole'))
    expect(await members.create(ana, { ...billing, name: ' ' })).toEqual(fault('badName'))
    expect(members.list()).toHaveLength(1)
  })
})

describe('members are managed by', () => {
  it.each([
    ['a member without that role', ['reception', 'clinical', 'billing'] as const, true],
    ['an administrator who has not chosen their own secret', ['administrator'] as const, false],
  ])('nobody who is %s', async (_who, roles, hasOwnSecret) => {
    const desk = await deskWithAna()
    const by = hasOwnSecret
      ? await desk.join('Bo Lind', roles, 'grey stones sing')
      : valueOf(await desk.members.create(desk.ana, { name: 'Bo Lind', roles: [...roles] })).member
          .id
    const [before, audited] = [desk.rows.all(), desk.entries.length]
    const refused = fault('noRight')
    expect(await desk.members.create(by, { ...billing, name: 'Cy Orr' })).toEqual(refused)
    expect(await desk.members.change(by, by, { roles: ['administrator'] })).toEqual(refused)
    expect(await desk.members.reset(by, desk.ana)).toEqual(refused)
    expect(desk.rows.all()).toEqual(before)
    expect(desk.entries).toHaveLength(audited)
  })

  it('nobody who was an administrator once, and nobody unknown', async () => {
    const { desk, bo } = await deskWithBo('administrator')
    valueOf(await desk.members.change(desk.ana, bo, { isActive: false }))
    expect(await desk.members.create(bo, billing)).toEqual(fault('noRight'))
    expect(await desk.members.create('nobody', billing)).toEqual(fault('noRight'))
  })
})

describe('a change of a member', () => {
  it('is audited with who and what, and only when it changes something', async () => {
    const { desk, bo } = await deskWithBo()
    const patch = { name: 'Bo Berg', roles: ['reception' as const, 'billing' as const] }
    expect(valueOf(await desk.members.change(desk.ana, bo, patch))).toMatchObject(patch)
    valueOf(await desk.members.change(desk.ana, bo, patch))
    expect(desk.audited('memberChanged')).toEqual([
      { by: desk.ana, member: bo, name: 'Bo Berg', roles: 'reception, billing' },
    ])
  })

  it('is refused where there is nobody, no name, no role, or somebody of that name', async () => {
    const { desk, bo } = await deskWithBo()
    const change = (id: string, patch: object) => desk.members.change(desk.ana, id, patch)
    expect(await change('nobody', {})).toEqual(fault('unknownReference'))
    expect(await change(bo, { name: '' })).toEqual(fault('badName'))
    expect(await change(bo, { roles: [] })).toEqual(fault('noRole'))
    expect(await change(bo, { name: 'Ana Reyes' })).toEqual(fault('nameTaken'))
    expect(desk.members.find(bo)).toMatchObject({ name: 'Bo Lind', roles: ['reception'] })
  })

  it('leaves an administrator who can manage members', async () => {
    const desk = await deskWithAna()
    const last = fault('lastAdministrator')
    const { members, ana } = desk
    expect(await members.change(ana, ana, { isActive: false })).toEqual(last)
    expect(await members.change(ana, ana, { roles: ['clinical'] })).toEqual(last)
    const { member: bo, temporary } = valueOf(
      await members.create(ana, { name: 'Bo Lind', roles: ['administrator'] }),
    )
    // Bo never signed in: maybe nobody knows the temporary PIN any more.
    expect(await members.change(ana, ana, { isActive: false })).toEqual(last)
    const chosen = { old: temporary, next: 'grey stones sing', isWanted: () => true }
    valueOf(await members.changeSecret(bo.id, chosen))
    expect(valueOf(await members.change(ana, ana, { roles: ['clinical'] }))).toMatchObject({
      roles: ['clinical'],
    })
    expect(await members.change(bo.id, bo.id, { isActive: false })).toEqual(last)
  })

  it('that deactivates takes away what they signed in with, and a return needs a new one', async () => {
    const { desk, bo } = await deskWithBo()
    const gone = valueOf(await desk.members.change(desk.ana, bo, { isActive: false }))
    expect(gone).toMatchObject({ isActive: false, secret: 'none' })
    expect(desk.members.list().map(({ id }) => id)).toContain(bo)
    expect(await desk.members.check(bo, 'grey stones sing')).toEqual(fault('unknownReference'))
    expect(await desk.members.reset(desk.ana, bo)).toEqual(fault('unknownReference'))
    // Somebody else has the name meanwhile.
    const other = await desk.join('Bo Lind', ['clinical'], 'grey stones sing')
    expect(await desk.members.change(desk.ana, bo, { isActive: true })).toEqual(fault('nameTaken'))
    valueOf(await desk.members.change(desk.ana, other, { name: 'Bo Lind-Berg' }))
    valueOf(await desk.members.change(desk.ana, bo, { isActive: true }))
    expect(await desk.members.check(bo, 'grey stones sing')).toEqual(fault('noSecret'))
    const { temporary } = valueOf(await desk.members.reset(desk.ana, bo))
    expect(await desk.members.check(bo, temporary)).toMatchObject({ ok: true })
  })
})

describe('a reset', () => {
  it('puts a temporary PIN in place of what was lost, and ends the wait for it', async () => {
    const { desk, bo } = await deskWithBo()
    for (let wrong = 1; wrong <= 3; wrong += 1) await desk.members.check(bo, '493028')
    const { member, temporary } = valueOf(await desk.members.reset(desk.ana, bo))
    expect(member.secret).toBe('temporary')
    expect(await desk.members.check(bo, 'grey stones sing')).toMatchObject(fault('wrongSecret'))
    expect(await desk.members.check(bo, temporary)).toMatchObject({ ok: true })
    expect(desk.audited('memberReset')).toEqual([{ by: desk.ana, member: bo }])
  })

  it('is done by another, to somebody who is there', async () => {
    const { members, ana } = await deskWithAna()
    expect(await members.reset(ana, ana)).toEqual(fault('ownSecret'))
    expect(await members.reset(ana, 'nobody')).toEqual(fault('unknownReference'))
  })
})

const pin = '493027'

it('nothing holds that the audit could not keep, and a PIN of the environment is given again then', async () => {
  const { desk, bo } = await deskWithBo()
  const before = desk.rows.all()
  const { append } = desk.audit
  desk.audit.append = () => {
    throw new Error('the disk is full')
  }
  const { members, ana } = desk
  await expect(members.create(ana, { ...billing, name: 'Cy Orr' })).rejects.toThrow('full')
  await expect(members.change(ana, bo, { isActive: false })).rejects.toThrow('full')
  await expect(members.reset(ana, bo)).rejects.toThrow('full')
  await expect(members.provision(pin)).rejects.toThrow('full')
  expect(() => members.emergencies.take(bo, 'clinical', 'a', 1)).toThrow('full')
  expect(desk.rows.all()).toEqual(before)
  expect(desk.rows.emergencies()).toEqual([])
  expect(members.find(bo)).toMatchObject({ isActive: true, secret: 'own' })
  expect(members.find(ana)).toMatchObject({ secret: 'own' })
  desk.audit.append = append
  await members.provision(pin)
  expect(members.find(ana)).toMatchObject({ secret: 'temporary' })
})

it('lets the first administrator in again, whatever they waited for, to choose their own', async () => {
  const { desk, bo } = await deskWithBo('administrator')
  for (let wrong = 1; wrong <= 3; wrong += 1) await desk.session.signIn(desk.ana, 'guess it now')
  await desk.members.provision(pin)
  expect(desk.audited('memberReset')).toEqual([{ by: 'provisioning', member: desk.ana }])
  valueOf(await desk.session.signIn(desk.ana, pin))
  expect(desk.session.current()?.mustChangeSecret).toBe(true)
  valueOf(await desk.session.changeSecret(pin, administratorSecret))
  expect(await desk.session.signIn(bo, pin)).toMatchObject({ error: { kind: 'wrongSecret' } })
})

it('passes over who is not active, and who is no administrator', async () => {
  const { desk, bo } = await deskWithBo()
  const cy = await desk.join('Cy Orr', ['administrator'], 'moss and slate')
  valueOf(await desk.members.change(cy, desk.ana, { isActive: false }))
  await desk.members.provision(pin)
  expect(desk.audited('memberReset')).toEqual([{ by: 'provisioning', member: cy }])
  expect(desk.members.find(bo)).toMatchObject({ secret: 'own' })
})

it('does not come back at the next start, neither for who changed it nor for who came after it', async () => {
  const desk = deskInMemory()
  await desk.members.provision(pin)
  const ana = valueOf(await desk.members.setUp({ name: 'Ana Reyes', secret: administratorSecret }))
  for (let start = 1; start <= 2; start += 1) await desk.start().members.provision(pin)
  const { members } = desk.start()
  expect(members.find(ana.id)).toMatchObject({ secret: 'own' })
  expect(desk.audited('memberReset')).toEqual([])
  await members.provision('798412')
  expect(members.find(ana.id)).toMatchObject({ secret: 'temporary' })
  expect(await members.check(ana.id, '798412')).toMatchObject({ ok: true })
})

const boSecret = 'grey stones sing'

it('are off for who chose that, over sign-ins and restarts, and for nobody else', async () => {
  const desk = await deskWithAna()
  const { session } = desk
  const bo = await desk.join('Bo Lind', ['reception'], boSecret)
  const cy = await desk.join('Cy Moss', ['clinical'], 'seven grey gulls')
  valueOf(await session.signIn(bo, boSecret))
  expect(session.current()).not.toHaveProperty('singleKeysOff')
  await session.chooseSingleKeys(false)
  expect(session.current()).toMatchObject({ id: bo, singleKeysOff: true })
  session.lock()
  await session.chooseSingleKeys(true)
  valueOf(await session.signIn(cy, 'seven grey gulls'))
  expect(session.current()).not.toHaveProperty('singleKeysOff')
  valueOf(await session.signIn(bo, boSecret))
  expect(session.current()).toMatchObject({ singleKeysOff: true })
  expect(desk.start().members.hasSingleKeys(bo)).toBe(false)
  await session.chooseSingleKeys(true)
  expect(session.current()).not.toHaveProperty('singleKeysOff')
  expect(desk.start().members.hasSingleKeys(bo)).toBe(true)
})

const name = 'Ana María Reyes-Ek'

it.each([
  ...['493027', '198427', '4930274930275', 'grey stones sing', 'Ana likes stones', 'ñandú con té'],
  ...['p4ss the salt', '🐟🐠🐡🦈🐬🐳🐋🦭'],
])('%j may be chosen', (secret) => expect(weaknessOf(secret, name)).toBeUndefined())

it.each([
  ...(['', '1', '49302', 'grey st', 'aB3$xyz'] as const).map((secret) => [secret, 'tooShort']),
  ...['123456', '111111', '777777777', '121212', '987654'].map((secret) => [secret, 'tooEasy']),
  ...['aaaaaaaa', 'abababab', 'Password', 'password1'].map((secret) => [secret, 'tooEasy']),
  ...['2024Welcome!', 'Contraseña', 'iloveyou'].map((secret) => [secret, 'tooEasy']),
  ...['anamaria', 'Reyes2024', 'ana.reyes', 'ANA MARÍA'].map((secret) => [secret, 'ownName']),
  ['mariareyes99', 'ownName'],
  ['x y'.repeat(43), 'tooLong'],
])('%j is refused: %s', (secret, why) => expect(weaknessOf(secret, name)).toBe(why))

it('a temporary PIN is drawn again where it is easily guessed, and keeps its zeros', () => {
  const drawn = [11_111_111, 12_345_678, 4_930_275]
  expect(drawTemporary(() => drawn.shift() ?? 0)).toBe('04930275')
  expect(new Set(Array.from({ length: 20 }, () => drawTemporary())).size).toBeGreaterThan(1)
})
