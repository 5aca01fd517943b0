import { onDeskStage } from '../support/desk-stage.ts'
import { member } from '../support/receptionist.ts'
import { expect, test } from '../support/test.ts'

test('a desk’s window fits a small screen, and prints by the dialog of the system', async () => {
  await onDeskStage([], async ({ foyer, receptionist }) => {
    await receptionist.signsIn(member.secret)
    await receptionist.opens('today')
    const { page } = receptionist
    expect(await page.evaluate<number>('innerWidth')).toBeLessThanOrEqual(1366)
    expect(await page.evaluate<number>('innerHeight')).toBeLessThanOrEqual(768)
    const point = [300, 400] as const
    const before = await foyer.pixel(...point)
    // The dialog holds the page until it is closed: nothing is asked of the page after it.
    await page.evaluate('setTimeout(print, 0), 0')
    await expect.poll(() => foyer.pixel(...point), { timeout: 60_000 }).not.toBe(before)
  })
})
