import { describe, expect, it, onTestFinished } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { DeskView } from '../../shared/desk/view.ts'
import {
  benId,
  deskViewOf,
  members,
  sampleToday,
  ana,
  sampleMember,
} from '#harness/desk/fake-desk-main.ts'
import { alert, button, heading, isGone, press, sees, shows } from '#harness/renderer/on-page.ts'
import {
  answering,
  commandOf,
  commands,
  isFit,
  main,
  ok,
  openDesk,
  confirm,
  find,
  openChart,
  said,
  signedIn,
  keptBy,
} from '#harness/renderer/open-desk.ts'
import { m } from '../../i18n/paraglide/messages.js'
import type { MemberRole } from '../../shared/desk/members.ts'
import { hasRight } from '../../shared/desk/rights.ts'
import type { DeskOperation } from '../../shared/desk/operation.ts'
import { deskCommands } from '../../shared/desk/operations.ts'
import type { Locale } from '../../shared/locale.ts'
import { Desk } from './desk.svelte.ts'
import { patientAnswers } from '#harness/desk/chart-pages.ts'

answering(() => ({ ...patientAnswers, today: () => ok(sampleToday(Date.now())) }))
const shown = () => document.body.textContent
async function open(roles: readonly MemberRole[] = ['reception'], locale: Locale = 'en') {
  const desk = await openDesk(signedIn(roles, locale))
  await expect.element(button('Olivia Nguyen')).toBeInTheDocument()
  return desk
}

describe('a lock', () => {
  const names = /Olivia|Ruiz-Peña|Fischer|Okafor|Herrera/

  it('by its keys takes every patient from the page at once, before main has answered', async () => {
    const desk = await open()
    main.bridge.send = () => new Promise(() => undefined)
    await userEvent.keyboard('{Control>}l{/Control}')
    expect(shown()).not.toMatch(names)
    expect(desk.cache.getQueryCache().getAll()).toEqual([])
  })

  it('that main makes empties the cache, too', async () => {
    const desk = await open()
    main.show(deskViewOf({ state: 'locked', members }))
    await sees(page.getByText('Who are you?'))
    expect(shown()).not.toMatch(names)
    expect(desk.cache.getQueryCache().getAll()).toEqual([])
  })
})

it('takes every patient from the page with a view that it does not understand, and a later one brings it back', async () => {
  const desk = await open()
  main.show({ ...deskViewOf(), session: { state: 'elsewhere' } } as unknown as DeskView)
  await sees(page.getByRole('heading', { name: 'The desk cannot be used now' }))
  expect(shown()).not.toMatch(/Olivia|Ana Ruiz/)
  expect(desk.cache.getQueryCache().getAll()).toEqual([])
  main.show(deskViewOf())
  await sees(button('Olivia Nguyen'))
})

it('is left alone by who gets beneath a patient’s window, but for the end of the visit', async () => {
  await openDesk(deskViewOf({ state: 'withPatient' }))
  await press('End the visit')
  expect(main.said).toEqual([{ type: 'session', session: { act: 'endVisit' } }])
  await isGone(page.getByLabelText('PIN or passphrase'))
  expect(shown()).not.toMatch(/Ana|Ben/)
})

describe('signing in', () => {
  it('is by one’s name and one’s own secret, and a wrong one is told', async () => {
    await openDesk(deskViewOf({ state: 'locked', members }))
    await press('Ben Cole')
    main.onSession = { ok: false, error: { kind: 'wrongSecret', waitMs: 0 } }
    await page.getByLabelText('PIN or passphrase').fill('not mine')
    await shows('Sign in', alert('This is not right. Please try again.'))
    await expect.element(page.getByLabelText('PIN or passphrase')).toHaveValue('')
    await isFit()
    expect(main.said).toEqual([
      { type: 'session', session: { act: 'signIn', memberId: benId, secret: 'not mine' } },
    ])
    main.onSession = { ok: false, error: { kind: 'mustWait', waitMs: 4_200 } }
    await page.getByLabelText('PIN or passphrase').fill('not mine')
    await shows('Sign in', alert('Please wait 5 seconds, and then try again.'))
  })

  it('the first time asks for the same secret twice', async () => {
    await openDesk(deskViewOf({ state: 'setUp' }))
    await page.getByLabelText('Your name').fill('Ana Ruiz')
    await page.getByLabelText('PIN or passphrase').fill('one')
    await page.getByLabelText('The same again').fill('two')
    await shows('Set up', alert('The two are not the same. Please type both again.'))
    expect(main.said).toEqual([])
  })
})

