import type { Locator } from 'playwright-core'
import { sortedColors } from '../../test/foreign/pages/sorting.ts'
import { completed, expectCompleted, foreignOf, openForeign } from '../support/foreign.ts'
import { expect, test } from '../support/test.ts'

const middleOf = async (element: Locator) => {
  const box = await element.boundingBox()
  if (!box) throw new Error('what is to be touched is not seen')
  return { x: Math.round(box.x + box.width / 2), y: Math.round(box.y + box.height / 2) }
}

test.describe('a foreign page with a list to be put in order', () => {
  test.use({ options: { foreign: '/sorting' } })

  test('is put in order with a finger, as the screen shows, and sent so', async ({ foyer }) => {
    const before = completed(foyer)
    const form = await openForeign(foyer)
    const places = await Promise.all(
      [1, 2, 3].map((at) => middleOf(form.locator(`li:nth-child(${at})`))),
    )
    /** What a person sees at the place of each, from the first on. */
    const seen = () => Promise.all(places.map(({ x, y }) => foyer.pixel(x, y)))
    const [first, second, third] = sortedColors
    await expect.poll(seen).toEqual([first, second, third])

    const cdp = await form.context().newCDPSession(form)
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: { x: number; y: number }) =>
      cdp.send('Input.dispatchTouchEvent', { type, touchPoints: at ? [at] : [] })
    const [to, , from] = await Promise.all(
      ['#item1', '#item2', '#item3'].map((each) => middleOf(form.locator(each))),
    )
    if (!from || !to) throw new Error('the list is not there')
    await touch('touchStart', from)
    for (let step = 1; step <= 12; step += 1)
      await touch('touchMove', { x: from.x, y: from.y + ((to.y - 30 - from.y) * step) / 12 })
    await touch('touchEnd')
    await expect.poll(seen).toEqual([third, first, second])

    await form.getByRole('button', { name: 'Send' }).click({ noWaitAfter: true })
    await expectCompleted(foyer, before)
    const vendor = foreignOf(foyer)
    expect(vendor.answersOf(vendor.tokens()[0] ?? '').get('order')).toBe('item3 item1 item2')
  })
})
