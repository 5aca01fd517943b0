import { beforeEach, describe, expect, it } from 'vitest'
import { render } from 'vitest-browser-svelte'
import { page, userEvent } from 'vitest/browser'
import { audit } from '../../../test/harness/forms/audit.ts'
import { elementOf, fakeStore } from '../../../test/harness/forms/element-of.ts'
import { isGone, sees } from '../../../test/harness/renderer/on-page.ts'
import { err } from '../../shared/result.ts'
import App from './app.svelte'
import type { Service } from './service.ts'

const twoPages = {
  name: 'Intake',
  sections: [
    {
      id: 1,
      name: 'First page',
      elements: [elementOf('textInput', { id: 1, label: 'Your name', required: true })],
    },
    { id: 2, name: 'Second page', elements: [elementOf('textInput', { id: 2, label: 'More' })] },
  ],
}

let store: ReturnType<typeof fakeStore>
let isKept: boolean
/** Promise that delays the keeping of the next answers. */
let keeping: Promise<void>

/** Opens a page that waits, as in an intake without the network. */
function open() {
  const service: Service = {
    packet: () => {
      const packet = store.open('a-token')!
      return Promise.resolve({ ok: true, value: { ...structuredClone(packet), turnsWait: true } })
    },
    async saveAnswers(formId, answers) {
      await keeping
      return isKept ? store.saveAnswers('a-token', formId, answers) : err({ kind: 'unreachable' })
    },
    submit: (formId) => Promise.resolve(store.submit('a-token', formId)),
  }
  return render(App, { service, locale: 'en' })
}
const button = (name: string) => page.getByRole('button', { name })
const answers = () => store.open('a-token')!.forms[0]!.answers
const firstPage = page.getByRole('heading', { name: 'First page' })
const secondPage = page.getByRole('heading', { name: 'Second page' })
const notKept = page.getByText(/This page is not saved yet/)

beforeEach(() => {
  store = fakeStore([twoPages])
  isKept = true
  keeping = Promise.resolve()
})

describe('a page that is turned only once it is kept', () => {
  it('shows the next page once the answers of this one are kept', async () => {
    await open()
    let keep = () => {}
    keeping = new Promise((resolve) => {
      keep = resolve
    })
    await userEvent.fill(page.getByLabelText('Your name'), 'Ana')
    await button('Next page').click()
    await expect.element(button('Saving…')).toBeDisabled()
    await sees(firstPage)
    expect(await audit()).toEqual([])
    keep()
    await expect.element(secondPage).toHaveFocus()
    expect(answers()).toEqual({ '1': 'Ana' })
    await expect.element(button('Check your answers')).toBeEnabled()
  })

  it('stays, and says so, while they are not; then goes on', async () => {
    await open()
    isKept = false
    await userEvent.fill(page.getByLabelText('Your name'), 'Ana')
    await button('Next page').click()
    await sees(notKept, firstPage)
    await expect.element(page.getByLabelText('Your name')).toHaveValue('Ana')
    expect(await audit()).toEqual([])
    isKept = true
    await button('Next page').click()
    await sees(secondPage)
    await isGone(notKept)
    expect(answers()).toEqual({ '1': 'Ana' })
  })

  it('is not left for the page before, nor for the look at all answers', async () => {
    await open()
    await userEvent.fill(page.getByLabelText('Your name'), 'Ana')
    await button('Next page').click()
    isKept = false
    await userEvent.fill(page.getByLabelText('More (optional)'), 'Tea')
    for (const way of ['Back', 'Check your answers']) {
      await button(way).click()
      await sees(notKept, secondPage)
    }
    isKept = true
    await button('Check your answers').click()
    await sees(page.getByRole('heading', { name: 'Check your answers' }))
    expect(answers()).toEqual({ '1': 'Ana', '2': 'Tea' })
  })
})
