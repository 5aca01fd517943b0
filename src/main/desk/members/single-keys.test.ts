import { expect, it } from 'vitest'
import { deskWithAna, valueOf } from '../../../../test/harness/desk/staffed-desk.ts'

const boSecret = 'grey stones sing'

it('are off for who chose that, over sign-ins and restarts, and for nobody else', async () => {
  const desk = await deskWithAna()
  const { session } = desk
  const bo = await desk.join('Bo Lind', ['reception'], boSecret)
  const cy = await desk.join('Cy Moss', ['clinical'], 'seven grey gulls')
  expect(valueOf(await session.signIn(bo, boSecret))).not.toHaveProperty('singleKeysOff')
  await session.chooseSingleKeys(false)
  expect(session.current()).toMatchObject({ id: bo, singleKeysOff: true })
  session.lock()
  await session.chooseSingleKeys(true)
  expect(valueOf(await session.signIn(cy, 'seven grey gulls'))).not.toHaveProperty('singleKeysOff')
  expect(valueOf(await session.signIn(bo, boSecret))).toMatchObject({ singleKeysOff: true })
  expect(desk.start().members.hasSingleKeys(bo)).toBe(false)
  await session.chooseSingleKeys(true)
  expect(session.current()).not.toHaveProperty('singleKeysOff')
  expect(desk.start().members.hasSingleKeys(bo)).toBe(true)
})
