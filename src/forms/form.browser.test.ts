import { describe, expect, it, vi } from 'vitest'
import { render } from 'vitest-browser-svelte'
import { page, userEvent } from 'vitest/browser'
import type { Answers, FormModel } from './model.ts'
import { audit } from '#harness/forms/audit.ts'
import { elementOf, onePage } from '#harness/forms/element-of.ts'
import { isGone, press, sees, shows } from '#harness/renderer/on-page.ts'
import FormHost from '#harness/forms/form-host.svelte'

const name = elementOf('textInput', { id: 1, label: 'Name', required: true })
const email = elementOf('emailAddress', { id: 2, label: 'Email' })
const called = { label: 'Which ones?', required: true, showWhen: ['Yes'] }
const children = [elementOf('textArea', { id: 4, ...called })]
const yesOrNo = { label: 'Allergies?', options: ['Yes', 'No'], children }
const allergies = elementOf('radioButton', { id: 3, ...yesOrNo })
const twoPages: FormModel = {
  name: 'Intake',
  sections: [
    { id: 1, name: 'About you', elements: [name, email] },
    { id: 2, name: 'Your health', elements: [allergies] },
  ],
}
const next = page.getByRole('button', { name: 'Next page' })
const finish = page.getByRole('button', { name: 'Finish this form' })
const emailField = page.getByLabelText('Email (optional)')
const heading = (text: string) => page.getByRole('heading', { name: text })

describe('the button at the bottom', () => {
  it('is always enabled, and leads to what is missing, in words, at its field', async () => {
    await render(FormHost, { form: twoPages, onSubmit: vi.fn() })
    await expect.element(next).toBeEnabled()
    await isGone(page.getByText('One more answer is needed'))
    await press(next)
    const field = page.getByLabelText('Name')
    await expect.element(field).toHaveFocus()
    await expect.element(field).toBeInvalid()
    await expect.element(field).toHaveAccessibleDescription('Write your answer here.')
    await sees(page.getByText('One more answer is needed on this page.'), heading('About you'))
    expect(emailField.element().getAttribute('aria-invalid')).toBe('false')
    expect(await audit()).toEqual([])
    await userEvent.fill(field, 'Ana')
    await press(next)
    await expect.element(heading('Your health')).toHaveFocus()
  })

  it('waits by the rule of the documents until its page is complete, where that is set', async () => {
    await render(FormHost, { form: twoPages, nextWaits: true })
    await expect.element(next).toBeDisabled()
    await sees(page.getByText('One more answer is needed on this page.'))
    await userEvent.fill(emailField, 'ana@example.com')
    await expect.element(next).toBeDisabled()
    await press(page.getByRole('button', { name: 'Show me' }))
    await expect.element(page.getByLabelText('Name')).toHaveFocus()
    await userEvent.fill(page.getByLabelText('Name'), 'Ana')
    await expect.element(next).toBeEnabled()
    await userEvent.clear(page.getByLabelText('Name'))
    await expect.element(next).toBeDisabled()
  })
})

it('pages are turned with the heading in focus, back and forth, the answers kept', async () => {
  const onSubmit = vi.fn<(answers: Answers) => void>()
  await render(FormHost, { form: twoPages, onSubmit })
  await sees(page.getByText('Page 1 of 2'))
  await userEvent.fill(page.getByLabelText('Name'), 'Ana')
  await press(next)
  await expect.element(heading('Your health')).toHaveFocus()
  await sees(page.getByText('Page 2 of 2'))
  await press(page.getByRole('button', { name: 'Back' }))
  await expect.element(heading('About you')).toHaveFocus()
  await expect.element(page.getByLabelText('Name')).toHaveValue('Ana')
  await press(next, page.getByText('Yes'))
  await userEvent.fill(page.getByLabelText('Which ones?'), 'Nuts')
  await press(finish)
  expect(onSubmit).toHaveBeenCalledWith({ '1': 'Ana', '3': 'Yes', '4': 'Nuts' })
})

