import { expect, it } from 'vitest'
import type { FocusedField } from '../../../shared/focused-field.ts'
import { admits } from '../../../../test/harness/visit/moves.ts'
import { visit } from '../../../../test/harness/visit/visit-harness.ts'

const field: FocusedField = { token: '1', kind: 'text', hides: false, lang: '', enter: 'enter' }
const key = { type: 'text', text: 'a' } as const

/** A visit with its form open. */
async function filling() {
  const kiosk = await visit({}, admits('p1'), 'prove')
  await kiosk.play({ type: 'submitDateOfBirth', year: '1984', month: '2', day: '29' })
  await kiosk.play('at completing')
  const form = kiosk.forms.at(-1)
  if (!form) throw new Error('no form is open')
  return { kiosk, form }
}

it('shows the keys for the field that the patient chose, and what it takes', async () => {
  const { kiosk, form } = await filling()
  expect(form.keysShown).toBe(false)
  form.events.onField(field)
  expect(await kiosk.sees('completing')).toMatchObject({ typing: { ...field, isHidden: false } })
  expect(form.keysShown).toBe(true)
  form.events.onField(undefined)
  expect(await kiosk.sees('completing')).not.toHaveProperty('typing')
  expect(form.keysShown).toBe(false)
})

it('types a key for the field that has the focus, and none for another', async () => {
  const { kiosk, form } = await filling()
  await kiosk.try({ type: 'pressKey', field: '1', key })
  form.events.onField(field)
  await kiosk.try({ type: 'pressKey', field: '1', key })
  await kiosk.try({ type: 'pressKey', field: '2', key })
  form.events.onField(undefined)
  await kiosk.try({ type: 'pressKey', field: '1', key })
  expect(form.pressed).toEqual([['1', key]])
})

it.each(['a tap', 'a real keyboard'])(
  'puts the keys away by %s, until they are wanted',
  async (by) => {
    const { kiosk, form } = await filling()
    form.events.onField(field)
    if (by === 'a tap') await kiosk.tap('hideKeyboard')
    else form.events.onRealKey()
    expect(await kiosk.sees('completing')).toMatchObject({ typing: { isHidden: true } })
    expect(form.keysShown).toBe(false)
    await kiosk.try({ type: 'pressKey', field: '1', key })
    expect(form.pressed).toEqual([])
    await kiosk.tap('showKeyboard')
    expect(form.keysShown).toBe(true)
    await kiosk.tap('hideKeyboard')
    form.events.onField(field)
    expect(form.keysShown).toBe(true)
  },
)

it('keeps nothing of what is typed, and logs none of it', async () => {
  const { kiosk, form } = await filling()
  form.events.onField(field)
  await kiosk.try({ type: 'pressKey', field: '1', key: { type: 'text', text: 'ß' } })
  expect(
    JSON.stringify([kiosk.views, kiosk.log, kiosk.snapshots.map((each) => each.context.typing)]),
  ).not.toContain('ß')
})