const field = () => page.getByRole('combobox', { name: /…$/ })
const options = () =>
  page
    .getByRole('option')
    .elements()
    .map((each) => each.textContent.trim())
/** Finds a row of the palette, whose name goes on with its key. */
const option = (name: string) =>
  page.getByRole('listbox').getByRole('option', { name: new RegExp(`^${name}`) })
const chosen = () => page.getByRole('listbox').getByRole('option', { selected: true })
const opener = () => button('Search or go to … (Ctrl+K)')
const openPalette = () => userEvent.keyboard('{Control>}k{/Control}')

describe('the palette', () => {
  it('lists no place, and looks for no patient, that the role does not allow', async () => {
    await openDesk(signedIn(['administrator']))
    await shows(opener(), chosen())
    expect(options().join()).not.toMatch(/Patients|Find a patient/)
    expect(options().join()).toMatch(/Audit.*Integrations|Integrations.*Audit/)
    await userEvent.keyboard('kim')
    await sees(page.getByText('Nothing fits what you typed.'))
  })

  it('is walked through by arrows, and goes to a place by Enter', async () => {
    await open(['reception', 'administrator'])
    await openPalette()
    await expect.element(field()).toHaveFocus()
    await expect.element(chosen()).toHaveTextContent('Today Page')
    await userEvent.keyboard('{ArrowUp}')
    await expect.element(chosen()).toHaveTextContent('Lock Ctrl+L')
    await userEvent.keyboard('{ArrowDown}{ArrowDown}')
    await expect.element(chosen()).toHaveTextContent('Check in Page')
    expect(field().element().getAttribute('aria-activedescendant')).toBe(chosen().element().id)
    await userEvent.keyboard('AÚDÍT{Enter}')
    await expect.element(heading('Audit')).toHaveFocus()
    await isGone(page.getByRole('dialog'))
  })

  it('gives the keyboard back where it came from', async () => {
    await open()
    button('Lena Fischer').element().focus()
    await openPalette()
    await expect.element(field()).toHaveFocus()
    await userEvent.keyboard('{Escape}')
    await isGone(page.getByRole('dialog'))
    await expect.element(button('Lena Fischer')).toHaveFocus()
    await press(opener())
    await expect.element(field()).toHaveValue('')
    await userEvent.keyboard('{Escape}')
    await expect.element(opener()).toHaveFocus()
  })

  it('hands what is typed to the search for patients, and opens no chart', async () => {
    await open()
    await openPalette()
    await userEvent.keyboard('Kim{Enter}')
    await expect.element(page.getByRole('searchbox')).toHaveValue('Kim')
    await expect.element(page.getByRole('searchbox')).toHaveFocus()
    await sees(button('Daniel Kim'))
    const told = main.said.flatMap((each) => (each.type === 'session' ? [] : [each]))
    expect(told.filter(({ name }) => name !== 'today')).toEqual([
      { type: 'query', name: 'findPatients', input: { search: { name: 'Kim' } } },
    ])
    // Searched for once more from the same place, and not again by coming back to it.
    await openPalette()
    await userEvent.keyboard('Grace K{Enter}')
    await expect.element(page.getByRole('searchbox')).toHaveValue('Grace K')
    await press('Today', 'Patients')
    await expect.element(page.getByRole('searchbox')).toHaveValue('')
  })

  it('does what it names', async () => {
    await open()
    await openPalette()
    await userEvent.keyboard('espanol{Enter}')
    await expect
      .poll(() => main.said.at(-1))
      .toEqual({ type: 'session', session: { act: 'chooseLanguage', locale: 'es' } })
    await openPalette()
    await press(option('Lock'))
    await expect.poll(() => main.said.at(-1)).toEqual({ type: 'session', session: { act: 'lock' } })
    await isGone(page.getByRole('dialog'))
  })

  it('knows the commands that the role allows, and opens what they begin with', async () => {
    const allowed = (roles: readonly MemberRole[]) =>
      Object.entries<DeskOperation>(deskCommands).filter(([, { right }]) => hasRight(roles, right))
    await open(['reception'])
    await openPalette()
    const unknown: string[] = []
    for (const [name] of allowed(['reception'])) {
      const words = m.desk_command({ name })
      await field().fill(words)
      if (!options().includes(words)) unknown.push(name)
    }
    expect(unknown).toEqual([])
    await field().fill('Export the audit')
    await isGone(option('Export the audit'))
    await field().fill('Add a patient')
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByLabelText('First name')).toHaveFocus()
  })

  it('leads a command on a patient to their chart, also one that is opened first', async () => {
    main.answers['openChartOfAppointment'] = () => ok({ chart: 'chart-7' })
    await open(['reception'])
    await openPalette()
    await userEvent.keyboard('change a patient{Enter}')
    await find()
    await press('Daniel Kim')
    await confirm()
    await expect.element(page.getByLabelText('First name')).toHaveValue('Grace')
  })

  it('stays away from who is not signed in, and from who still has to choose a PIN', async () => {
    await open()
    await openPalette()
    await sees(field())
    main.show(deskViewOf({ state: 'locked', members: [{ id: benId, name: 'Ben Cole' }] }))
    await sees(heading('Signing in as Ben Cole'))
    const isAway = () => expect(document.querySelector('dialog, .search')).toBeNull()
    isAway()
    await openPalette()
    isAway()
    const member = { ...ana('reception'), mustChangeSecret: true }
    main.show(deskViewOf({ state: 'open', member }))
    await sees(button('Lock (Ctrl+L)'))
    await userEvent.keyboard('?')
    isAway()
    await userEvent.keyboard('{Control>}l{/Control}')
    expect(main.said.at(-1)).toEqual({ type: 'session', session: { act: 'lock' } })
  })
})

