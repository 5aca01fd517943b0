import { expect, it } from 'vitest'
import { originPolicy } from './policy.ts'
import { limitStorage } from './storage-origins.ts'

const made = originPolicy('https://forms.example.com/c/1', ['https://*.example.net'])
if (!made.ok) throw new Error(made.error.reason)
const policy = made.value

it('limits what is named one by one at once, and each name of a wildcard before its first document', async () => {
  const limited: string[] = []
  const storage = await limitStorage(policy, (origin) => Promise.resolve(limited.push(origin)))
  expect(limited).toEqual(['https://forms.example.com'])
  await storage.limitFor('https://a.example.net/form?x=1')
  await storage.limitFor('https://a.example.net/next')
  await storage.limitFor('https://forms.example.com/next')
  await storage.limitFor('https://elsewhere.example.org/')
  expect(limited).toEqual(['https://forms.example.com', 'https://a.example.net'])
  expect(storage.all()).toEqual(limited)
})

it('lets no document in whose origin could not be limited, or that is one of too many', async () => {
  const failing = await limitStorage({ ...policy, origins: new Set() }, () =>
    Promise.reject(new Error('gone')),
  )
  await expect(failing.limitFor('https://a.example.net/')).rejects.toThrow('gone')
  const storage = await limitStorage(policy, () => Promise.resolve())
  for (let each = 0; each < 50; each++) await storage.limitFor(`https://a${each}.example.net/`)
  await expect(storage.limitFor('https://one-more.example.net/')).rejects.toThrow('too many')
  await storage.limitFor('https://a1.example.net/')
})
