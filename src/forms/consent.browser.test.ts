import { describe, expect, it } from 'vitest'
import { render } from 'vitest-browser-svelte'
import { page, userEvent } from 'vitest/browser'
import { audit } from '#harness/forms/audit.ts'
import { elementOf, onePage } from '#harness/forms/element-of.ts'
import { isGone, press, sees } from '#harness/renderer/on-page.ts'
import FormHost from '#harness/forms/form-host.svelte'
import Review from './review.svelte'

const text = Array.from({ length: 40 }, (_, index) => `Paragraph ${index + 1}.`).join('\n\n')
const agree = elementOf('checkbox', { id: 1, label: 'I agree.', text, language: 'en' })
const form = onePage(agree, elementOf('signature', { id: 2, label: 'Sign' }))
const facts = { today: '2026-03-10' }
const inPage = page.getByRole('region', { name: 'Text to read' }).first()

describe('a consent', () => {
  it('shows its text, which scrolls by touch and by keys', async () => {
    await render(FormHost, { form, facts })
    await sees(inPage.getByText('Paragraph 1.', { exact: true }))
    const box = inPage.element()
    expect(box.scrollHeight).toBeGreaterThan(box.clientHeight)
    await userEvent.tab()
    expect(document.activeElement).toBe(box)
    await userEvent.keyboard('{End}')
    await expect.poll(() => box.scrollTop + box.clientHeight).toBeGreaterThan(box.scrollHeight - 4)
    expect(await audit()).toEqual([])
  })

  it('can be read in large letters, and closes again', async () => {
    await render(FormHost, { form, facts })
    await press(page.getByRole('button', { name: 'Read in large letters' }))
    const dialog = page.getByRole('dialog', { name: 'Text to read' })
    await sees(dialog)
    const sizeOf = (box: Element) =>
      Number.parseFloat(getComputedStyle(box.querySelector('p')!).fontSize)
    expect(sizeOf(dialog.element())).toBeGreaterThan(1.5 * sizeOf(inPage.element()))
    expect(await audit()).toEqual([])
    await press(dialog.getByRole('button', { name: 'I have read it' }))
    await isGone(dialog)
  })

  it('is dated once, at its signature, in the words of the screen', async () => {
    await render(FormHost, { form, facts, locale: 'es' })
    const date = page.getByText('Fecha: 10 de marzo de 2026')
    await expect.poll(() => date.elements().length).toBe(1)
    expect(date.element().parentElement?.querySelector('canvas')).not.toBeNull()
  })

  it('is dated itself where nothing is signed', async () => {
    await render(FormHost, { form: onePage(agree), facts })
    await expect.poll(() => page.getByText('Date: March 10, 2026').elements().length).toBe(1)
  })

  it('is dated once where it is looked over before it is sent, too', async () => {
    const answers = { '1': true, '2': 'Ana Lee' }
    await render(Review, { form, answers, facts, onChange: () => {} })
    await expect.poll(() => page.getByText('Date: March 10, 2026').elements().length).toBe(1)
  })

  it('says in which language it is written', async () => {
    await render(FormHost, { form, facts, locale: 'es' })
    expect(document.querySelector('.text p')?.getAttribute('lang')).toBe('en')
    expect(page.getByText('I agree.').element().getAttribute('lang')).toBe('en')
  })
})