describe('the keys', () => {
  it('that are pressed alone are switched off for who does not want them, and are not told of then', async () => {
    await open()
    await userEvent.keyboard('?')
    const choice = page.getByRole('checkbox', { name: /Use keys without Ctrl/ })
    await expect.element(choice).toBeChecked()
    const listed = page.getByRole('definition').filter({ hasText: m.desk_act_search() })
    await sees(listed, m.desk_key({ name: 'PageDown' }))
    await press(choice)
    expect(main.said.at(-1)).toEqual({
      type: 'session',
      session: { act: 'singleKeys', areOn: false },
    })
    const view = signedIn(['reception'])
    const member = { ...ana('reception'), singleKeysOff: true } as const
    main.show({ ...view, session: { state: 'open', member } })
    await expect.element(choice).not.toBeChecked()
    await isGone('/')
    await press('Close')
    const search = page.getByRole('searchbox', { name: 'Find a patient' })
    await expect.element(search).toHaveAttribute('placeholder', 'First or last name')
    expect(search.element().hasAttribute('aria-keyshortcuts')).toBe(false)
    ;(document.activeElement as HTMLElement | null)?.blur()
    await userEvent.keyboard('/?')
    await expect.element(search).not.toHaveFocus()
    await isGone(page.getByRole('dialog'))
    // Keys with Ctrl still work, and lead to the list in which single keys are switched on again.
    await openPalette()
    await userEvent.keyboard('keys{Enter}')
    await sees(choice)
  })

  it('are letters where something is typed', async () => {
    await open()
    await userEvent.keyboard('/')
    await expect.element(page.getByRole('searchbox')).toHaveFocus()
    await userEvent.keyboard('?/')
    await expect.element(page.getByRole('searchbox')).toHaveValue('?/')
    await isGone(page.getByRole('dialog'))
    await openPalette()
    await userEvent.keyboard('?')
    await expect.element(field()).toHaveValue('?')
  })

  it('lead from a page without a search to the patients', async () => {
    await open(['reception', 'administrator'])
    await press('Members of staff')
    await userEvent.keyboard('/')
    await expect.element(page.getByRole('searchbox', { name: 'Find a patient' })).toHaveFocus()
    await shows('Audit', page.getByLabelText('Member of staff'))
    await userEvent.keyboard('/')
    await expect.element(page.getByLabelText('Member of staff')).toHaveFocus()
  })
})

it('closes a chart whose right has ended, and does not bring it back with the right', async () => {
  await openChart()
  main.show(signedIn(['administrator']))
  await sees(heading('Today'))
  main.show(signedIn(['reception']))
  await sees(button('Olivia Nguyen'))
  await shows('Patients', page.getByRole('searchbox'))
  await isGone(heading('Grace Kim'))
})

