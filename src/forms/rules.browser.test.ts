import { describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-svelte'
import { elementTypes } from '../contract/form-elements.ts'
import type { ElementType } from '../contract/form-elements.ts'
import { elementOf, sampleAddress as address } from '../../test/harness/forms/element-of.ts'
import FormHost from '../../test/harness/forms/form-host.svelte'
import type { AnswerValue, FormElementModel, FormModel } from './model.ts'
import Review from './review.svelte'
import { waitFor } from '../../test/harness/wait-for.ts'

const dataUrl =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=='

/** An answer of each type, and what is read of it before it is sent. */
const answers: Readonly<Record<ElementType, readonly [AnswerValue, string]>> = {
  textInput: ['Ana', 'Ana'],
  textArea: ['one', 'one'],
  dropdown: ['Red', 'Red'],
  checkbox: [['Red', 'Blue'], 'Blue'],
  radioButton: ['Blue', 'Blue'],
  datePicker: ['1943-03-07', 'March 7, 1943'],
  signature: ['Ana Lee', 'Ana Lee'],
  initials: ['AL', 'AL'],
  fileUpload: [{ fileName: 'card.png', mediaType: 'image/png', dataUrl }, 'card.png'],
  phoneNumber: ['(515) 234-5678', '(515) 234-5678'],
  emailAddress: ['ana@example.com', 'ana@example.com'],
  address: [address, 'Ames, IA 50010'],
  paymentField: ['cash', 'With cash or a check at the desk'],
  bodyDiagram: [[{ side: 'back', x: 0.5, y: 0.4 }], 'Lower back'],
}

const formOf = (...elements: FormElementModel[]): FormModel => ({
  name: 'Intake',
  sections: [{ id: 1, name: 'Page', elements }],
})
const finish = page.getByRole('button', { name: 'Finish this form' })

describe.each(Object.keys(elementTypes) as ElementType[])('%s', (type) => {
  const options = ['dropdown', 'checkbox', 'radioButton'].includes(type) ? ['Red', 'Blue'] : []
  const question = elementOf(type, { id: 2, label: 'The question', required: true, options })
  const [answer, read] = answers[type]
  const shown = page.getByText('The question').first()

  it('is shown, and required, only when the answer above it calls for it', async () => {
    const onSubmit = vi.fn()
    const above = elementOf('radioButton', {
      id: 1,
      label: 'Above',
      options: ['Call', 'Do not'],
      children: [{ ...question, showWhen: ['Call'] }],
    })
    await render(FormHost, { form: formOf(above), onSubmit })
    await expect.element(shown).not.toBeInTheDocument()
    await page.getByText('Call', { exact: true }).click()
    await expect.element(shown).toBeVisible()
    await finish.click()
    expect(onSubmit).not.toHaveBeenCalled()
    await page.getByText('Do not').click()
    await expect.element(shown).not.toBeInTheDocument()
    await finish.click()
    await waitFor(() => expect(onSubmit).toHaveBeenCalledWith({ '1': 'Do not' }))
  })

  it('is not forced by an optional group that nobody began, and is by one that is begun', async () => {
    const onSubmit = vi.fn()
    const group = elementOf('textInput', { id: 1, label: 'Whom', children: [question] })
    await render(FormHost, { form: formOf(group), onSubmit })
    await userEvent.fill(page.getByLabelText('Whom (optional)'), 'Ben')
    await finish.click()
    expect(onSubmit).not.toHaveBeenCalled()
    await userEvent.clear(page.getByLabelText('Whom (optional)'))
    await finish.click()
    await waitFor(() => expect(onSubmit).toHaveBeenCalledOnce())
  })

  it('goes on at once where its answer is known', async () => {
    const onSubmit = vi.fn()
    await render(FormHost, { form: formOf(question), answers: { '2': answer }, onSubmit })
    await finish.click()
    await waitFor(() => expect(onSubmit).toHaveBeenCalledWith({ '2': answer }))
  })

  it('can be read and changed before it is sent', async () => {
    const onChange = vi.fn()
    const props = { form: formOf(question), locale: 'en', facts: {}, onChange } as const
    const { rerender } = await render(Review, { ...props, answers: {} })
    await expect.element(page.getByText('No answer')).toBeVisible()
    await rerender({ ...props, answers: { '2': answer } })
    await expect.element(page.getByText(read, { exact: true })).toBeVisible()
    await expect.element(page.getByText('No answer')).not.toBeInTheDocument()
    await page.getByRole('button', { name: 'Change The question' }).click()
    expect(onChange).toHaveBeenCalledWith(2)
  })
})
