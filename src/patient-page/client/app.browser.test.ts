import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { render } from 'vitest-browser-svelte'
import { page, userEvent } from 'vitest/browser'
import type { FormModel } from '../../forms/model.ts'
import { audit } from '#harness/forms/audit.ts'
import { elementOf, fakeStore, onePage } from '#harness/forms/element-of.ts'
import { isGone, press, sees, shows } from '#harness/renderer/on-page.ts'
import { waitFor } from '#harness/wait-for.ts'
import { err } from '../../shared/result.ts'
import type { CompletionStore } from '../store.ts'
import App from './app.svelte'
import type { Service } from './service.ts'

const section = (
  id: number,
  name: string,
  ...elements: FormModel['sections'][number]['elements']
) => ({
  id,
  name,
  elements,
})
const formOf = (name: string, label: string): FormModel => ({
  name,
  sections: [
    section(1, 'First page', elementOf('textInput', { id: 1, label, required: true })),
    section(2, 'Second page', elementOf('textInput', { id: 2, label: 'More' })),
  ],
})
const intake = formOf('Intake', 'Your name')
const consent = formOf('Consent', 'Your consent')

let store: CompletionStore
let reachable: boolean
/** True where a page is turned only once it is kept, as in an intake without the network. */
let turnsWait: boolean
/** Delays the keeping of the next answers. */
let keeping: Promise<void>

function serviceOf(token = 'a-token'): Service {
  const unreachable = err({ kind: 'unreachable' } as const)
  return {
    packet: () => {
      const packet = store.open(token)
      if (!reachable) return Promise.resolve(unreachable)
      return Promise.resolve(
        packet
          ? { ok: true, value: { ...structuredClone(packet), turnsWait } }
          : err({ kind: 'unknownLink' } as const),
      )
    },
    async saveAnswers(formId, answers) {
      await keeping
      return reachable ? store.saveAnswers(token, formId, answers) : unreachable
    },
    submit: (formId) => Promise.resolve(reachable ? store.submit(token, formId) : unreachable),
  }
}
const open = (locale: 'en' | 'es' = 'en', token?: string) =>
  render(App, { service: serviceOf(token), locale })
const button = (name: string) => page.getByRole('button', { name })
const answersOf = (formId: number) => store.open('a-token')!.forms[formId - 1]!.answers

async function complete(label: string, end = 'Finish this form') {
  await userEvent.fill(page.getByLabelText(label), 'Ana')
  await press('Next page', end)
}
const review = page.getByRole('heading', { name: 'Check your answers' })

beforeEach(() => {
  store = fakeStore([intake, consent])
  reachable = true
  turnsWait = false
  keeping = Promise.resolve()
})

describe('a packet of several forms', () => {
  it('is listed, and filled in one form after the other, to a warm end', async () => {
    await open()
    await expect.element(page.getByRole('heading', { name: 'Hello, Ana' })).toHaveFocus()
    expect(await audit()).toEqual([])
    await shows('Start', page.getByText('Form 1 of 2'))
    await complete('Your name')
    await sees(page.getByText('Form 2 of 2'))
    await complete('Your consent', 'Check your answers')
    await expect.element(review).toHaveFocus()
    expect(store.open('a-token')!.completed).toBe(false)
    expect(await audit()).toEqual([])
    await shows('Finish', /The next screen comes by itself/)
    await expect.element(page.getByText(/Your forms are with the clinic/)).not.toBeVisible()
    expect(store.open('a-token')!.completed).toBe(true)
    expect(await audit()).toEqual([])
  })

  it('goes on where the patient left, with the same answers', async () => {
    store.saveAnswers('a-token', 1, { '1': 'Ana' })
    store.submit('a-token', 1)
    store.saveAnswers('a-token', 2, { '1': 'Yes', '2': 'half' })
    await open()
    await sees(page.getByText('1 of 2 done'))
    await shows('Continue', page.getByRole('heading', { name: 'Second page' }))
    await expect.element(page.getByLabelText('More (optional)')).toHaveValue('half')
  })

  it('does not ask again for what an earlier form has filled in', async () => {
    const given = store
    store = {
      ...given,
      submit: (token, formId) => {
        given.saveAnswers(token, 2, { '1': 'From the first form' })
        return given.submit(token, formId)
      },
    }
    await open()
    await press('Start')
    await complete('Your name')
    await expect.element(page.getByLabelText('Your consent')).toHaveValue('From the first form')
  })
})

