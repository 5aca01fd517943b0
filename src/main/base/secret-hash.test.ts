import { scryptSync } from 'node:crypto'
import { afterEach, expect, it, vi } from 'vitest'
import { scryptOf } from './secret-hash.ts'

afterEach(() => vi.unstubAllGlobals())

it.each([{}, { electron: '45.4.1' }])('derives the same bytes with %j', async (more) => {
  vi.stubGlobal('process', { ...process, versions: { ...process.versions, ...more } })
  const [salt, cost] = [Buffer.from('salt'), { N: 2 ** 4, r: 8, p: 1 }]
  expect(await scryptOf('secret', salt, cost)).toEqual(scryptSync('secret', salt, 32, cost))
  await expect(scryptOf('secret', salt, { ...cost, N: 3 })).rejects.toThrow(/memory|params|scrypt/i)
})
