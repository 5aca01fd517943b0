import { expect, it } from 'vitest'
import { completes, formIsTouched, formSigns, shows } from '../../../../test/harness/visit/moves.ts'
import { asked, complete, inForm, inPublicForms } from '../../../../test/harness/visit/open-form.ts'
import { anasBirthday } from '../../../../test/harness/visit/visit-harness.ts'
import { noteMs } from './form-note.ts'

type Kiosk = Awaited<ReturnType<typeof inForm>>
const note = async (kiosk: Kiosk) => (await kiosk.sees('completing')).note

it.each([
  ['a packet', inForm],
  ['public forms', inPublicForms],
])(
  'a form of %s that asks for a file has the bar say what to do with it, for a while',
  async (...row) => {
    const kiosk = await row[1]()
    expect(await note(kiosk)).toBeUndefined()
    kiosk.form.events.onSign('files')
    expect(await note(kiosk)).toBe('files')
    await kiosk.wait(noteMs - 1)
    expect(await note(kiosk)).toBe('files')
    await kiosk.wait(1)
    expect(await note(kiosk)).toBeUndefined()
  },
)

it('a form that would print or hand out a file has the bar say where it is to be had', async () => {
  const kiosk = await inForm()
  kiosk.form.events.onSign('handout')
  expect(await note(kiosk)).toBe('handout')
  kiosk.form.events.onSign('files')
  expect(await note(kiosk)).toBe('files')
  await kiosk.wait(noteMs)
  expect(await note(kiosk)).toBeUndefined()
})

it('asked for again, it stands as long again', async () => {
  const kiosk = await inForm()
  await kiosk.play(formSigns('files'), noteMs - 1, formSigns('files'), noteMs - 1)
  expect(await note(kiosk)).toBe('files')
  await kiosk.wait(1)
  expect(await note(kiosk)).toBeUndefined()
})

it('a touch of the form leaves it; one of the bar ends it', async () => {
  const kiosk = await inForm()
  await kiosk.play(formSigns('files'), formIsTouched)
  expect(await note(kiosk)).toBe('files')
  await kiosk.tap('activity')
  expect(await note(kiosk)).toBeUndefined()
  await kiosk.play(formSigns('files'), 'help', 'closeHelp', anasBirthday)
  expect(await note(kiosk)).toBeUndefined()
})

it('is not there any more when the patient comes back to the form', async () => {
  const kiosk = await inForm()
  await kiosk.play(formSigns('files'), 'finish', 'at unfinished', 'backToForms')
  expect(await note(kiosk)).toBeUndefined()
  await kiosk.play(noteMs, formSigns('files'))
  expect(await note(kiosk)).toBe('files')
})

it('has the service asked nothing', async () => {
  const kiosk = await inForm()
  await kiosk.wait(1_000)
  const before = asked(kiosk)
  for (let times = 0; times < 10; times += 1) kiosk.form.events.onSign('files')
  await kiosk.wait(1_000)
  expect(asked(kiosk)).toBe(before)
})

it('leaves a form that is complete to end as it does', async () => {
  const kiosk = await inForm()
  await kiosk.play(completes, formSigns('document'), 500, formSigns('files'))
  expect(await note(kiosk)).toBe('files')
  await kiosk.play(noteMs, shows('finished', { kind: 'complete' }))
})
