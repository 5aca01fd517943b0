import { expect, vi } from 'vitest'
import type { FocusedField } from '../../src/shared/focused-field.ts'
import type { KeyInput } from '../../src/shared/key-input.ts'
import type { FormViewOptions } from '../../src/main/form-view/form-options.ts'
import type { PageConnection } from './devtools.ts'
import { barHeight, type FormBench } from './open-form.ts'
import { eventually } from './subject.ts'

type Evaluate = PageConnection['evaluate']

export type Typist = Awaited<ReturnType<typeof openTypist>>

const asInput = (key: string | KeyInput): KeyInput =>
  typeof key === 'string' ? { type: 'text', text: key } : key

/** Opens a page of the own site for somebody who types there. */
export async function openTypist(
  bench: FormBench,
  path: string,
  options: Partial<FormViewOptions> = {},
) {
  const { input } = bench
  const fields: (FocusedField | undefined)[] = []
  const onRealKey = vi.fn()
  const onField = (field?: FocusedField) => void fields.push(field)
  const form = await bench.open(path, { ...options, onField, onRealKey })
  const { evaluate, view } = form
  let chosen: FocusedField | undefined
  // Until a page painted its first content Chromium gives it no clicks.
  await evaluate(`
    addEventListener('click', ({ clientX }) => {
      window.clicked = performance.now()
      window.clickedAt = clientX
    }, true)
    void addEventListener('mousemove', ({ clientX }) => { window.pointedAt = clientX }, true)`)
  await input.moveTo(700, 1200)
  await eventually(async () => {
    await input.click(1)
    return evaluate('window.clicked')
  }).toBeTruthy()
  // More clicks may be on their way, and would take the focus from what is chosen next: a move comes after them.
  await input.moveTo(710, 1200)
  await eventually(() => evaluate('window.pointedAt > window.clickedAt')).toBe(true)
  /** Clicks at an element of the page; `left`, `top`: where the frame that it is in stands in the page. */
  const touch = async (
    selector: string,
    frame: { evaluate: Evaluate; left: number; top: number } = { evaluate, left: 0, top: 0 },
  ) => {
    const [x, y] = await frame.evaluate<[number, number]>(`
      (({ left, top, height }) => [left + 12, top + height / 2])(
        document.querySelector(${JSON.stringify(selector)}).getBoundingClientRect())`)
    await input.moveTo(Math.round(frame.left + x), Math.round(barHeight + frame.top + y))
    await input.click(1)
  }
  return {
    ...form,
    /** Fields that were told of so far; undefined where one lost the focus. */
    fields: fields as readonly (FocusedField | undefined)[],
    onRealKey,
    touch,
    /** Touches a field and waits until it is told of; the keys are shown from then on. */
    choose: async (selector: string) => {
      const before = fields.length
      await touch(selector)
      await eventually(() => fields.slice(before).some((field) => field !== undefined)).toBe(true)
      chosen = fields.findLast((field) => field !== undefined)
      await view.showKeys(true)
      expect(chosen).toBeDefined()
      return chosen as FocusedField
    },
    /** Presses keys for the field that was told of last, whatever was told since `choose`. */
    press: (...keys: (string | KeyInput)[]) => {
      for (const key of keys) view.press(chosen?.token ?? 'none', asInput(key))
    },
  }
}
