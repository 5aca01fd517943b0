import { expect, it } from 'vitest'
import {
  administratorSecret,
  deskInMemory,
  deskWithAna,
  valueOf,
} from '../../../../test/harness/desk/staffed-desk.ts'

const pin = '493027'

it('lets the first administrator in again, whatever they waited for, to choose their own', async () => {
  const desk = await deskWithAna()
  const bo = await desk.join('Bo Lind', ['administrator'], 'grey stones sing')
  for (let wrong = 1; wrong <= 3; wrong += 1) await desk.session.signIn(desk.ana, 'guess it now')
  await desk.members.provision(pin)
  expect(desk.audited('memberReset')).toEqual([{ by: 'provisioning', member: desk.ana }])
  expect(valueOf(await desk.session.signIn(desk.ana, pin)).mustChangeSecret).toBe(true)
  valueOf(await desk.session.changeSecret(pin, administratorSecret))
  expect(await desk.session.signIn(bo, pin)).toMatchObject({ error: { kind: 'wrong' } })
})

it('passes over who is not active, and who is no administrator', async () => {
  const desk = await deskWithAna()
  const bo = await desk.join('Bo Lind', ['reception'], 'grey stones sing')
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

it('changes nothing that the audit could not keep, and is given again then', async () => {
  const desk = await deskWithAna()
  const append = desk.audit.append
  desk.audit.append = () => {
    throw new Error('the disk is full')
  }
  await expect(desk.members.provision(pin)).rejects.toThrow('full')
  expect(desk.members.find(desk.ana)).toMatchObject({ secret: 'own' })
  desk.audit.append = append
  await desk.members.provision(pin)
  expect(desk.members.find(desk.ana)).toMatchObject({ secret: 'temporary' })
})
