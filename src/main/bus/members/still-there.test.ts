import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { boSecret, clock, openAskedDesk as open } from '../../../../test/harness/bus/asked-desk.ts'
import { valueOf } from '../../../../test/harness/desk/staffed-desk.ts'
import { askMembers } from './ask-members.ts'

describe('what a member confirms at a kiosk', () => {
  it('is theirs where the secret is, and in the desk’s audit with what it was for', async () => {
    const { desk, bo, kiosk, ask } = await open()
    expect(await ask.confirm(bo, 'wrong', 'forget')).toEqual({ kind: 'wrong', waitMs: 0 })
    expect(desk.audited('memberConfirmed')).toEqual([])
    expect(desk.audited('memberSecretWrong')).toMatchObject([{ member: bo, kiosk }])
    expect(await ask.confirm(bo, boSecret, 'newPin')).toMatchObject({ kind: 'in' })
    expect(desk.audited('memberConfirmed')).toEqual([{ member: bo, kiosk, what: 'newPin' }])
    expect(desk.audited('memberSignedIn')).toEqual([])
    expect(await ask.confirm(crypto.randomUUID(), boSecret, 'newPin')).toEqual({ kind: 'gone' })
  })
})

describe('a member who is in at a kiosk', () => {
  it('is known with the name and roles that they have now, until they cannot come in any more', async () => {
    const { desk, bo, ask } = await open()
    const still = (roles: string[]) => ({ kind: 'in', member: { id: bo, name: 'Bo Lind', roles } })
    expect(await ask.still(bo)).toEqual(still(['reception', 'billing']))
    valueOf(await desk.members.change(desk.ana, bo, { roles: ['billing'] }))
    expect(await ask.still(bo)).toEqual(still(['billing']))
    valueOf(await desk.members.reset(desk.ana, bo))
    expect(await ask.still(bo)).toEqual({ kind: 'gone' })
    expect(await ask.still(crypto.randomUUID())).toEqual({ kind: 'gone' })
    expect(desk.audited('memberSignedIn')).toEqual([])
  })

  it('is neither let stay nor sent away by who is not the desk', async () => {
    const { desk, bo, kiosk, keys, said, ask } = await open()
    await ask.still(bo)
    const old = said[0]?.answer
    const key = keys.get(kiosk) ?? randomBytes(32)
    const way = { key, bus: { ask: () => Promise.resolve(old) } }
    expect(await askMembers({ clock, way: () => way }).still(desk.ana)).toBeUndefined()
    expect(await askMembers({ clock, way: () => way }).still(bo)).toBeUndefined()
  })
})
