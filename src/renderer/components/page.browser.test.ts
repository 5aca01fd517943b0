import { expect, it } from 'vitest'
import { settle } from '#harness/renderer/on-page.ts'
import { openScreen } from '#harness/renderer/page-harness.ts'

const box = (found: string) => document.querySelector(found)!.getBoundingClientRect()

it('stands words right above what they lead to on a tall screen, and the main button at one height', async () => {
  const heights = new Set<number>()
  for (const name of ['contact-phone', 'birth-date', 'finished-complete']) {
    await openScreen(name, {}, 'portrait')
    await settle()
    expect(box('main .controls').top - box('main .ask > :last-child').bottom, name).toBeLessThan(60)
    heights.add(Math.round(box('main .primary').bottom))
  }
  expect([...heights]).toHaveLength(1)
})
