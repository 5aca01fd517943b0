import { describe, expect, it, vi, beforeEach } from 'vitest'
import { render } from 'vitest-browser-svelte'
import { userEvent, type Locator, page } from 'vitest/browser'
import type { ElementType } from '../shared/form-elements.ts'
import type { AnswerValue, Answers, FormElementModel } from './model.ts'
import { audit } from '#harness/forms/audit.ts'
import { elementOf, onePage, sampleAddress } from '#harness/forms/element-of.ts'
import { isGone, press, sees, shows } from '#harness/renderer/on-page.ts'
import { waitFor } from '#harness/wait-for.ts'
import { asMarks, asAddress } from './answers.ts'
import { suggestAnswers } from './wording.ts'
import FormHost from '#harness/forms/form-host.svelte'

/** Marks to a tenth of the figure: a click lands on whole pixels. */
const rounded = (value: AnswerValue = null) => {
  const tenth = (of: number) => Math.round(of * 10) / 10
  const marks = asMarks(value).map(({ side, x, y }) => ({ side, x: tenth(x), y: tenth(y) }))
  return marks.length === 0 ? value : marks
}

type Screen = Awaited<ReturnType<typeof open>>

async function open(element: FormElementModel, nextWaits = false) {
  const onSubmit = vi.fn<(answers: Answers) => void>()
  const screen = await render(FormHost, { form: onePage(element), nextWaits, onSubmit })
  const done: Locator = screen.getByRole('button', { name: 'Finish this form' })
  return { screen: screen.locator, done, onSubmit }
}

const { keyboard } = userEvent
const tabTo = async (target: Locator) => {
  for (let steps = 0; steps < 40 && document.activeElement !== target.element(); steps += 1)
    await userEvent.tab()
  expect(document.activeElement).toBe(target.element())
}
/** Goes to what is found by the Tab key, and presses keys there. */
const byKeys =
  (find: (screen: Locator) => Locator, ...keys: readonly string[]) =>
  async ({ screen }: Screen) => {
    await tabTo(find(screen))
    for (const each of keys) await keyboard(each)
  }
const type = (label: string, text: string) => (of: Screen) =>
  userEvent.fill(of.screen.getByLabelText(label), text)
const typeByKeys = (label: string, text: string) =>
  byKeys((screen) => screen.getByLabelText(label), text)

interface Case {
  readonly element: FormElementModel
  readonly byPointer: (of: Screen) => Promise<void>
  readonly byKeyboard: (of: Screen) => Promise<void>
  readonly expected: AnswerValue
  /** Message while there is no answer. */
  readonly asks: string
}

const label = 'A question'
const required = { required: true, label }
const png = 'data:image/png;base64,iVBORw0KGgo='
const addressLabels = ['Street and number', 'City', 'State', 'ZIP code'] as const
const addressTexts = ['1 Main St', 'Ames', 'IA', '50010'] as const

/** A field that is written into; `expected`: what is kept of the text. */
const written = (kind: ElementType, text: string, asks: string, expected = text): Case => ({
  element: elementOf(kind, required),
  byPointer: type(label, text),
  byKeyboard: typeByKeys(label, text),
  expected,
  asks,
})

