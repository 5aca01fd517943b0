import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { ana, deskViewOf } from '../../../../test/harness/desk/fake-desk-main.ts'
import { kioskAnswers } from '../../../../test/harness/desk/desk-pages.ts'
import { makePdf } from '../../../../test/harness/pdf/make-pdf.ts'
import { intakesAtDesk } from '../../../../test/harness/renderer/intake-views.ts'
import {
  alert,
  button,
  heading,
  isGone,
  press,
  pressByKey,
  sees,
  settle,
  shows,
} from '../../../../test/harness/renderer/on-page.ts'
import {
  answering,
  commandOf,
  commands,
  isFit,
  keptBy,
  main,
  ok,
  openPlace,
  refused,
  said,
} from '../../../../test/harness/renderer/open-desk.ts'

const intake = 'intake-1'
const several = 'More than one patient fits'
answering(() => ({ ...kioskAnswers(), today: () => ok({ rows: [], readAt: 0 }) }))

const bytes = makePdf([{ text: 'My knee' }])
const pdf = ok({ base64: btoa(String.fromCharCode(...bytes)) })

const open = () =>
  openPlace('Offline check-ins', deskViewOf({ state: 'open', member: ana('reception') }))
async function openOne() {
  const desk = await open()
  await shows(several, heading('Check-in 5 288'), 'Who could be meant')
  return desk
}

it('goes by keys to a check-in at a kiosk, and back', async () => {
  await open()
  await sees(button(several))
  await pressByKey(several)
  await expect.element(heading('Check-in 5 288')).toHaveFocus()
  await isFit()
  await userEvent.keyboard('{Tab}{Tab}{Enter}')
  await expect.element(heading('Offline check-ins that need a person')).toHaveFocus()
  expect(said('kioskIntake')).toEqual([{ intake }])
})

it('says that none needs a person above the kiosks that keep some', async () => {
  main.answers['waitingIntakes'] = () => ok([])
  await open()
  const words = page.getByText('No check-in needs a person.')
  const kiosks = page.getByRole('heading', { name: 'All check-ins kept at a kiosk' })
  await sees(words, kiosks)
  const topOf = (each: typeof words) => each.element().getBoundingClientRect().top
  expect(topOf(words)).toBeLessThan(topOf(kiosks))
})

it('lists all that a kiosk keeps, and opens each', async () => {
  await open()
  await shows('Check-ins at Back door', 'Done, and kept for a few more days', '5 264')
  expect(said('kioskIntakes')).toEqual([{ kiosk: 'kiosk-1' }])
  main.answers['settledIntakesPdf'] = () => pdf
  await shows(
    'Show all that are done as one PDF',
    page.getByRole('region', { name: 'Page 1 of 1' }),
  )
  expect(said('settledIntakesPdf')).toEqual([{ kiosk: 'kiosk-1' }])
  await press('Close')
  await shows('Open: 5 288', heading('Check-in 5 288'))
  await shows('All check-ins', heading('Check-ins at Back door'))
  await shows('Back to all kiosks', heading('Offline check-ins that need a person'))
})

describe('a check-in at a kiosk', () => {
  it('is read, looked at only when somebody asks, and forgotten with its page', async () => {
    const desk = await openOne()
    expect(said('kioskIntakeAnswers')).toEqual([])
    await shows('Read answers', page.getByRole('heading', { name: 'Answers' }), /My knee/)
    window.dispatchEvent(new Event('focus'))
    expect(keptBy(desk)).toMatch(/Ana Lopez.*My knee/)
    await press('All check-ins')
    await isGone(heading('Check-in 5 288'))
    expect(keptBy(desk)).not.toMatch(/Ana Lopez|My knee/)
    expect([said('kioskIntake'), said('kioskIntakeAnswers')]).toEqual([[{ intake }], [{ intake }]])
  })

  it('is given to a patient once that is confirmed, and shown as it stands then', async () => {
    main.answers['settleIntake'] = () => ok({ outcome: 'done' })
    await openOne()
    await press(/^Choose: Ana Lopez/)
    await settle()
    await isFit()
    const decided = {
      ...intakesAtDesk.kioskIntake,
      stands: 'waiting',
      reason: null,
      candidates: [],
      can: ['takeBack'],
    }
    main.answers['kioskIntake'] = () => ok(decided)
    await press('Yes, choose')
    await expect.element(heading('Check-in 5 288')).toHaveFocus()
    await shows('Take your choice back')
    const choice = { type: 'chooseCandidate', intake, candidate: '1' }
    const back = { type: 'actOnIntake', intake, act: 'takeBack' }
    expect(commands()).toEqual([commandOf('settleIntake', choice), commandOf('settleIntake', back)])
  })

  it('says what the kiosk could not do, also a second time', async () => {
    main.answers['settleIntake'] = () => ok({ outcome: 'inFlight' })
    await openOne()
    await shows('Try now', alert('It is being sent right now.'))
    main.answers['settleIntake'] = () => refused('kioskSilent')
    await shows('Try now', alert('That kiosk does not answer.'))
  })

  it('is shown as a PDF to print, asked for anew where the kiosk was silent', async () => {
    main.answers['kioskIntakePdf'] = () => refused('kioskSilent')
    await openOne()
    await shows('Show the PDF', /^That kiosk does not answer/)
    expect(page.getByRole('button', { name: 'Print' }).query()).toBeNull()
    main.answers['kioskIntakePdf'] = () => pdf
    await shows('Try again', page.getByRole('region', { name: 'Page 1 of 1' }))
    await sees(button('Print'))
    await isFit()
    expect(said('kioskIntakePdf')).toEqual([{ intake }, { intake }])
  })
})
