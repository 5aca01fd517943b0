import { beforeEach, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import {
  packetAnswers,
  appointmentsWithOneToday,
  patientAnswers,
} from '../../../../test/harness/desk/chart-pages.ts'
import { deskViewOf } from '../../../../test/harness/desk/fake-desk-main.ts'
import {
  button,
  heading,
  isGone,
  press,
  pressByKey,
  sees,
  shows,
  status,
} from '../../../../test/harness/renderer/on-page.ts'
import {
  answering,
  commands,
  find,
  isFit,
  main,
  ok,
  openDesk,
  openPlace,
  refused,
  signedIn,
} from '../../../../test/harness/renderer/open-desk.ts'
import type { AppointmentState } from '../../../shared/desk/appointments.ts'

const search = () => page.getByRole('searchbox')
const marks = () => page.getByRole('button', { name: /^Mark as arrived/ })

let state: AppointmentState
const turns = (next: AppointmentState) => () => {
  state = next
  return ok(null)
}
beforeEach(() => (state = 'open'))
answering(() => ({
  ...patientAnswers,
  ...packetAnswers,
  appointments: () => ok(appointmentsWithOneToday(Date.now(), state)),
  markArrived: turns('arrived'),
  undoArrival: turns('open'),
}))

const open = () => openPlace('Check in')
/** Finds Daniel Kim by the keyboard alone, and says two identifiers. */
async function findByKeys() {
  await find()
  await sees(button('Daniel Kim'))
  await userEvent.keyboard('{ArrowDown}')
  await pressByKey('Daniel Kim')
  await sees(page.getByRole('dialog'))
  await userEvent.keyboard('2/16/1981{Tab}(206) 555-0110{Enter}')
}
it('is found, marked as arrived and given a code by keys alone, and the next is looked for at once', async () => {
  main.answers['makeDeskCode'] = () =>
    ok({ code: '482913', until: new Date(Date.now() + 600_000).toISOString() })
  main.answers['deskCode'] = () => ok({ state: 'waiting', kiosk: null })
  await openDesk(deskViewOf())
  await userEvent.keyboard('{Control>}k{/Control}check in{Enter}')
  await expect.element(search()).toHaveFocus()
  await findByKeys()
  await expect.element(heading('Grace Kim')).toHaveFocus()
  marks().element().focus()
  await userEvent.keyboard('{Enter}')
  await sees(status('Grace Kim is marked as arrived.'))
  await isGone(marks())
  await expect.element(page.getByRole('heading', { name: 'Appointments today' })).toHaveFocus()
  await pressByKey('Code for a kiosk')
  await sees('482 913')
  await isFit()
  // The first Escape hides the code, the second ends it all.
  await userEvent.keyboard('{Escape}')
  await isGone('482 913')
  await sees(heading('Grace Kim'))
  await userEvent.keyboard('{Escape}')
  await expect.element(search()).toHaveFocus()
  await expect.element(search()).toHaveValue('')
  expect(commands().map(({ name }) => name)).toEqual(['openChart', 'markArrived', 'makeDeskCode'])
})

it('marks the appointment of today, which one key takes back', async () => {
  await open()
  await findByKeys()
  await press(marks())
  const note = page.getByRole('complementary', { name: 'Just done' })
  await expect.element(note).toHaveTextContent('Arrived: Grace Kim Undo Ctrl+Z')
  await userEvent.keyboard('{Control>}z{/Control}')
  await sees(marks())
  await isGone(status('marked as arrived'))
  expect(commands().slice(1)).toMatchObject([
    { name: 'markArrived', input: { appointment: 'appointment-7' } },
    { name: 'undoArrival', input: { appointment: 'appointment-7' } },
  ])
})

it('says why an arrival could not be marked', async () => {
  main.answers['markArrived'] = () => refused('offline')
  await open()
  await findByKeys()
  await shows(marks(), page.getByRole('alert'), marks())
  await isFit()
})

it.each([['billing'], ['administrator']] as const)('is not for %s', async (role) => {
  await openDesk(signedIn([role]))
  await sees(page.getByRole('heading', { level: 1 }))
  await isGone(button('Check in'))
})
