import { expect, it } from 'vitest'
import { inForm } from '../../../../test/harness/visit/open-form.ts'
import { anasBirthday } from '../../../../test/harness/visit/visit-harness.ts'

const field = { token: '1', kind: 'text', hides: false, lang: '', enter: 'enter' } as const

/** A visit with its form open. */
async function filling() {
  const kiosk = await inForm()
  const form = kiosk.forms.at(-1)
  if (!form) throw new Error('no form is open')
  return { kiosk, form }
}

it('tells the bar each time that somebody comes into it, and at which end', async () => {
  const { kiosk, form } = await filling()
  expect(await kiosk.sees('completing')).not.toHaveProperty('barEntry')
  form.events.onLeave('forward')
  expect(await kiosk.sees('completing')).toMatchObject({ barEntry: { at: 'first', times: 1 } })
  form.events.onLeave('backward')
  expect(await kiosk.sees('completing')).toMatchObject({ barEntry: { at: 'last', times: 2 } })
})

it('leads the keyboard into the form where it is wished', async () => {
  const { kiosk, form } = await filling()
  for (const at of ['first', 'last', 'same'] as const) await kiosk.tap({ type: 'enterForm', at })
  expect(form.entered).toEqual(['first', 'last', 'same'])
})

it('leads it nowhere while the form is hidden, or where there is none', async () => {
  const { kiosk, form } = await filling()
  await kiosk.tap('help')
  await kiosk.try({ type: 'enterForm', at: 'first' })
  expect(form.entered).toEqual([])
  await kiosk.play('closeHelp', anasBirthday, 'finish')
  await kiosk.try({ type: 'enterForm', at: 'first' })
  expect(form.entered).toEqual([])
})

it("puts Foyer's keys away when somebody goes by a real keyboard", async () => {
  const { kiosk, form } = await filling()
  form.events.onField(field)
  expect(form.keysShown).toBe(true)
  form.events.onLeave('forward')
  expect(form.keysShown).toBe(false)
  form.events.onField(field)
  await kiosk.tap({ type: 'enterForm', at: 'same' })
  expect(form.keysShown).toBe(false)
  expect(form.entered).toEqual([])
})
