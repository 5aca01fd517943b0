import '@fontsource-variable/atkinson-hyperlegible-next'
import { beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { ana, deskViewOf, type FakeDeskMain } from '../../../../test/harness/desk/fake-desk-main.ts'
import { sampleAppointments } from '../../../../test/harness/desk/chart-part-pages.ts'
import { answerPatients } from '../../../../test/harness/desk/patient-pages.ts'
import { violations } from '../../../../test/harness/renderer/accessibility-checks.ts'
import { never, ok, outOfReach } from '../../../../test/harness/renderer/open-chart-part.ts'
import { openDesk } from '../../../../test/harness/renderer/open-desk.ts'
import { button, mainWithPackets } from '../../../../test/harness/renderer/open-packets.ts'
import type { AppointmentList, AppointmentState } from '../../../shared/desk/appointments.ts'
import type { MemberRole } from '../../../shared/desk/members.ts'
import type { DeskReply } from '../../../shared/desk/messages.ts'
import type { Locale } from '../../../shared/locale.ts'
import '../../app.css'
import '../desk.css'

const place = { en: 'Check in', es: 'Registrar llegada' } as const
const heading = { en: 'Appointments today', es: 'Citas de hoy' } as const
const offline: DeskReply = { ok: false, error: { kind: 'offline' } }
const search = () => page.getByRole('searchbox')
const marks = () => page.getByRole('button', { name: /^Mark as arrived/ })
const status = (words: string) => page.getByRole('status').filter({ hasText: words })

let main: FakeDeskMain
let state: AppointmentState
beforeEach(() => {
  main = mainWithPackets()
  answerPatients(main)
  state = 'open'
  main.answers['appointments'] = () => ok(withOneToday())
  main.answers['markArrived'] = () => {
    state = 'arrived'
    return ok(null)
  }
  main.answers['undoArrival'] = () => {
    state = 'open'
    return ok(null)
  }
})

/** Appointments of which the second is today. */
function withOneToday(): AppointmentList {
  const { rows, ...list } = sampleAppointments(Date.now())
  const today = { startsAt: Date.now() + 60_000, today: 'appointment-7', state }
  return { ...list, rows: rows.map((row, at) => (at === 1 ? { ...row, ...today } : row)) }
}

async function open(locale: Locale = 'en', roles: MemberRole[] = ['reception']) {
  const desk = await openDesk(main, deskViewOf({ state: 'open', member: ana(...roles) }, locale))
  await button(place[locale]).click()
  return desk
}
/** Finds Daniel Kim by the keyboard alone, and says two identifiers. */
async function find() {
  await search().fill('kim')
  await userEvent.keyboard('{Enter}')
  await expect.element(button('Daniel Kim')).toBeVisible()
  await userEvent.keyboard('{ArrowDown}')
  button('Daniel Kim').element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('dialog')).toBeVisible()
  await userEvent.keyboard('2/16/1981{Tab}(206) 555-0110{Enter}')
}
async function isFit() {
  expect(outOfReach()).toEqual([])
  expect(await violations()).toEqual([])
}
const commands = () =>
  main.said.flatMap((said) => (said.type === 'command' ? [{ ...said, type: said.name }] : []))

const lists: Readonly<
  Record<
    string,
    { readonly read: FakeDeskMain['answers'][string]; readonly says: { en: string; es: string } }
  >
> = {
  'with an appointment': {
    read: () => ok(withOneToday()),
    says: { en: 'Follow-up', es: 'Follow-up' },
  },
  'without one': {
    read: () => ok(sampleAppointments(Date.now())),
    says: { en: 'No appointment today.', es: 'No tiene cita hoy.' },
  },
  'being read': {
    read: never,
    says: { en: 'Reading the appointments…', es: 'Leyendo las citas…' },
  },
  'that cannot be read': {
    read: () => ({ ok: false, error: { kind: 'failed' } }),
    says: {
      en: 'The appointments could not be read.',
      es: 'No se pudieron leer las citas.',
    },
  },
}

describe.each(['en', 'es'] as const)('in %s somebody at the desk', (locale) => {
  it.each(Object.entries(lists))('%s is accessible and in reach', async (_, { read, says }) => {
    main.answers['appointments'] = read
    await open(locale)
    await isFit()
    await find()
    await expect.element(page.getByRole('heading', { name: heading[locale] })).toBeVisible()
    await expect.element(page.getByText(says[locale], { exact: true }).first()).toBeVisible()
    await isFit()
  })
})

it('is found, marked as arrived and given a code by keys alone, and the next is looked for at once', async () => {
  main.answers['makeDeskCode'] = () =>
    ok({ code: '482913', until: new Date(Date.now() + 600_000).toISOString() })
  main.answers['deskCode'] = () => ok({ state: 'waiting', kiosk: null })
  await openDesk(main, deskViewOf({ state: 'open', member: ana('reception') }))
  await userEvent.keyboard('{Control>}k{/Control}check in{Enter}')
  await expect.element(search()).toHaveFocus()
  await find()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Grace Kim' })).toHaveFocus()
  marks().element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(status('Grace Kim is marked as arrived.')).toBeVisible()
  await expect.element(marks()).not.toBeInTheDocument()
  await expect.element(page.getByRole('heading', { name: heading.en })).toHaveFocus()
  button('Code for a kiosk').element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('482 913', { exact: true })).toBeVisible()
  await isFit()
  // The first Escape hides the code, the second ends it all.
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByText('482 913', { exact: true })).not.toBeInTheDocument()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Grace Kim' })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(search()).toHaveFocus()
  await expect.element(search()).toHaveValue('')
  expect(commands().map(({ type }) => type)).toEqual(['openChart', 'markArrived', 'makeDeskCode'])
})

it('marks the appointment of today, which one key takes back', async () => {
  await open()
  await find()
  await marks().click()
  const note = page.getByRole('complementary', { name: 'Just done' })
  await expect.element(note).toHaveTextContent('Arrived: Grace Kim Undo Ctrl+Z')
  await userEvent.keyboard('{Control>}z{/Control}')
  await expect.element(marks()).toBeVisible()
  await expect.element(status('marked as arrived')).not.toBeInTheDocument()
  expect(commands().slice(1)).toMatchObject([
    { type: 'markArrived', input: { appointment: 'appointment-7' } },
    { type: 'undoArrival', input: { appointment: 'appointment-7' } },
  ])
})

it('says why an arrival could not be marked', async () => {
  main.answers['markArrived'] = () => offline
  await open()
  await find()
  await marks().click()
  await expect.element(page.getByRole('alert')).toBeVisible()
  await expect.element(marks()).toBeVisible()
  await isFit()
})

it('goes on to the whole chart', async () => {
  await open()
  await find()
  await button('Open the chart').click()
  await expect.element(page.getByRole('tab', { name: 'Details' })).toBeVisible()
})

it('opens nobody who does not say two identifiers', async () => {
  main.answers['openChart'] = () => ({
    ok: false,
    error: { kind: 'otherIdentifiers', needsBirthDate: true },
  })
  await open()
  await find()
  await expect.element(page.getByRole('dialog').getByRole('alert')).toBeVisible()
  await expect.element(page.getByRole('heading', { name: heading.en })).not.toBeInTheDocument()
})

it.each([['billing'], ['administrator']] as const)('is not for %s', async (role) => {
  await openDesk(main, deskViewOf({ state: 'open', member: ana(role) }))
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect.element(button(place.en)).not.toBeInTheDocument()
})