const cases: Record<string, Case> = {
  'text input': written('textInput', ' Ana ', 'Write your answer here.', 'Ana'),
  'text area': {
    ...written('textArea', 'one\ntwo', 'Write your answer here.'),
    byKeyboard: typeByKeys(label, 'one{Enter}two'),
  },
  'phone number': written('phoneNumber', '5152345678', 'Enter a phone number.', '(515) 234-5678'),
  'email address': written('emailAddress', 'ana@example.com', 'Enter an email address.'),
  initials: written('initials', 'al', 'Enter your initials.', 'AL'),
  dropdown: {
    element: elementOf('dropdown', { ...required, options: ['Yes', 'No'] }),
    byPointer: ({ screen }) => userEvent.selectOptions(screen.getByLabelText(label), 'No'),
    byKeyboard: byKeys(
      (screen) => screen.getByLabelText(label),
      '{Enter}',
      '{ArrowDown}{ArrowDown}',
      '{Enter}',
    ),
    expected: 'No',
    asks: 'Choose an answer.',
  },
  'radio buttons': {
    element: elementOf('radioButton', { ...required, text: 'So is it.', options: ['Yes', 'No'] }),
    byPointer: ({ screen }) => press(screen.getByText('No', { exact: true })),
    byKeyboard: byKeys((screen) => screen.getByRole('radio', { name: 'Yes' }), '{ArrowDown}'),
    expected: 'No',
    asks: 'Choose an answer.',
  },
  'checkbox with options': {
    element: elementOf('checkbox', { ...required, options: ['A', 'B', 'C'] }),
    byPointer: async ({ screen }) => {
      await press(screen.getByText('C', { exact: true }), screen.getByText('A', { exact: true }))
    },
    byKeyboard: byKeys((screen) => screen.getByRole('checkbox', { name: 'A' }), ' {Tab}{Tab} '),
    expected: ['A', 'C'],
    asks: 'Choose an answer.',
  },
  'single checkbox': {
    element: elementOf('checkbox', required),
    // A hand that trembles taps twice.
    byPointer: ({ screen }) => screen.getByText(label).click({ clickCount: 2 }),
    byKeyboard: byKeys((screen) => screen.getByRole('checkbox'), ' '),
    expected: true,
    asks: 'Tick the box if you agree.',
  },
  date: {
    element: elementOf('datePicker', required),
    byPointer: async ({ screen }) => {
      await userEvent.selectOptions(screen.getByLabelText('Month'), 'March')
      await userEvent.fill(screen.getByLabelText('Day'), '7')
      await userEvent.fill(screen.getByLabelText('Year'), '1943')
    },
    byKeyboard: byKeys((screen) => screen.getByLabelText('Month'), 'March{Tab}7{Tab}1943'),
    expected: '1943-03-07',
    asks: 'Enter the date.',
  },
  address: {
    element: elementOf('address', required),
    byPointer: async ({ screen }) => {
      for (const [index, part] of addressLabels.entries())
        await userEvent.fill(screen.getByLabelText(part), addressTexts[index]!)
    },
    byKeyboard: byKeys(
      (screen) => screen.getByLabelText('Street and number'),
      '1 Main St{Tab}{Tab}Ames{Tab}IA{Tab}50010',
    ),
    expected: sampleAddress,
    asks: 'Enter the address.',
  },
  payment: {
    element: elementOf('paymentField', required),
    byPointer: ({ screen }) => press(screen.getByText('By card at the desk')),
    byKeyboard: byKeys((screen) => screen.getByRole('radio', { name: 'By card at the desk' }), ' '),
    expected: 'card',
    asks: 'Choose an answer.',
  },
  'file upload': {
    element: elementOf('fileUpload', required),
    byPointer: async ({ screen }) => {
      const bytes = Uint8Array.from(atob(png.split(',')[1]!), (byte) => byte.charCodeAt(0))
      const file = new File([bytes], 'card.png', { type: 'image/png' })
      await userEvent.upload(screen.getByLabelText('Choose a file'), file)
      await sees(screen.getByRole('img', { name: 'What you chose: card.png' }))
    },
    byKeyboard: byKeys(
      (screen) => screen.getByRole('checkbox', { name: 'I will show it at the desk' }),
      ' ',
    ),
    expected: { fileName: 'card.png', mediaType: 'image/png', dataUrl: png },
    asks: 'Add a photo or file, or choose to show it at the desk.',
  },
  signature: {
    element: elementOf('signature', required),
    byPointer: async ({ screen }) => {
      await press(screen.getByRole('button', { name: 'Type my name instead' }))
      await userEvent.fill(screen.getByRole('textbox', { name: label }), ' Ana Lee')
    },
    byKeyboard: async ({ screen }) => {
      await tabTo(screen.getByRole('button', { name: 'Type my name instead' }))
      await keyboard('{Enter}')
      await tabTo(screen.getByRole('textbox', { name: label }))
      await keyboard('Ana Lee')
    },
    expected: 'Ana Lee',
    asks: 'Sign here.',
  },
  'body diagram': {
    element: elementOf('bodyDiagram', required),
    byPointer: async ({ screen }) => {
      const front = screen.getByRole('button', { name: /^Front/ })
      const { width, height } = front.element().getBoundingClientRect()
      await front.click({ position: { x: width * 0.5, y: height * 0.4 }, clickCount: 2 })
      await sees(screen.getByRole('button', { name: 'Remove Belly' }))
    },
    byKeyboard: async ({ screen }) => {
      await tabTo(screen.getByLabelText('Or choose from a list'))
      await keyboard('Belly')
      await tabTo(screen.getByRole('button', { name: 'Add' }))
      await keyboard('{Enter}')
    },
    expected: [{ side: 'front', x: 0.5, y: 0.4 }],
    asks: 'Mark at least one place.',
  },
}