describe('a finger', () => {
  const health: FormModel = {
    name: 'Health',
    sections: [
      { id: 1, name: 'Allergies', elements: [allergies] },
      { id: 2, name: 'You', elements: [name] },
    ],
  }
  const which = page.getByLabelText('Which ones?')

  it('is led into the line that an answer calls for, and that a page begins with', async () => {
    await render(FormHost, { form: health })
    await press(page.getByText('Yes'))
    await expect.element(which).toHaveFocus()
    await userEvent.fill(which, 'Nuts')
    await press(next)
    await expect.element(page.getByLabelText('Name')).toHaveFocus()
    await userEvent.fill(page.getByLabelText('Name'), 'Ana')
    await press('Back')
    await expect.element(heading('Allergies')).toHaveFocus()
  })

  it('is not taken for a key of a keyboard, which goes its own way', async () => {
    await render(FormHost, { form: health })
    await userEvent.tab()
    await userEvent.keyboard(' ')
    await expect.element(page.getByLabelText('Yes')).toHaveFocus()
    await userEvent.fill(which, 'Nuts')
    next.element().focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(heading('You')).toHaveFocus()
  })

  it('that taps twice turns one page', async () => {
    // A service may number two sections alike.
    const pageOf = (id: number) => ({ id: 1, name: `Part ${id}`, elements: [{ ...email, id }] })
    await render(FormHost, { form: { name: 'Three', sections: [1, 2, 3].map(pageOf) } })
    await next.dblClick()
    await sees(page.getByText('Page 2 of 3'))
  })

  it('goes on by a choice that is all of its page, which a key only makes', async () => {
    const how = { ...allergies, required: true, children: [] }
    const pageOf = (id: number) => ({ id, name: `Part ${id}`, elements: [{ ...how, id }] })
    await render(FormHost, { form: { name: 'Two', sections: [1, 2].map(pageOf) } })
    await isGone(next)
    await page.getByText('Yes').dblClick()
    await sees(heading('Part 2'))
    await expect.element(page.getByLabelText('Yes')).not.toBeChecked()
    await userEvent.tab()
    await userEvent.keyboard(' ')
    await sees(finish)
    await press('Back', next)
    await sees(heading('Part 2'), finish)
  })
})

describe('problems', () => {
  it('of a date mark the part that is missing, and that is mended as it is typed', async () => {
    const born = elementOf('datePicker', { label: 'Born on', required: true })
    const onSubmit = vi.fn()
    await render(FormHost, { form: onePage(born), onSubmit })
    await userEvent.fill(page.getByLabelText('Day'), '7')
    await shows(finish, page.getByText('Enter the month and the year.'))
    await expect.element(page.getByLabelText('Month')).toHaveFocus()
    await expect.element(page.getByLabelText('Month')).toBeInvalid()
    await expect.element(page.getByLabelText('Year')).toBeInvalid()
    await expect.element(page.getByLabelText('Day')).not.toBeInvalid()
    await userEvent.selectOptions(page.getByLabelText('Month'), 'March')
    await sees(page.getByText('Enter the year.'))
    await expect.element(page.getByLabelText('Month')).not.toBeInvalid()
    await userEvent.fill(page.getByLabelText('Year'), '43')
    await shows(finish, page.getByText('Check the year. It has four digits, like 1984.'))
    await expect.element(page.getByLabelText('Year')).toHaveFocus()
    expect(onSubmit).not.toHaveBeenCalled()
    await userEvent.fill(page.getByLabelText('Year'), '1943')
    await press(finish)
    expect(onSubmit).toHaveBeenCalledOnce()
  })

  it('are said when a field is left, and not while it is typed into', async () => {
    await render(FormHost, { form: onePage(email, name) })
    await press(emailField)
    await userEvent.keyboard('ana@')
    expect(emailField.element().getAttribute('aria-invalid')).toBe('false')
    await userEvent.tab()
    await expect.element(emailField).toBeInvalid()
    expect(page.getByLabelText('Name').element().getAttribute('aria-invalid')).toBe('false')
  })
})

