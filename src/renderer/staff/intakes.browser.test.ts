import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import type { Command } from '../../shared/ipc.ts'
import {
  asksFirst,
  button,
  fitsDialog,
  heading,
  press,
  sees,
} from '../../../test/harness/renderer/on-page.ts'
import { openScreen, sizeNames } from '../../../test/harness/renderer/page-harness.ts'
import { staffScreens } from '../../../test/harness/renderer/staff-views.ts'

const region = (name: string) => page.getByRole('region', { name, exact: true })
const shown = staffScreens['staff-intake-several']!
const intake = shown.name === 'staffIntake' ? shown.intake.id : ''

describe('the first page', () => {
  it('counts what is to be done, and says nothing where there is nothing', async () => {
    const harness = await openScreen('staff-home-intakes')
    await expect
      .element(region('Check-ins kept here'))
      .toMatchTextContent(/Need a person: 2.*something left: 1.*Waiting to be sent: 3/)
    await harness.showScreen('staff-home')
    expect(region('Check-ins kept here').elements()).toEqual([])
  })
})

describe('the list', () => {
  it('has those that need a person first, each with why, and opens one', async () => {
    const harness = await openScreen('staff-intakes')
    const titles = [...document.querySelectorAll('main h2')].map((each) => each.textContent)
    expect(titles[0]).toBe('These need you')
    const [stuck, unread] = region('These need you').getByRole('listitem').all()
    await expect.element(stuck!).toMatchTextContent(/5 288.*More than one patient fits/)
    await expect.element(unread!).toMatchTextContent(/No number.*cannot be read/)
    await button('Open: 5 288').click()
    expect(harness.commands).toEqual([{ type: 'openIntake', intake }])
  })

  it('says what is with the clinic and what must be asked again', async () => {
    await openScreen('staff-intakes')
    await expect
      .element(region('With the clinic, but something is left'))
      .toMatchTextContent(/12 of 15 answers are with the clinic\. The signature must be asked for/)
  })

  it('says since when the rest waits, and what for', async () => {
    const harness = await openScreen('staff-intakes')
    const waiting = region('Waiting to be sent')
    await expect.element(waiting).toMatchTextContent(/The oldest is from .*when the connection is/)
    await harness.showScreen('staff-intakes-online')
    await expect.element(waiting).toMatchTextContent(/next try/i)
    await expect.element(page.getByRole('status').first()).toMatchTextContent(/was discarded/)
  })

  it('says what a patient could do without the internet', async () => {
    const harness = await openScreen('staff-intakes')
    const ready = region('If the internet goes')
    await expect.element(ready).toMatchTextContent(/the forms of .*more check-ins: 493/)
    await harness.showScreen('staff-intakes-none')
    await expect.element(ready).toMatchTextContent(/has no forms.*no room for more/)
  })

  it('has those that are done as long as they are kept, and opens them', async () => {
    const harness = await openScreen('staff-intakes')
    await expect.element(region('Done, and kept for a few more days')).toMatchTextContent(/5 264/)
    await button('Open: 5 264').click()
    expect(harness.commands).toMatchObject([{ type: 'openIntake' }])
  })

  it('says that it is switched off, and what waits all the same', async () => {
    await openScreen('staff-intakes-off')
    await sees(/is switched off\..*not sent: 2/)
  })
})

