import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { formIs, formIsLost, formsOpened } from '../../../../test/harness/visit/moves.ts'
import { anasBirthday, settle, VisitHarness } from '../../../../test/harness/visit/visit-harness.ts'

let kiosk: VisitHarness
beforeEach(async () => {
  kiosk = new VisitHarness()
  kiosk.admitAna('packet-8801')
  await kiosk.reachForm()
})
afterEach(() => kiosk.stop())

const paper = async (isOpen: boolean) => {
  kiosk.form.events.onPaper(isOpen)
  await settle()
}
const screen = () => kiosk.view.screen

describe('a paper of the form', () => {
  it('is told of on the screen as long as it lies over the form, which is seen with it', async () => {
    expect(screen()).not.toHaveProperty('paper')
    await paper(true)
    expect(screen()).toMatchObject({ name: 'completing', paper: true })
    expect(kiosk.form.visible).toBe(true)
    await paper(false)
    expect(screen()).not.toHaveProperty('paper')
  })

  it('is closed by the patient, once it is there', async () => {
    expect((await kiosk.try({ type: 'closePaper' })).ok).toBe(false)
    await paper(true)
    await kiosk.tap('closePaper')
    expect(kiosk.form.papersClosed).toBe(1)
    expect(screen()).not.toHaveProperty('paper')
    expect((await kiosk.try({ type: 'closePaper' })).ok).toBe(false)
  })

  it('puts the keys away, which come back with the field', async () => {
    const field = { token: '1', kind: 'text', hides: false, lang: '', enter: 'enter' } as const
    kiosk.form.events.onField(field)
    await settle()
    expect(kiosk.form.keysShown).toBe(true)
    await paper(true)
    expect(kiosk.form.keysShown).toBe(false)
    expect(screen()).not.toHaveProperty('typing')
    await paper(false)
    expect(kiosk.form.keysShown).toBe(true)
    expect(screen()).toHaveProperty('typing')
  })

  it('is hidden beneath help, and comes back after it', async () => {
    await paper(true)
    await kiosk.play('help', formIs({ visible: false }), 'closeHelp', anasBirthday)
    await kiosk.play(formIs({ visible: true }))
    expect(screen()).toHaveProperty('paper')
  })

  it('goes with a form that is lost, and the next form has none', async () => {
    await paper(true)
    await kiosk.play(formIsLost, 'at completing', formsOpened(2))
    expect(screen()).not.toHaveProperty('paper')
  })

  it('ends with the visit', async () => {
    await paper(true)
    await kiosk.play('startOver', 'confirmStartOver', formIs({ closed: true }))
    expect(screen().name).toBe('welcome')
  })
})
