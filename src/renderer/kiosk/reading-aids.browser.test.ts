import { afterEach, describe, expect, it } from 'vitest'
import { cdp, page } from 'vitest/browser'
import { openScreen } from '../../../test/harness/renderer/page-harness.ts'

describe('in the colours that a system forces', () => {
  const force = (value: string) =>
    cdp().send('Emulation.setEmulatedMedia', { features: [{ name: 'forced-colors', value }] })
  afterEach(() => force(''))

  const fill = (element: Element, part?: string) => getComputedStyle(element, part).backgroundColor

  it('the chosen language is told from the others', async () => {
    await force('active')
    await openScreen('welcome')
    const fillOf = (name: string) => fill(page.getByRole('button', { name }).element())
    expect(matchMedia('(forced-colors: active)').matches).toBe(true)
    expect(fillOf('English')).not.toBe(fillOf('Español'))
  })

  it('what is chosen of size, colours and language is told from the rest', async () => {
    await force('active')
    await openScreen({ name: 'matching' }, { overlay: { name: 'display' } })
    for (const group of document.querySelectorAll('dialog [role=group]')) {
      const fills = [...group.querySelectorAll('button')].map((each) => fill(each))
      expect(new Set(fills).size).toBe(2)
      expect(
        fills.filter((each) => each === fill(group.querySelector('[aria-pressed=true]')!)),
      ).toHaveLength(1)
    }
  })

  it('the steps that are done or begun are told from those that are not', async () => {
    await force('active')
    await openScreen('birth-date')
    const [you, birthday, forms] = [...document.querySelectorAll('header li')].map((each) =>
      fill(each, '::before'),
    )
    expect(you).toBe(birthday)
    expect(birthday).not.toBe(forms)
  })
})