describe('emergency access', () => {
  const opening = 'Emergency access'
  const reason = 'A patient cannot breathe, the nurse is away'
  const endsAt = new Date(2026, 4, 4, 14, 32).getTime()

  answering(() => ({ today: () => ok({ rows: [], readAt: Date.now() }) }))
  const taken = () => main.said.flatMap((said) => (said.type === 'session' ? [said.session] : []))

  it('is asked for with a role that the member does not have, and a reason', async () => {
    await openDesk()
    await press(opening)
    const roles = page.getByRole('radio')
    await expect.poll(() => roles.elements()).toHaveLength(2)
    await shows('Take it for 30 minutes', alert(/choose what you need/))
    await press(page.getByRole('radio', { name: /^Clinical/ }))
    await page.getByRole('textbox').fill('quick')
    await shows('Take it for 30 minutes', alert(/at least 10 characters/))
    await expect.element(page.getByRole('textbox')).toHaveFocus()
    expect(taken()).toEqual([])
    await page.getByRole('textbox').fill(reason)
    await press('Take it for 30 minutes')
    await isGone(page.getByRole('dialog'))
    expect(taken()).toEqual([{ act: 'emergency', role: 'clinical', reason }])
  })

  it('is told with its end for as long as it lasts', async () => {
    await openDesk()
    const member = { ...ana('reception'), emergency: { role: 'clinical' as const, endsAt } }
    main.show(deskViewOf({ state: 'open', member }))
    await sees('Emergency access: Clinical, until 2:32 PM')
    await isGone(button(opening))
    await isFit()
    main.show(deskViewOf())
    await isGone(/until 2:32/)
    await sees(button(opening))
    // Nothing is left to take.
    main.show(signedIn(['reception', 'clinical', 'billing']))
    await isGone(button(opening))
  })

  it('closes what it had opened when it ends, and leaves nothing of it in the page', async () => {
    Object.assign(main.answers, patientAnswers)
    const member = { ...ana('administrator'), emergency: { role: 'reception' as const, endsAt } }
    const desk = await openDesk(deskViewOf({ state: 'open', member }))
    await press('Patients')
    await find()
    await sees(button('Daniel Kim'))
    main.show(deskViewOf({ state: 'open', member: ana('administrator') }))
    await isGone(button('Daniel Kim'), button('Patients'), button('Check in'))
    expect(document.body.textContent).not.toMatch(/Kim/)
    expect(keptBy(desk)).not.toMatch(/Kim/)
    await desk.cache.refetchQueries({ queryKey: ['findPatients'], type: 'active' })
    expect(said('findPatients')).toHaveLength(1)
  })

  const id = '0d7d3d3e-5a5f-4c58-9b1c-2f2f7f5f3a11'
  const row = { id, memberId: benId, name: 'Ben Cole', role: 'clinical', reason, endsAt }

  it('is listed for administrators with who took what and why, until one has seen it', async () => {
    let rows = [{ ...row, at: endsAt - 30 * 60_000 }]
    Object.assign(main.answers, {
      members: () => ok([sampleMember({})]),
      emergencies: () => ok(rows),
      seeEmergency: () => {
        rows = []
        return ok(null)
      },
    })
    await openDesk(signedIn(['administrator']))
    await press('Members of staff')
    await sees(
      page.getByText(reason, { exact: true }),
      'Clinical, Monday, May 4, 2:02 PM to 2:32 PM',
    )
    await isFit()
    await press('I have seen it: Ben Cole')
    await isGone(page.getByText(reason, { exact: true }))
    expect(commands()).toEqual([commandOf('seeEmergency', { emergency: id })])
  })
})

it('reads the day again for who comes back after a minute, and not for each touch', async () => {
  let now = 0
  main.answers['today'] = () => ok({ rows: [], readAt: 0 })
  const desk = new Desk(main.bridge, () => now)
  onTestFinished(desk.follow())
  main.show(deskViewOf())
  const options = desk.query('today', {})
  const isStale = () => desk.cache.getQueryState(options.queryKey)?.isInvalidated
  await desk.cache.query(options)
  now = 59_000
  desk.activity()
  expect([desk.isUsed(), isStale()]).toEqual([true, false])
  now = 119_001
  expect(desk.isUsed()).toBe(false)
  desk.activity()
  expect([desk.isUsed(), isStale()]).toEqual([true, true])
})