describe('a signature', () => {
  const signature = elementOf('signature', { label: 'Your signature', required: true })

  it('is drawn, kept at once, and can be cleared', async () => {
    const onSubmit = vi.fn<(answers: Answers) => void>()
    const onSettle = vi.fn()
    await render(FormHost, { form: onePage(signature), nextWaits: true, onSubmit, onSettle })
    const canvas = document.querySelector('canvas')!
    const way = { sourcePosition: { x: 40, y: 60 }, targetPosition: { x: 200, y: 100 } }
    await userEvent.dragAndDrop(canvas, canvas, way)
    await sees(page.getByRole('img', { name: 'Your signature is in the box.' }))
    await expect.element(finish).toBeEnabled()
    expect(onSettle).toHaveBeenCalled()
    expect(await audit()).toEqual([])
    await press(finish)
    expect(onSubmit.mock.calls[0]![0]['1']).toMatch(/^data:image\/png;base64,/)
    await press(page.getByRole('button', { name: 'Clear and sign again' }))
    await expect.element(finish).toBeDisabled()
  })

  it('is kept where its box changes size under the stroke, as when the keys go away', async () => {
    await render(FormHost, { form: onePage(signature), nextWaits: true })
    const canvas = document.querySelector('canvas')!
    const { x, y } = canvas.getBoundingClientRect()
    const pen = { bubbles: true, cancelable: true, pointerId: 1, button: 0 }
    const point = (type: string, at: number, buttons: number) => {
      const place = { clientX: x + at, clientY: y + at / 2 }
      canvas.dispatchEvent(new PointerEvent(type, { ...pen, ...place, buttons }))
    }
    point('pointerdown', 40, 1)
    point('pointermove', 80, 1)
    const isResized = new Promise((resolve) => {
      const { height } = canvas.getBoundingClientRect()
      new ResizeObserver(([entry]) => entry!.contentRect.height < height && resolve(null)).observe(
        canvas,
      )
    })
    canvas.style.blockSize = '8rem'
    await isResized
    point('pointermove', 120, 1)
    point('pointerup', 120, 0)
    await sees(page.getByRole('img', { name: 'Your signature is in the box.' }))
  })
})

describe('a file', () => {
  const upload = elementOf('fileUpload', { label: 'Your card', required: true })
  const fileOf = (bytes: number, type: string) =>
    new File([new Uint8Array(bytes)], 'card', { type })

  it.each([
    ['too big', fileOf(5 * 1024 * 1024 + 1, 'image/png'), /too big/],
    ['of another type', fileOf(10, 'text/html'), /photos \(JPEG or PNG\) and PDF/],
  ])('that is %s is not taken, and it is said why', async (_, file, reason) => {
    await render(FormHost, { form: onePage(upload), nextWaits: true })
    await userEvent.upload(page.getByLabelText('Choose a file'), file)
    await sees(page.getByText(reason))
    await expect.element(finish).toBeDisabled()
  })

  it('can be removed again', async () => {
    await render(FormHost, { form: onePage(upload), nextWaits: true })
    await userEvent.upload(page.getByLabelText('Choose a file'), fileOf(10, 'application/pdf'))
    await expect.element(finish).toBeEnabled()
    await press(page.getByRole('button', { name: 'Remove card' }))
    await expect.element(finish).toBeDisabled()
  })
})

it('lets a mark on the body be taken away', async () => {
  const body = elementOf('bodyDiagram', { required: true })
  const front = { side: 'front', x: 0.6, y: 0.72 } as const
  const answers = { '1': [front, { side: 'back', x: 0.5, y: 0.4 } as const] }
  await render(FormHost, { form: onePage(body), nextWaits: true, answers })
  await press(page.getByRole('button', { name: 'Remove Left knee (front)' }))
  await isGone(page.getByRole('button', { name: /Remove Left knee/ }))
  await shows(
    page.getByRole('button', { name: 'Remove Lower back' }),
    page.getByText('Nothing marked yet.'),
  )
  await expect.element(finish).toBeDisabled()
})
