import { expect, it } from 'vitest'
import { backKiosk, frontKiosk } from '#harness/hub/stations.ts'
import { deskWithAna, minute } from '#harness/desk/staffed-desk.ts'
import { openMemberDoor } from './member-door.ts'

const secretOf = (at: number) => `${at} long thin reeds`

async function open(count: number) {
  const desk = await deskWithAna()
  const ids: string[] = []
  for (let at = 0; at < count; at += 1)
    ids.push(await desk.join(`Member ${at}`, ['reception'], secretOf(at)))
  return { ...desk, ids, door: openMemberDoor(desk) }
}

it('makes a kiosk wait that tries the secrets of all', async () => {
  const { audited, clock, door, ids } = await open(12)
  for (let passed = 0; passed < 24 * 60; passed += 1) {
    // All at once, as a kiosk can that is not what it seems.
    await Promise.all(ids.map((id) => door.signIn(backKiosk, id, 'wrong')))
    clock.increment(minute)
  }
  const wrong = audited('memberSecretWrong')
  expect(wrong.length).toBeLessThan(150)
  const came: string[] = []
  for (const [at, id] of ids.entries())
    came.push((await door.signIn(frontKiosk, id, secretOf(at))).kind)
  expect(came.filter((kind) => kind === 'in').length).toBeGreaterThanOrEqual(8)
  // It is not locked for ever either.
  clock.increment(15 * minute)
  expect(await door.signIn(backKiosk, ids[11] ?? '', secretOf(11))).toMatchObject({ kind: 'in' })
})

it('counts for a kiosk what was wrong there, and nothing else', async () => {
  const { audited, clock, door, ids } = await open(1)
  const [id = ''] = ids
  for (let times = 0; times < 30; times += 1) {
    expect(await door.signIn(frontKiosk, id, secretOf(0))).toMatchObject({ kind: 'in' })
    expect(await door.signIn(frontKiosk, crypto.randomUUID(), 'x')).toEqual({ kind: 'gone' })
  }
  for (let times = 0; times < 3; times += 1) await door.signIn(frontKiosk, id, 'wrong')
  for (let times = 0; times < 30; times += 1)
    expect(await door.signIn(frontKiosk, id, secretOf(0))).toEqual({ kind: 'wait', waitMs: 30_000 })
  clock.increment(30_000)
  expect(await door.signIn(frontKiosk, id, secretOf(0))).toMatchObject({ kind: 'in' })
  expect(audited('memberSecretWrong')).toHaveLength(3)
})
