import { expect, it } from 'vitest'
import { elementTypes } from '../shared/form-elements.ts'
import { toFormModel } from './template.ts'

const element = { id: 1, label: 'A', elementType: elementTypes.textArea, sortOrder: 1 }

it('puts sections and elements in their order', () => {
  const form = toFormModel({
    name: 'Intake',
    formTemplateSections: [
      { id: 2, name: 'Second', sortOrder: 2, formElements: [element] },
      {
        id: 1,
        name: 'First',
        sortOrder: 1,
        formElements: [
          { ...element, id: 11, sortOrder: 5 },
          { ...element, id: 10, sortOrder: 3 },
        ],
      },
    ],
  })
  expect(form.name).toBe('Intake')
  expect(form.sections.map((section) => section.name)).toEqual(['First', 'Second'])
  expect(form.sections[0]!.elements.map(({ id }) => id)).toEqual([10, 11])
})

it('leaves out what only staff may see, children and whole sections too', () => {
  const staffOnly = { ...element, id: 2, patientViewable: false }
  const form = toFormModel({
    name: 'Intake',
    formTemplateSections: [
      { id: 1, formElements: [{ ...element, children: [staffOnly, { ...element, id: 3 }] }] },
      { id: 2, formElements: [staffOnly] },
    ],
  })
  expect(form.sections).toHaveLength(1)
  expect(form.sections[0]!.elements[0]!.children.map(({ id }) => id)).toEqual([3])
})

const modelOf = (more: object) => {
  const formTemplateSections = [{ id: 1, formElements: [{ ...element, ...more }] }]
  return toFormModel({ name: 'Intake', formTemplateSections }).sections[0]!.elements[0]!
}

it('shows an unknown element type as a text field', () => {
  expect(modelOf({ elementType: 99 }).type).toBe('textInput')
})

it('keeps on which answers a child is asked', () => {
  const children = [{ ...element, showWhen: ['Yes'] }, { ...element, showWhen: null }, element]
  const conditions = modelOf({ children }).children.map(({ showWhen }) => showWhen)
  expect(conditions).toEqual([['Yes'], null, null])
})

it.each([
  [undefined, 12],
  [null, 12],
  [0, 12],
  [6, 6],
  [40, 12],
  [-3, 1],
])('keeps the width %s within a row of twelve', (colClass, width) => {
  expect(modelOf({ colClass }).colClass).toBe(width)
})
