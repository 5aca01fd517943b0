import { describe, expect, it } from 'vitest'
import { completes, formIsLost, formSigns } from '../../../../test/harness/visit/moves.ts'
import { complete, inForm, inPublicForms } from '../../../../test/harness/visit/open-form.ts'

describe('the desk is told whose forms are complete', () => {
  it('as soon as the service says so, once', async () => {
    const kiosk = await inForm({ desk: true })
    await kiosk.play(completes, formSigns('document'), 500)
    // The page has a moment to say that all is done.
    await kiosk.sees('completing')
    const told = [...kiosk.desk.completed]
    expect(told).toHaveLength(1)
    await kiosk.play(formSigns('closing'), 'at finished')
    expect(kiosk.desk.completed).toEqual(told)
  })

  it('where the patient says that they are finished', async () => {
    const kiosk = await inForm({ desk: true })
    await kiosk.play(completes, 'finish', 'at finished')
    expect(kiosk.desk.completed).toHaveLength(1)
  })

  it('where the form view is gone', async () => {
    const kiosk = await inForm({ desk: true })
    await kiosk.play(completes, formIsLost, 'at finished')
    expect(kiosk.desk.completed).toHaveLength(1)
  })

  it('and not of forms that are left for later, nor of public ones', async () => {
    const kiosk = await inForm({ desk: true })
    await kiosk.play('finish', 'at unfinished', 'leaveUnfinished', 'at finished')
    const open = await inPublicForms({ desk: true })
    await open.play('finish', 'at finished')
    expect([...kiosk.desk.completed, ...open.desk.completed]).toEqual([])
  })
})