describe.each(Object.entries(cases))(
  '%s',
  (name, { element, byPointer, byKeyboard, expected, asks }) => {
    const fill = async (of: Screen, way: Case['byPointer'], answer: AnswerValue) => {
      await way(of)
      await expect.element(of.done).toBeEnabled()
      await press(of.done)
      await waitFor(() => expect(of.onSubmit).toHaveBeenCalledOnce())
      expect(rounded(of.onSubmit.mock.calls[0]![0]['1'])).toEqual(answer)
    }

    it('is filled in by pointer, and the button waits for it where it is set to', async () => {
      const screen = await open(element, true)
      await expect.element(screen.done).toBeDisabled()
      await fill(screen, byPointer, expected)
      expect(await audit()).toEqual([])
    })

    it('is filled in by keyboard', async () => {
      const answer = name === 'file upload' ? 'show-at-desk' : expected
      await fill(await open(element), byKeyboard, answer)
    })

    it('says in its words what it needs, and has no barrier that axe can find', async () => {
      const { screen, done, onSubmit } = await open(element)
      expect(await audit()).toEqual([])
      await isGone(screen.getByText(asks))
      await shows(done, screen.getByText(asks))
      expect(onSubmit).not.toHaveBeenCalled()
      expect(document.activeElement?.closest('[data-field]')).not.toBeNull()
      expect(await audit()).toEqual([])
    })
  },
)

it('a line offers usual answers that begin as the last part that is typed', async () => {
  await render(FormHost, { form: onePage(elementOf('textInput', { label: 'Allergies?' })) })
  const offered = () => [...document.querySelectorAll('option')].map(({ value }) => value)
  expect(offered()).toEqual([])
  await userEvent.fill(page.getByRole('combobox'), 'Latex, pe')
  expect(offered()).toEqual(['Latex, Penicillin', 'Latex, Peanuts'])
  const taken = elementOf('textInput', { label: 'Medicines that you take' })
  expect(suggestAnswers(taken, 'Pe')).toBeNull()
})

describe('a date', () => {
  const typed = async (way: () => Promise<void>) => {
    const of = await open(elementOf('datePicker', required))
    await way()
    await press(of.done)
    await waitFor(() => expect(of.onSubmit).toHaveBeenCalledOnce())
    return of.onSubmit.mock.calls[0]![0]['1']
  }
  const chooseByHand = async (month: string) => {
    const select = document.querySelector('select')!
    select.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
    await userEvent.selectOptions(select, month)
  }

  it('leads from the month to the day to the year, by digits alone', async () => {
    const way = async () => {
      await chooseByHand('March')
      await keyboard('71943')
    }
    expect(await typed(way)).toBe('1943-03-07')
  })

  it('leaves a part that stands there already to who wants to change it', async () => {
    const way = async () => {
      await userEvent.fill(document.querySelector('input[maxlength="4"]')!, '1943')
      await chooseByHand('March')
      await keyboard('12')
      await expect.element(document.activeElement as HTMLElement).toHaveAttribute('maxlength', '2')
    }
    expect(await typed(way)).toBe('1943-03-12')
  })
})

const states = [
  { name: 'Iowa', shortName: 'IA' },
  { name: 'New Mexico', shortName: 'NM' },
  { name: 'New York', shortName: 'NY' },
  { name: 'Quebec', shortName: 'QC' },
]
const finish = page.getByRole('button', { name: 'Finish this form' })