describe('what the clinic knows', () => {
  const known = page.getByRole('heading', { name: 'Is this still right?' })
  const known1 = { 1: 'Ana', 2: 'Tea' }

  it('is confirmed on one page, and stands last in the look at all answers', async () => {
    store = fakeStore([intake, consent], 'Ana', known1)
    await open()
    await expect.element(known).toHaveFocus()
    await sees(page.getByText('Tea'))
    expect(await audit()).toEqual([])
    await shows('Yes, all of it', page.getByText('Form 2 of 2'))
    await complete('Your consent', 'Check your answers')
    await expect.element(review).toHaveFocus()
    const headings = () => [...document.querySelectorAll('h2')].map(({ innerText }) => innerText)
    expect(headings()).toEqual(['Consent', 'You said this is still right'])
    expect(await audit()).toEqual([])
    await shows('Finish', /The next screen comes/)
    expect(answersOf(1)).toEqual(known1)
    expect(store.open('a-token')!.completed).toBe(true)
  })

  it('is sent at once where nothing else is asked, in Spanish too', async () => {
    store = fakeStore([intake], 'Ana', known1)
    await open('es')
    reachable = false
    await shows('Sí, todo', /No podemos conectar/)
    reachable = true
    await shows('Sí, todo', /La próxima pantalla/)
    expect(store.open('a-token')!.completed).toBe(true)
  })

  it('is changed one by one', async () => {
    store = fakeStore([intake], 'Ana', known1)
    await open()
    await press('Change Your name')
    await expect.element(page.getByLabelText('Your name')).toHaveFocus()
    await isGone(page.getByLabelText('More (optional)'))
    await userEvent.fill(page.getByLabelText('Your name'), 'Eve')
    await press('Back to your answers')
    await expect.element(button('Change Your name')).toHaveFocus()
    await sees(page.getByText('Eve'))
    // What was entered is looked at.
    await shows('Yes, all of it', review, page.getByText('Eve'))
    await shows('Finish', /The next screen comes/)
    expect(answersOf(1)).toEqual({ 1: 'Eve', 2: 'Tea' })
  })

  it('is in sight with the way on, on a wide screen', async () => {
    await page.viewport(1366, 710)
    onTestFinished(() => page.viewport(1080, 1920))
    const ids = [1, 2, 3, 4, 5, 6]
    const elements = ids.map((id) => elementOf('textInput', { id, label: `Question ${id}` }))
    const all = Object.fromEntries(ids.map((id) => [id, 'elena.vega@example.com']))
    store = fakeStore([onePage(...elements)], 'Ana', all)
    await open()
    await expect.element(known).toHaveFocus()
    const { bottom } = button('Yes, all of it').element().getBoundingClientRect()
    expect(bottom).toBeLessThanOrEqual(710)
  })
})

describe('a question of several forms', () => {
  const asking = (name: string, label: string, ...more: FormModel['sections']): FormModel => ({
    name,
    sections: [
      section(
        1,
        name,
        elementOf('textInput', { id: 1, label, attribute: 'preferred_name', required: true }),
      ),
      ...more,
    ],
  })

  it('is asked once, and its answer goes to all of them', async () => {
    store = fakeStore([asking('Intake', 'Your name'), asking('Consent', 'Goes by'), consent])
    await open()
    await press('Start')
    await userEvent.fill(page.getByLabelText('Your name'), 'Ana')
    await shows('Finish this form', page.getByText('Form 3 of 3'))
    await complete('Your consent', 'Check your answers')
    await isGone(page.getByText('Goes by'))
    expect(answersOf(2)).toEqual({ 1: 'Ana' })
    await press('Change Your name')
    await userEvent.fill(page.getByLabelText('Your name'), 'Eve')
    await press('Back to your answers', 'Finish')
    await sees(/The next screen comes/)
    expect([answersOf(1), answersOf(2)]).toEqual([{ 1: 'Eve' }, { 1: 'Eve' }])
    expect(store.open('a-token')!.completed).toBe(true)
  })

  it('does not let another be passed over', async () => {
    const more = section(2, 'Tea page', elementOf('textInput', { id: 2, label: 'Tea' }))
    store = fakeStore([asking('Intake', 'Your name'), asking('Consent', 'Goes by', more)])
    await open()
    await press('Start')
    await userEvent.fill(page.getByLabelText('Your name'), 'Ana')
    await shows('Finish this form', page.getByRole('heading', { name: 'Tea page' }))
    await isGone(page.getByLabelText('Goes by'))
  })
})

describe('the look at all answers', () => {
  const reach = async () => {
    await open()
    await press('Start')
    await complete('Your name')
    await complete('Your consent', 'Check your answers')
    await expect.element(review).toHaveFocus()
  }

  it('ends on a phone with no word about the bar of a kiosk', async () => {
    await page.viewport(390, 844)
    onTestFinished(() => page.viewport(1080, 1920))
    await reach()
    await shows(
      'Finish',
      page.getByText('Your forms are with the clinic. You can close this page.'),
    )
    await expect.element(page.getByText(/I am finished/)).not.toBeVisible()
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
    // As a kiosk draws it at 200 %.
    await page.viewport(512, 320)
    await sees(/The next screen comes/)
    await expect.element(page.getByText(/You can close this page/)).not.toBeVisible()
  })

  it('comes back from an answer only when the page is right', async () => {
    await reach()
    await press('Change Your name')
    await userEvent.clear(page.getByLabelText('Your name'))
    await shows('Back to your answers', page.getByText('Write your answer here.'))
    expect(answersOf(1)).toEqual({ '1': '' })
  })

  it('says what was not answered, and lets the list open any form again', async () => {
    await reach()
    await sees(page.getByText('No answer').first())
    await shows('Back', page.getByText('2 of 2 done'))
    await shows(
      page.getByRole('button', { name: /Intake/ }),
      page.getByRole('heading', { name: 'First page' }),
    )
    await expect.element(page.getByLabelText('Your name')).toHaveValue('Ana')
    await press('Back', 'Continue')
    await expect.element(review).toHaveFocus()
  })
})

