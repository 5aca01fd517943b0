import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { cheapHash, minute, valueOf } from '#harness/desk/staffed-desk.ts'
import { vaultOfEachTest } from '#harness/vault/test-vault.ts'
import { systemClock } from '../../base/clock.ts'
import { createMemberSession } from './member-session.ts'
import { createMembers } from './members.ts'

const secret = 'a lamp by the river'
const next = 'grey stones sing'

const place = vaultOfEachTest()

async function start() {
  const clock = systemClock
  const vault = await place.open()
  const members = createMembers({ vault, audit: vault.audit, clock, cost: cheapHash })
  const session = createMemberSession({
    members,
    audit: vault.audit,
    clock,
    lockAfterMs: () => minute,
  })
  return { vault, members, session }
}

const onDisk = () => readdirSync(place.folder).map((file) => readFileSync(place.at(file)))

it('leaves no secret, no hash and no name in the clear, and no secret in the vault itself', async () => {
  const { vault, members, session } = await start()
  const ana = valueOf(await members.setUp({ name: 'Ana Reyes', secret }))
  const made = valueOf(await members.create(ana.id, { name: 'Bo Lind', roles: ['reception'] }))
  valueOf(await session.signIn(made.member.id, made.temporary))
  valueOf(await session.changeSecret(made.temporary, next))
  await session.signIn(ana.id, 'a wrong passphrase')

  const secrets = [secret, next, made.temporary, 'a wrong passphrase']
  const kept = vault.members.all().join()
  expect(kept).toContain('Bo Lind')
  const audited = JSON.stringify(
    vault.audit.recent(['memberSetUp', 'memberCreated', 'memberSecretWrong', 'memberSignedIn'], {
      since: 0,
      limit: 50,
    }),
  )
  for (const each of secrets) {
    expect(kept).not.toContain(each)
    expect(audited).not.toContain(each)
  }
  const hashes = [...kept.matchAll(/"hash":"([^"]+)"/g)].map(([, hash]) => hash!)
  expect(hashes).toHaveLength(2)
  const never = [...secrets, ...hashes, 'Ana Reyes', 'Bo Lind', 'memberSetUp']
  const look = () => {
    for (const bytes of onDisk())
      for (const each of never) expect(bytes.includes(each), each).toBe(false)
  }
  look()
  vault.close()
  look()
})

it('has counted a try before it is compared, whatever kills the desk meanwhile', async () => {
  const { vault, members: first } = await start()
  let members = first
  const ana = valueOf(await members.setUp({ name: 'Ana Reyes', secret }))
  for (let kill = 1; kill <= 3; kill += 1) {
    const checking = members.check(ana.id, secret)
    // scrypt cannot end before the event loop turns, which promises alone do not make it do.
    for (let tick = 0; tick < 50; tick += 1) await Promise.resolve()
    const [counted] = vault.members.all()
    expect(counted).toContain(`"wrong":${kill},`)
    await checking
    // After a kill, only the state that was written before the comparison is left.
    vault.members.write(ana.id, counted!)
    members = createMembers({ vault, audit: vault.audit, clock: systemClock, cost: cheapHash })
  }
  expect(await members.check(ana.id, secret)).toMatchObject({ error: { kind: 'mustWait' } })
  vault.close()
})