it('asks for the country where the form wants it, and for the rest in its words', async () => {
  const onSubmit = vi.fn<(answers: Answers) => void>()
  const options = ['US', 'CA', 'MX']
  const form = onePage(elementOf('address', { label: 'Home', required: true, options }))
  await render(FormHost, { form, facts: { states }, onSubmit })
  const country = page.getByLabelText('Country')
  await expect.element(country).toHaveValue('US')
  await userEvent.selectOptions(country, 'Canada')
  await userEvent.fill(page.getByLabelText('City'), 'Montreal')
  await shows(
    finish,
    page.getByText('Enter the street and number, the province, and the postal code.'),
  )
  await press(page.getByRole('combobox', { name: 'Province' }))
  await expect.poll(() => page.getByRole('option', { name: 'Quebec' }).elements().length).toBe(1)
  await isGone(page.getByRole('option', { name: 'Iowa' }))
  await press(page.getByRole('option', { name: 'Quebec' }))
  await userEvent.fill(page.getByLabelText('Street and number'), '1 Main St')
  await userEvent.fill(page.getByLabelText('Postal code'), 'H2X 1Y4')
  expect(await audit()).toEqual([])
  await press(finish)
  await waitFor(() =>
    expect(onSubmit.mock.calls[0]?.[0]['1']).toMatchObject({ country: 'CA', stateProvince: 'QC' }),
  )
})

it('is not begun by the choice of a country alone', async () => {
  const onSubmit = vi.fn()
  const form = onePage(elementOf('address', { label: 'Home', options: ['US', 'MX'] }))
  await render(FormHost, { form, locale: 'es', onSubmit })
  await userEvent.selectOptions(page.getByLabelText('País'), 'México')
  await press(page.getByRole('button', { name: 'Terminar este formulario' }))
  expect(onSubmit).toHaveBeenCalledOnce()
})

describe('the state of an address', () => {
  const address = { ...sampleAddress, city: 'A', postalCode: '1' }
  const form = onePage(elementOf('address', { label: 'Home' }))
  const box = page.getByRole('combobox')
  const choices = page.getByRole('option')

  const onSubmit = vi.fn<(answers: Answers) => void>()
  beforeEach(() => void onSubmit.mockReset())
  const open = (stateProvince = '') => {
    const answers = { '1': { ...address, stateProvince } }
    return render(FormHost, { form, onSubmit, facts: { states }, answers })
  }
  const sent = async () => {
    await press(finish)
    return asAddress(onSubmit.mock.calls[0]![0]['1'] ?? null).stateProvince
  }

  it('is chosen by keys, as one types', async () => {
    await open()
    await press(box)
    await userEvent.keyboard('new')
    const names = choices.elements().map((each) => each.textContent.trim())
    expect(names).toEqual(['New Mexico', 'New York'])
    await userEvent.keyboard('{ArrowDown}')
    await expect
      .element(page.getByRole('option', { name: 'New York' }))
      .toHaveAttribute('aria-selected', 'true')
    expect(box.element().getAttribute('aria-activedescendant')).toBe(choices.nth(1).element().id)
    await userEvent.keyboard('{Enter}')
    await expect.element(box).toHaveValue('New York')
    expect(await sent()).toBe('NY')
  })

  it('closes its list by Escape, and opens it by an arrow', async () => {
    await open('IA')
    await expect.element(box).toHaveValue('Iowa')
    await press(box)
    await userEvent.keyboard('{Escape}')
    await expect.element(box).toHaveAttribute('aria-expanded', 'false')
    await userEvent.keyboard('{ArrowUp}')
    await expect.element(box).toHaveAttribute('aria-expanded', 'true')
    await userEvent.tab()
    await expect.element(box).toHaveAttribute('aria-expanded', 'false')
    expect(await sent()).toBe('IA')
  })

  it.each([
    ['is the one that was left in sight', 'io', 'Iowa', 'IA'],
    ['may be one of another country', 'Jalisco', 'Jalisco', 'Jalisco'],
  ])('%s', async (_, typed, shown, state) => {
    await open()
    await userEvent.fill(box, typed)
    await userEvent.tab()
    await expect.element(box).toHaveValue(shown)
    expect(await sent()).toBe(state)
  })
})