describe('answers', () => {
  beforeEach(() => (store = fakeStore([intake])))

  it('survive a network that goes away and comes back', async () => {
    await open()
    await sees(page.getByLabelText('Your name'))
    reachable = false
    await userEvent.fill(page.getByLabelText('Your name'), 'Ana')
    await sees(page.getByText('Not saved yet. We keep trying.'))
    await press('Next page', 'Check your answers', 'Finish')
    await sees(/Your answers are safe here/)
    expect(await audit()).toEqual([])
    reachable = true
    window.dispatchEvent(new Event('online'))
    await waitFor(() => expect(answersOf(1)).toEqual({ '1': 'Ana' }))
    await shows('Finish', /The next screen comes/)
  })

  it('of a form that was sent from elsewhere lead to its end', async () => {
    const warned = vi.spyOn(console, 'warn')
    onTestFinished(() => void vi.restoreAllMocks())
    await open()
    await sees(page.getByLabelText('Your name'))
    store.saveAnswers('a-token', 1, { '1': 'Ana' })
    store.submit('a-token', 1)
    await userEvent.fill(page.getByLabelText('Your name'), 'Eve')
    await sees(/The next screen comes/)
    // The field that had the focus goes with its form, and is not left.
    expect(warned).not.toHaveBeenCalled()
  })
})

describe('a page that is turned only once it is kept', () => {
  const firstPage = page.getByRole('heading', { name: 'First page' })
  const secondPage = page.getByRole('heading', { name: 'Second page' })
  const notKept = page.getByText(/This page is not saved yet/)

  beforeEach(() => {
    store = fakeStore([intake])
    turnsWait = true
  })

  it('shows the next page once the answers of this one are kept', async () => {
    await open()
    let keep = () => {}
    keeping = new Promise((resolve) => (keep = resolve))
    await userEvent.fill(page.getByLabelText('Your name'), 'Ana')
    await press('Next page')
    await expect.element(button('Saving…')).toBeDisabled()
    await sees(firstPage)
    expect(await audit()).toEqual([])
    keep()
    await expect.element(secondPage).toHaveFocus()
    expect(answersOf(1)).toEqual({ '1': 'Ana' })
    await expect.element(button('Check your answers')).toBeEnabled()
  })

  it('stays, and says so, while they are not; then goes on', async () => {
    await open()
    await sees(firstPage)
    reachable = false
    await userEvent.fill(page.getByLabelText('Your name'), 'Ana')
    await shows('Next page', notKept, firstPage)
    await expect.element(page.getByLabelText('Your name')).toHaveValue('Ana')
    expect(await audit()).toEqual([])
    reachable = true
    await shows('Next page', secondPage)
    await isGone(notKept)
    expect(answersOf(1)).toEqual({ '1': 'Ana' })
  })

  it('is not left for the page before, nor for the look at all answers', async () => {
    await open()
    await userEvent.fill(page.getByLabelText('Your name'), 'Ana')
    await shows('Next page', secondPage)
    reachable = false
    await userEvent.fill(page.getByLabelText('More (optional)'), 'Tea')
    for (const way of ['Back', 'Check your answers']) await shows(way, notKept, secondPage)
    reachable = true
    await shows('Check your answers', review)
    expect(answersOf(1)).toEqual({ '1': 'Ana', '2': 'Tea' })
  })
})

describe('a link', () => {
  it('that nobody knows is answered kindly', async () => {
    await open('en', 'another-token')
    await sees(page.getByText('These forms are not open'))
    expect(await audit()).toEqual([])
  })

  it('to a completed packet says so', async () => {
    store = fakeStore([])
    await open('es')
    await sees(page.getByText('Todo listo, Ana. ¡Gracias!'))
  })

  it('that cannot be reached can be tried again', async () => {
    reachable = false
    await open()
    await sees(button('Try again'))
    expect(await audit()).toEqual([])
    reachable = true
    await shows('Try again', button('Start'))
  })
})

it('speaks the first language of the browser’s that it can, and keeps what is typed', async () => {
  const languages = vi
    .spyOn(navigator, 'languages', 'get')
    .mockReturnValue(['fr-FR', 'es-MX', 'en'])
  onTestFinished(() => languages.mockRestore())
  await open('en')
  await press('Start')
  await userEvent.fill(page.getByLabelText('Your name'), 'Ana')
  window.dispatchEvent(new Event('languagechange'))
  await sees(button('Siguiente página'))
  await expect.element(page.getByLabelText('Your name')).toHaveValue('Ana')
  expect(document.documentElement.lang).toBe('es')
  for (const unspoken of [['zh'], []]) {
    languages.mockReturnValue(['es'])
    window.dispatchEvent(new Event('languagechange'))
    await sees(button('Siguiente página'))
    languages.mockReturnValue(unspoken)
    window.dispatchEvent(new Event('languagechange'))
    await sees(button('Next page'))
  }
})