describe('an intake', () => {
  it('tells who gave it, when, its number and why it needs a person', async () => {
    await openScreen('staff-intake-several')
    await expect.element(heading()).toHaveTextContent('Check-in 5 288')
    await expect
      .element(region('Who gave it'))
      .toMatchTextContent(/Ana Lopez.*April 5, 1990.*\+12065550177.*Proved by a code.*5 288/)
    await expect
      .element(region('How it stands'))
      .toMatchTextContent(/More than one patient fits.*take it over/)
  })

  it('moves the focus to its title, and keeps it while what is shown only changes', async () => {
    const harness = await openScreen('staff-intakes')
    await harness.showScreen('staff-intake-several')
    await expect.element(heading()).toHaveFocus()
    ;(button('Try now').element() as HTMLElement).focus()
    await harness.showScreen('staff-intake-waiting')
    await expect.element(button('Try now')).toHaveFocus()
    await expect.element(page.getByRole('alert')).toMatchTextContent(/being sent right now/)
    await button('All check-ins').click()
    expect(harness.commands).toEqual([{ type: 'openStaffPage', page: 'intakes' }])
  })

  it('compares what a record has with what the patient gave', async () => {
    await openScreen('staff-intake-several')
    const [first, second] = region('Who could be meant').getByRole('listitem').all()
    await expect.element(first!).toMatchTextContent(/Ana Lopez.*The same phone.*Another email/)
    await expect
      .element(second!)
      .toMatchTextContent(/ANA LÓPEZ.*it ends in 0143.*No email.*Not an active patient/)
  })

  it('takes a choice back at once, and asks before it is sent again', async () => {
    const harness = await openScreen('staff-intake-waiting')
    await button('Take your choice back').click()
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

  const asked: [button: string, yes: string, no: string, command: Command][] = [
    [
      ...(['Choose: ANA LÓPEZ, April 5, 1990', 'Yes, choose', 'No'] as const),
      { type: 'chooseCandidate', intake, candidate: '2' },
    ],
    [
      'Create the patient',
      'Yes, create',
      'No',
      { type: 'actOnIntake', intake, act: 'createPatient' },
    ],
    ['Take it over', 'Yes, take it over', 'No', { type: 'actOnIntake', intake, act: 'takeOver' }],
    ...(
      [
        ['It is here twice', 'twice'],
        ['It was only a trial', 'trial'],
        ['The patient wants it so', 'patientAsked'],
        ['Another reason', 'other'],
      ] as const
    ).map(([yes, reason]): (typeof asked)[number] => [
      ...(['Discard', yes, 'No, keep it'] as const),
      { type: 'discardIntake', intake, reason },
    ]),
  ]
  it.each(asked)('"%s" asks first; then "%s"', async (label, yes, no, command) => {
    await asksFirst(await openScreen('staff-intake-several'), { label, no, yes, command })
    await expect.element(heading()).toHaveFocus()
  })

  it.each<[string, Command]>([
    ['Try now', { type: 'actOnIntake', intake, act: 'tryNow' }],
    ['Read answers', { type: 'readIntake', intake }],
    ['Save as PDF', { type: 'saveIntakePdf', intake }],
  ])('"%s" is done at once', async (label, command) => {
    const harness = await openScreen('staff-intake-several')
    await button(label).click()
    expect(harness.commands).toEqual([command])
  })

  it('saves all that are done as one PDF, and says where', async () => {
    const harness = await openScreen('staff-intakes')
    await button('Save all as one PDF').click()
    expect(harness.commands).toEqual([{ type: 'saveSettledPdf' }])
    await openScreen('staff-intakes-saved')
    await sees('Saved as /media/intakes/all.pdf')
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

  it('tells what is left of one that the clinic has, by its questions', async () => {
    await openScreen('staff-intake-remaining')
    await expect
      .element(region('How it stands'))
      .toMatchTextContent(/12 of 15 .*privacy notice The signature must be.*changed a form/)
    await expect.element(button('Take it over')).toHaveAttribute('aria-disabled', 'true')
    await expect.element(page.getByRole('status')).toMatchTextContent('Saving…')
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
    await button('Read answers').click()
    await harness.showScreen('staff-intake-answers')
    await expect.element(page.getByRole('heading', { name: 'Answers' })).toHaveFocus()
  })

  it.each([
    ['noFolder', /no folder is set/],
    ['notDrawn', /could not be made/],
    ['notWritten', /cannot be written to/],
    ['unknown', /not on the kiosk any more/],
  ])('says why there is no PDF: %s', async (why, words) => {
    await openScreen(`staff-intake-pdf-${why}`)
    await expect.element(page.getByRole('status')).toMatchTextContent(words)
  })
})

describe.each(sizeNames)('in %s', (size) => {
  it.each(['en', 'es'] as const)('the reasons to discard fit in %s', async (locale) => {
    const harness = await openScreen('staff-intake-several', { locale }, size)
    await button(locale === 'en' ? 'Discard' : 'Descartar').click()
    await harness.settle()
    fitsDialog()
  })
})

it('says what waits before Foyer is ended or forgotten', async () => {
  const harness = await openScreen('staff-machine-intakes')
  await button('Leave the kiosk').click()
  await expect
    .element(page.getByRole('alertdialog'))
    .toMatchTextContent(/not sent yet: 3\. They stay on this kiosk/)
  await press('No, stay', 'Forget everything')
  await sees(/would be lost: 3/)
  expect(harness.commands).toEqual([])
})
