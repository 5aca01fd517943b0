import { describe, expect, it, vi } from 'vitest'
import { render } from 'vitest-browser-svelte'
import { page, userEvent } from 'vitest/browser'
import type { AnswerValue } from './model.ts'
import {
  elementOf,
  onePage,
  sampleAddress as address,
} from '../../test/harness/forms/element-of.ts'
import { isGone, sees } from '../../test/harness/renderer/on-page.ts'
import { waitFor } from '../../test/harness/wait-for.ts'
import { elementTypes } from '../contract/form-elements.ts'
import type { ElementType } from '../contract/form-elements.ts'
import FormHost from '../../test/harness/forms/form-host.svelte'
import Review from './review.svelte'

const dataUrl =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=='

/** Answer of each type, and the text of it that the patient reads before sending. */
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
    await render(FormHost, { form: onePage(above), onSubmit })
    await isGone(shown)
    await page.getByText('Call', { exact: true }).click()
    await sees(shown)
    await finish.click()
    expect(onSubmit).not.toHaveBeenCalled()
    await page.getByText('Do not').click()
    await isGone(shown)
    await finish.click()
    await waitFor(() => expect(onSubmit).toHaveBeenCalledWith({ '1': 'Do not' }))
  })

  it('is not forced by an optional group that nobody began, and is by one that is begun', async () => {
    const onSubmit = vi.fn()
    const group = elementOf('textInput', { id: 1, label: 'Whom', children: [question] })
    await render(FormHost, { form: onePage(group), onSubmit })
    await userEvent.fill(page.getByLabelText('Whom (optional)'), 'Ben')
    await finish.click()
    expect(onSubmit).not.toHaveBeenCalled()
    await userEvent.clear(page.getByLabelText('Whom (optional)'))
    await finish.click()
    await waitFor(() => expect(onSubmit).toHaveBeenCalledOnce())
  })

  it('goes on at once where its answer is known', async () => {
    const onSubmit = vi.fn()
    await render(FormHost, { form: onePage(question), answers: { '2': answer }, onSubmit })
    await finish.click()
    await waitFor(() => expect(onSubmit).toHaveBeenCalledWith({ '2': answer }))
  })

  it('can be read and changed before it is sent', async () => {
    const onChange = vi.fn()
    const props = { form: onePage(question), locale: 'en', facts: {}, onChange } as const
    const { rerender } = await render(Review, { ...props, answers: {} })
    await sees(page.getByText('No answer'))
    await rerender({ ...props, answers: { '2': answer } })
    await sees(page.getByText(read, { exact: true }))
    await isGone(page.getByText('No answer'))
    await page.getByRole('button', { name: 'Change The question' }).click()
    expect(onChange).toHaveBeenCalledWith(2)
  })
})
