import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import type { Locale } from '../../shared/locale.ts'
import { button as key, press, sees, violations } from '#harness/renderer/on-page.ts'
import { PageHarness } from '#harness/renderer/page-harness.ts'
import { completing, viewOf } from '#harness/renderer/views.ts'
import type { FocusedField } from '../../shared/focused-field.ts'
import { formBarHeight, keyboardHeight } from '../../shared/form-insets.ts'

const field: FocusedField = { token: '4', kind: 'text', hides: false, lang: '', enter: 'enter' }
const typing = (
  change: Partial<FocusedField & { isHidden: boolean }> = {},
  locale: Locale = 'en',
) => viewOf(completing({ typing: { ...field, isHidden: false, ...change } }), { locale })

describe('the keys beneath a form', () => {
  it('name the field with every key, and send each, as fast as they come', async () => {
    const harness = await PageHarness.open(typing())
    await press('a', 'a', 'Erase', 'Enter', 'Left', 'Next field')
    const named = (input: unknown) => ({ type: 'pressKey', field: '4', key: input })
    expect(harness.commands.filter(({ type }) => type === 'pressKey')).toEqual([
      named({ type: 'text', text: 'a' }),
      named({ type: 'text', text: 'a' }),
      named({ type: 'delete' }),
      named({ type: 'enter' }),
      named({ type: 'move', to: 'left' }),
      named({ type: 'tab' }),
    ])
  })

  it('can be put away, and wanted back', async () => {
    const harness = await PageHarness.open(typing())
    await press('Hide')
    expect(harness.commands.at(-1)).toEqual({ type: 'hideKeyboard' })
    await harness.show(typing({ isHidden: true }))
    await sees(key('Show keyboard'))
    expect(key('q').elements()).toEqual([])
    await press('Show keyboard')
    expect(harness.commands.at(-1)).toEqual({ type: 'showKeyboard' })
  })

  it.each([
    [1080, 1920],
    [1024, 768],
    [1366, 768],
  ])('fit into what the form leaves free at %i x %i, for a finger', async (width, height) => {
    const harness = await PageHarness.open(typing())
    await page.viewport(width, height)
    await expect.poll(() => innerHeight).toBe(height)
    const bottom = height - formBarHeight(height)
    const top = bottom - keyboardHeight({ width, height })
    for (const locale of ['en', 'es'] as const)
      for (const kind of ['text', 'lines', 'email', 'phone', 'digits', 'decimal', 'url'] as const) {
        await harness.show(typing({ kind, token: `${locale}${kind}` }, locale))
        await expect
          .poll(() => document.querySelector<HTMLElement>('[data-field]')?.dataset['field'])
          .toBe(`${locale}${kind}`)
        await expect
          .poll(() => document.querySelector('[data-field]')?.getBoundingClientRect().top)
          .toBe(top)
        for (const button of document.querySelectorAll('.keyboard button')) {
          const box = button.getBoundingClientRect()
          expect(Math.min(box.width, box.height), button.textContent).toBeGreaterThanOrEqual(48)
          expect(box.top).toBeGreaterThanOrEqual(top)
          expect(box.bottom).toBeLessThanOrEqual(bottom)
          expect(button.scrollWidth, `${kind} ${button.textContent}`).toBeLessThanOrEqual(
            button.clientWidth,
          )
        }
      }
    expect(await violations()).toEqual([])
  })
})
