import type { Page } from 'playwright-core'

/**
 * Goes through a page of the foreign site as a patient does who answers each question and takes the one way on, until
 * it says thank you; tells `onPage` of each place before it is left.
 */
export async function fillForeignForms(
  form: Page,
  onPage: (place: string) => Promise<void> = async () => {},
): Promise<void> {
  const heading = form.locator('h1')
  const onward = form.getByRole('button', { name: /^(Next|Send|Pay)$/ })
  const thanks = form.getByRole('heading', { name: 'Thank you' })
  for (let page = 1; ; page++) {
    await onward.or(thanks).waitFor()
    if (await thanks.isVisible()) return onPage('done')
    for (const field of await form.getByRole('textbox').all()) await field.fill('A sore knee')
    for (const box of await form.getByRole('checkbox').all()) await box.check()
    await onPage(`form page ${page}`)
    const before = await heading.innerText()
    await onward.click()
    await heading.filter({ hasNotText: before }).waitFor()
  }
}
