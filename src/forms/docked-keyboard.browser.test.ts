import { beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-svelte'
import { audit } from '../../test/harness/forms/audit.ts'
import { elementOf } from '../../test/harness/forms/element-of.ts'
import FormHost from '../../test/harness/forms/form-host.svelte'

const filler = Array.from({ length: 12 }, (_, index) =>
  elementOf('textInput', { id: 100 + index, label: `Filler ${index}`, required: true }),
)
const form = {
  name: 'Intake',
  sections: [
    {
      id: 1,
      name: 'Page',
      elements: [
        elementOf('textInput', { id: 1, label: 'Name', required: true }),
        elementOf('emailAddress', { id: 2, label: 'E-mail', required: true }),
        elementOf('phoneNumber', { id: 3, label: 'Phone', required: true }),
        elementOf('radioButton', {
          id: 4,
          label: 'Agree?',
          required: true,
          options: ['Yes', 'No'],
        }),
        elementOf('initials', { id: 6, label: 'Initials', required: true }),
        ...filler,
        elementOf('textArea', { id: 5, label: 'Last of all', required: true }),
      ],
    },
  ],
}
const board = page.getByRole('region', { name: 'On-screen keyboard' })
const key = (name: string) => board.getByRole('button', { name, exact: true })
const press = async (...names: string[]) => {
  for (const name of names) await key(name).click()
}
const field = (label: string) => page.getByLabelText(label, { exact: true })

beforeEach(async () => {
  await render(FormHost, { form })
})

describe('the on-screen keyboard', () => {
  it('opens for a touch, types at the caret, and never takes the focus', async () => {
    await field('Name').click()
    await expect.element(board).toBeVisible()
    await press('A', 'n', 'a', 'Space', 'L', 'e', 'áéñ, Letters with accents', 'é', 'x')
    await expect.element(field('Name')).toHaveValue('Ana Leéx')
    await expect.element(field('Name')).toHaveFocus()
    await press('Erase', 'Erase', 'Erase')
    await expect.element(field('Name')).toHaveValue('Ana L')
    const input = field('Name').element() as HTMLInputElement
    input.setSelectionRange(0, 3)
    await press('áéñ, Letters with accents', 'ó')
    await expect.element(field('Name')).toHaveValue('ó L')
    expect(await audit()).toEqual([])
  })

  it('stays away from those who come by keyboard, and leaves when they type on one', async () => {
    ;(field('Name').element() as HTMLElement).focus()
    await userEvent.tab({ shift: true })
    await userEvent.tab()
    await expect.element(field('Name')).toHaveFocus()
    await expect.element(board).not.toBeInTheDocument()
    await field('Name').click()
    await expect.element(board).toBeVisible()
    await userEvent.keyboard('x')
    await expect.element(board).not.toBeInTheDocument()
    await expect.element(field('Name')).toHaveValue('x')
  })

  it('can be hidden and comes back with the next touch', async () => {
    await field('Name').click()
    await press('Hide')
    await expect.element(board).not.toBeInTheDocument()
    await expect.element(field('Name')).toHaveFocus()
    await field('Name').click()
    await expect.element(board).toBeVisible()
  })

  it('fits what is asked: letters, an e-mail address, digits', async () => {
    await field('E-mail').click()
    await press('a', 'At sign', 'b', '.com')
    await expect.element(field('E-mail')).toHaveValue('a@b.com')
    await press('@gmail.com')
    await expect.element(field('E-mail')).toHaveValue('a@gmail.com')
    await field('Phone').click()
    await expect.element(key('a')).not.toBeInTheDocument()
    await press('5', '1', '5')
    await expect.element(field('Phone')).toHaveValue('515')
  })

  it('does not type beyond what a field takes', async () => {
    await field('Initials').click()
    await press('A', 'B', 'C', 'D', 'E', 'F')
    await expect.element(field('Initials')).toHaveValue('ABCDEF')
    await press('G')
    await expect.element(field('Initials')).toHaveValue('ABCDEF')
  })

  it('never covers the field, even the last one of a page', async () => {
    await field('Last of all').click()
    await expect.element(board).toBeVisible()
    await expect
      .poll(() => field('Last of all').element().getBoundingClientRect().bottom)
      .toBeLessThanOrEqual(board.element().getBoundingClientRect().top)
    await press('O', 'n', 'New line', 'T')
    await expect.element(field('Last of all')).toHaveValue('On\nT')
  })

  it('gives way to the tap that leaves the field: that tap is not lost', async () => {
    await field('Name').click()
    await expect.element(board).toBeVisible()
    await page.getByText('Yes', { exact: true }).click()
    await expect.element(page.getByRole('radio', { name: 'Yes' })).toBeChecked()
    await expect.element(board).not.toBeInTheDocument()
  })

  it('has keys that a finger cannot miss', async () => {
    await field('Name').click()
    await expect.element(board).toBeVisible()
    for (const button of board.element().querySelectorAll('button')) {
      const { width, height } = button.getBoundingClientRect()
      expect(Math.min(width, height)).toBeGreaterThanOrEqual(48)
    }
  })
})
