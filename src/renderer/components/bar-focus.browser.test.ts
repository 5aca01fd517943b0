import { beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { sees, violations } from '#harness/renderer/on-page.ts'
import { PageHarness } from '#harness/renderer/page-harness.ts'
import { completing, viewOf } from '#harness/renderer/views.ts'
import type { BarEntry } from '../../shared/form-entry.ts'

const filling = (barEntry?: BarEntry) => viewOf(completing(barEntry && { barEntry }))

const focused = () => document.activeElement?.textContent.trim()

describe('the bar beneath a form, by a real keyboard', () => {
  let harness: PageHarness
  const entered = () =>
    harness.commands.flatMap((command) => (command.type === 'enterForm' ? [command.at] : []))
  beforeEach(async () => (harness = await PageHarness.open(filling())))

  it('takes the focus at the end at which it is entered, each time, with a ring around it', async () => {
    for (const [times, [at, name]] of (
      [
        ['first', 'Help'],
        ['last', 'Save and stop'],
        ['first', 'Help'],
      ] as const
    ).entries()) {
      await harness.show({ ...filling({ at, times: times + 1 }), sequence: 10 + times })
      await expect.poll(focused).toBe(name)
      expect(getComputedStyle(document.activeElement!).outlineStyle).toBe('solid')
    }
    // Only a view with another entry moves it.
    await userEvent.tab()
    await harness.show({ ...filling({ at: 'first', times: 3 }), sequence: 20 })
    expect(document.activeElement?.ariaLabel).toBe('Text, colors, language')
  })

  it('leads to the form past its ends, and only there', async () => {
    await harness.show({ ...filling({ at: 'first', times: 1 }), sequence: 10 })
    await expect.poll(focused).toBe('Help')
    for (let times = 0; times < 4; times += 1) await userEvent.tab()
    expect(focused()).toBe('Save and stop')
    expect(entered()).toEqual([])
    await userEvent.tab()
    expect(entered()).toEqual(['first'])
    for (let times = 0; times < 4; times += 1) await userEvent.tab({ shift: true })
    expect(focused()).toBe('Help')
    await userEvent.tab({ shift: true })
    await userEvent.keyboard('{F6}')
    expect(entered()).toEqual(['first', 'last', 'same'])
  })

  it('leads nowhere by keys that nobody pressed', () => {
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'F6', bubbles: true }))
    expect(entered()).toEqual([])
  })

  it('is a region with a name, and nothing is wrong with it', async () => {
    await sees(page.getByRole('region', { name: 'Help and leaving' }))
    expect(await violations()).toEqual([])
  })
})
