import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import type { Command } from '../../shared/ipc.ts'
import { asksFirst, button, heading, press, sees } from '#harness/renderer/on-page.ts'
import { openScreen } from '#harness/renderer/page-harness.ts'
import { staffScreens } from '#harness/renderer/staff-views.ts'

const region = (name: string) => page.getByRole('region', { name, exact: true })
const shown = staffScreens['staff-intake-several']!
const intake = shown.name === 'staffIntake' ? shown.intake.id : ''

it('says nothing of check-ins where there are none', async () => {
  await openScreen('staff-home')
  expect(region('Check-ins kept here').elements()).toEqual([])
})

it('lists those that need a person first, and opens each, also those that are done', async () => {
  const harness = await openScreen('staff-intakes')
  expect(document.querySelector('main h2')?.textContent).toBe('These need you')
  await press('Open: 5 288', 'Open: 5 264')
  expect(harness.commands).toMatchObject([{ type: 'openIntake', intake }, { type: 'openIntake' }])
})

describe('an intake', () => {
  it('moves the focus to its title, and keeps it while what is shown only changes', async () => {
    const harness = await openScreen('staff-intakes')
    await harness.showScreen('staff-intake-several')
    await expect.element(heading()).toHaveFocus()
    ;(button('Try now').element() as HTMLElement).focus()
    await harness.showScreen('staff-intake-waiting')
    await expect.element(button('Try now')).toHaveFocus()
    await expect.element(page.getByRole('alert')).toMatchTextContent(/being sent right now/)
    await press('All check-ins')
    expect(harness.commands).toEqual([{ type: 'openStaffPage', page: 'intakes' }])
  })

  it('takes a choice back at once, and asks before it is sent again', async () => {
    const harness = await openScreen('staff-intake-waiting')
    await press('Take your choice back')
    expect(harness.commands).toEqual([{ type: 'actOnIntake', intake, act: 'takeBack' }])
    await asksFirst(await openScreen('staff-intake-complete'), {
      label: 'Send it again',
      no: 'No',
      yes: 'Yes, send it again',
      command: { type: 'actOnIntake', intake, act: 'sendAgain' },
    })
  })

  it('says where candidates look the same', async () => {
    const harness = await openScreen('staff-intake-several')
    expect(page.getByText(/look the same/).elements()).toEqual([])
    await harness.showScreen('staff-intake-long-names')
    await sees(/look the same/)
  })

  const choose = { type: 'chooseCandidate', intake, candidate: '2' } as const
  const act = (act: 'createPatient' | 'takeOver') => ({ type: 'actOnIntake', intake, act }) as const
  const discard = (reason: Extract<Command, { type: 'discardIntake' }>['reason']) =>
    ({ type: 'discardIntake', intake, reason }) as const
  it.each<[button: string, yes: string, no: string, command: Command]>([
    ['Choose: ANA LÓPEZ, April 5, 1990', 'Yes, choose', 'No', choose],
    ['Create the patient', 'Yes, create', 'No', act('createPatient')],
    ['Take it over', 'Yes, take it over', 'No', act('takeOver')],
    ['Discard', 'It is here twice', 'No, keep it', discard('twice')],
    ['Discard', 'It was only a trial', 'No, keep it', discard('trial')],
    ['Discard', 'The patient wants it so', 'No, keep it', discard('patientAsked')],
    ['Discard', 'Another reason', 'No, keep it', discard('other')],
  ])('"%s" asks first; then "%s"', async (label, yes, no, command) => {
    await asksFirst(await openScreen('staff-intake-several'), { label, no, yes, command })
    await expect.element(heading()).toHaveFocus()
  })

  it('offers only what can be done with it', async () => {
    const harness = await openScreen('staff-intake-complete')
    const offered = () =>
      [...document.querySelectorAll('main button')].map((each) => each.textContent.trim())
    expect(offered()).toEqual(['All check-ins', 'Read answers', 'Send it again'])
    await harness.showScreen('staff-intake-unreadable')
    expect(offered()).toEqual(['All check-ins', 'Take it over', 'Discard'])
    await harness.showScreen('staff-intake-answers')
    expect(offered()).toEqual(['All check-ins', 'Save as PDF', 'Take it over', 'Send it again'])
  })

  it('shows its answers as one reads them, and none of them once it is left', async () => {
    const harness = await openScreen('staff-intake-answers')
    await expect
      .element(region('Health history'))
      .toMatchTextContent(/My knee\..*February 11, 2026.*Yes.*No.*Penicillin.*Drawn with a finger/)
    await expect.element(page.getByRole('status')).toMatchTextContent(/Saved as \/srv\/clinic/)
    await harness.showScreen('staff-intakes')
    expect(document.body.innerHTML).not.toMatch(/Penicillin|Ana Lopez/)
  })

  it('is gone to where it was asked for', async () => {
    const harness = await openScreen('staff-intake-remaining')
    await harness.showScreen('staff-intake-pdf-noFolder')
    await press('Read answers')
    await harness.showScreen('staff-intake-answers')
    await expect.element(page.getByRole('heading', { name: 'Answers' })).toHaveFocus()
  })
})

it('says what waits before Foyer is ended or forgotten', async () => {
  const harness = await openScreen('staff-machine-intakes')
  await press('Leave the kiosk')
  await expect
    .element(page.getByRole('alertdialog'))
    .toMatchTextContent(/not sent yet: 3\. They stay on this kiosk/)
  await press('No, stay', 'Forget everything')
  await sees(/would be lost: 3/)
  expect(harness.commands).toEqual([])
})
