import { afterEach, describe, expect, it } from 'vitest'
import { cdp, page } from 'vitest/browser'
import { cut } from '../../test/harness/renderer/accessibility-checks.ts'
import { PageHarness, sizes } from '../../test/harness/renderer/page-harness.ts'
import { clinic, overlays, screens, viewOf } from '../../test/harness/renderer/views.ts'

const all = [
  ...Object.entries(screens).map(([name, screen]) => [name, screen, null] as const),
  ...Object.entries(overlays).map(
    ([name, overlay]) => [`over ${name}`, screens['contact-phone']!, overlay] as const,
  ),
]

describe('in the colours that a system forces', () => {
  const force = (value: string) =>
    cdp().send('Emulation.setEmulatedMedia', { features: [{ name: 'forced-colors', value }] })
  afterEach(() => force(''))

  const fill = (element: Element, part?: string) => getComputedStyle(element, part).backgroundColor

  it('the chosen language is told from the others', async () => {
    await force('active')
    await PageHarness.open(viewOf(screens['welcome']!))
    const fillOf = (name: string) => fill(page.getByRole('button', { name }).element())
    expect(matchMedia('(forced-colors: active)').matches).toBe(true)
    expect(fillOf('English')).not.toBe(fillOf('Español'))
  })

  it('what is chosen of size, colours and language is told from the rest', async () => {
    await force('active')
    await PageHarness.open(viewOf({ name: 'matching' }, { overlay: { name: 'display' } }))
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
    await PageHarness.open(viewOf(screens['birth-date']!))
    const [you, birthday, forms] = [...document.querySelectorAll('header li')].map((each) =>
      fill(each, '::before'),
    )
    expect(you).toBe(birthday)
    expect(birthday).not.toBe(forms)
  })
})

describe.each(['portrait', 'landscape'] as const)('with wider spacing of text, in %s', (size) => {
  // WCAG 1.4.12.
  const spacing = document.createElement('style')
  spacing.textContent = `* { letter-spacing: 0.12em !important; line-height: 1.5 !important; word-spacing: 0.16em !important }
    p { margin-block-end: 2em !important }`
  afterEach(() => spacing.remove())

  it.each(all)('nothing is cut: %s', async (name, screen, overlay) => {
    await PageHarness.open(viewOf(screen, { locale: 'es', overlay }), size)
    document.head.append(spacing)
    const [width, height] = sizes[size]
    await page.viewport(width, height)
    // The bar has room for so much of the clinic's name; it stands in full on the other screens.
    const found = cut().filter((each) => !/^BDI name/.test(each))
    expect([name, ...found]).toEqual([name])
  })
})

describe('every text that is not of the screen’s language says so', () => {
  const foreign = [clinic.name, 'New patient', 'Consent for', 'Knee', 'English', 'Who is with']
  const quoted = ['Saved.', 'Please read', 'Send your forms', 'Nobody']

  it.each(all)('%s', async (_, screen, overlay) => {
    await PageHarness.open(viewOf(screen, { locale: 'es', overlay }))
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
      const text = walker.currentNode.textContent ?? ''
      if (![...foreign, ...quoted].some((each) => text.includes(each))) continue
      const spoken = walker.currentNode.parentElement?.closest('[lang]')?.getAttribute('lang')
      expect([text, spoken]).not.toEqual([text, 'es'])
    }
  })
})
