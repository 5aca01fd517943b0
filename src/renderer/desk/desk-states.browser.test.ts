import { afterEach, describe, expect, it } from 'vitest'
import { cdp, page, userEvent } from 'vitest/browser'
import { m } from '../../i18n/paraglide/messages.js'
import type { DeskCodeShown } from '../../shared/desk/packets.ts'
import type { MemberRole } from '../../shared/desk/members.ts'
import type { DeskReply } from '../../shared/desk/messages.ts'
import type { DeskPlace } from '../../shared/desk/rights.ts'
import type { DeskView } from '../../shared/desk/view.ts'
import type { Locale } from '../../shared/locale.ts'
import {
  sampleAudit,
  sampleWebhooks,
  clinicAnswers,
  kioskAnswers,
  sampleKiosk,
  sampleKiosks,
} from '#harness/desk/desk-pages.ts'
import {
  categoryAnswers,
  packetAnswers,
  sampleAppointment,
  appointmentsWithOneToday,
  sampleBooking,
  fullChart,
  patientAnswers,
  samplePatients,
} from '#harness/desk/chart-pages.ts'
import {
  ana,
  deskViewOf,
  members,
  sampleMember,
  sampleToday,
} from '#harness/desk/fake-desk-main.ts'
import { button, isGone, press, sees, settle, tab } from '#harness/renderer/on-page.ts'
import {
  answering,
  brightness,
  confirm,
  deskSizes,
  find,
  isFit,
  main,
  never,
  ok,
  openDesk,
  openPart,
  openPlace,
  refused,
} from '#harness/renderer/open-desk.ts'
import {
  allSettings,
  bySize,
  inDefaultTier,
  missingPairs,
  settingOf,
  type Setting,
} from '#harness/renderer/spread.ts'
import type { Desk } from './desk.svelte.ts'
import { lateWords } from './today/today-words.ts'
import { given } from '#harness/given.ts'

const places = {
  size: Object.keys(deskSizes) as (keyof typeof deskSizes)[],
  locale: ['en', 'es'],
} as const
type Shown = Setting<typeof places>
const axes = { ...places, scheme: ['light', 'dark'] } as const
type Scheme = (typeof axes.scheme)[number]

/** Words of the page by its language, or words that are the same in each. */
type Words = ((_: Record<string, never>, of: { locale: Locale }) => string) | string
const inWords = (words: Words, locale: Locale) =>
  typeof words === 'string' ? words : words({}, { locale })

const everybody: readonly MemberRole[] = ['reception', 'clinical', 'billing', 'administrator']
const now = new Date(2030, 4, 31, 9, 0).getTime()
const conversion = {
  conversion: 'conversion-1',
  number: '8841',
  state: 'begun',
  services: ['Scale', 'Blood pressure cuff with a large display and a voice'],
}

/** Goes to a place of the desk, or to a part of a patient's chart, as it is shown. */
type Way = (shown: Shown, view: DeskView) => Promise<Desk>
const goTo =
  (place: DeskPlace): Way =>
  ({ locale, size }, view) =>
    openPlace(m.desk_place({ place }, { locale }), view, size)
const toPart =
  (key: string): Way =>
  ({ locale, size }, { session }) =>
    openPart(key, {
      locale,
      size,
      role: session.state === 'open' ? session.member.roles[0]! : 'reception',
    })
const toSearch: Way = async (shown, view) => {
  const desk = await goTo('patients')(shown, view)
  await find()
  return desk
}
const toPerson =
  (place: DeskPlace): Way =>
  async (shown, view) => {
    const desk = await goTo(place)(shown, view)
    await find()
    await press('Daniel Kim')
    await confirm()
    return desk
  }
const toTab =
  (name: Words): Way =>
  async (shown, view) => {
    const desk = await goTo('clinic')(shown, view)
    await press(tab(inWords(name, shown.locale)))
    return desk
  }

const toDesk: Way = ({ size }, view) => openDesk(view, size)
const toPressed =
  (way: Way, ...names: readonly Words[]): Way =>
  async (shown, view) => {
    const desk = await way(shown, view)
    for (const name of names) await press(inWords(name, shown.locale))
    return desk
  }
const toKeys =
  (keys: string): Way =>
  async (shown, view) => {
    const desk = await toDesk(shown, view)
    await sees(page.getByText('Olivia Nguyen'))
    await userEvent.keyboard(keys)
    return desk
  }

interface State {
  readonly way: Way
  readonly says: Words
  readonly answers?: Record<string, () => DeskReply | Promise<DeskReply>>
  readonly session?: DeskView['session']
  readonly kiosks?: Partial<DeskView['kiosks']>
}
const open = (...roles: MemberRole[]): DeskView['session'] => ({
  state: 'open',
  member: ana(...roles),
})

/** List of a page, with its texts while it is read, when empty, on failure, and usually. */
interface List {
  readonly way: Way
  readonly queries: readonly string[]
  readonly empty: unknown
  readonly says: Readonly<Record<string, Words>>
  readonly roles: readonly MemberRole[]
}
const messages: Readonly<Record<string, Words | undefined>> = m as never
/** A chart has its patient, and a desk an administrator. */
const neverEmpty = ['chart', 'members']
/** Describes a list of a query, with the texts that the catalogue has for its subject, unless `more` says otherwise. */
function listOf(
  way: Way,
  named: string | readonly [key: string, ...queries: string[]],
  empty: unknown,
  full: Words,
  more: Readonly<Record<string, Words>> = {},
  roles = everybody,
): List {
  const [key, ...queries] = typeof named === 'string' ? ([named, named] as const) : named
  const subject = key as Parameters<typeof m.desk_reading>[0]['subject']
  const none = messages[`desk_${key}_empty`] ?? given(m.desk_list_empty, { subject } as never)
  const usual = {
    loading: given(m.desk_reading, { subject }),
    ...(!neverEmpty.includes(key) && { empty: none }),
    failed: given(m.desk_not_read, { subject }),
  }
  return { way, queries, empty, says: { ...usual, ...more, full }, roles }
}
const records = { rows: [], after: null }
const noForms = { rows: [], notShown: 0, today: '2030-05-31' }
const noVisits = { rows: [], notShown: 0, readAt: 0 }
const noEntries = { entries: [], next: null }
const noCategory = { current: null, history: [] }
const again = { offline: m.desk_offline_again }
const found: Words = (_, { locale }) =>
  ({ en: '5 patients so far', es: '5 pacientes hasta ahora' })[locale]
const nobody = {
  ...again,
  empty: m.desk_patients_none,
  tooManySearches: given(m.desk_refusal, { kind: 'tooManySearches' }),
}
const health = ['problems', 'allergies', 'medications', 'problems'] as const
const inRemoteCare = { empty: m.desk_remote_title, offline: m.desk_remote_title }
const noWebhooks = { ...sampleWebhooks, rows: [] }
const noIntegrations = {
  ...again,
  empty: m.desk_integrations_empty,
  refusedByService: m.desk_integrations_refused,
}
const overdue = given(m.desk_packets_is, { state: 'overdue' })
const resulted = given(m.desk_labs_status_is, { word: 'resulted' })
const clinicLists = [
  ['locations', m.desk_clinic_locations, 'locations', 'clinicLocations', 'Lakeside Pediatrics'],
  ['groups of forms', m.desk_clinic_groups, 'groups', 'clinicGroups', 'New patient forms'],
  ['clinic forms', m.desk_packets_title, 'templates', 'clinicTemplates', 'Health history'],
] as const
const lists: Readonly<Record<string, List>> = {
  today: listOf(toDesk, 'today', { rows: [], readAt: 0 }, () => lateWords(19), again),
  search: listOf(toSearch, ['patients', 'findPatients'], { rows: [], more: null }, found, nobody),
  chart: listOf(
    ...([toPerson('patients'), ['chart', 'patientChart'], null] as const),
    ...(['Needs an interpreter', { ...again, refusedByService: m.desk_chart_gone }] as const),
  ),
  'check-in': listOf(toPerson('checkIn'), 'appointments', noVisits, 'Follow-up', {
    empty: m.desk_check_in_none,
  }),
  forms: listOf(toPart('packets'), 'packets', noForms, overdue, again),
  appointments: listOf(
    ...([toPart('appointments'), 'appointments', noVisits, m.desk_appointments_video] as const),
    again,
  ),
  invoices: listOf(toPart('invoices'), 'invoices', records, 'IN COLLECTION', again),
  labs: listOf(toPart('labs'), 'labs', records, resulted, again, ['clinical']),
  health: listOf(toPart('healthProfile'), health, records, 'Allergic rhinitis', again, [
    'clinical',
  ]),
  category: listOf(toPart('category'), ['category', 'patientCategory'], noCategory, 'Booked', {
    ...again,
    empty: m.desk_category_none,
  }),
  'remote care': listOf(
    ...([toPart('remoteCare'), ['remoteCare', 'remoteCare'], [], m.desk_remote_title] as const),
    inRemoteCare,
  ),
  help: listOf(
    goTo('help'),
    ['help', 'helpCalls'],
    [],
    given(m.desk_help_asked, { screen: 'dateOfBirth' }),
  ),
  kiosks: listOf(goTo('kiosks'), 'kiosks', [], given(m.desk_kiosks_is, { state: 'outOfService' })),
  intakes: listOf(
    ...([goTo('intakes'), ['intakes', 'waitingIntakes'], []] as const),
    m.desk_intakes_why_other,
  ),
  integrations: listOf(
    ...([goTo('integrations'), ['webhooks', 'webhooks'], noWebhooks] as const),
    ...([given(m.desk_integrations_health, { health: 'failing' }), noIntegrations] as const),
  ),
  audit: listOf(
    ...([goTo('audit'), ['audit', 'auditEntries'], noEntries] as const),
    given(m.desk_audit_kind, { kind: 'emergencyTaken' }),
  ),
  members: listOf(goTo('members'), 'members', [], 'Ana Ruiz'),
  ...Object.fromEntries(
    clinicLists.map(([name, place, key, query, full]) => [
      name,
      listOf(toTab(place), [key, query], [], full, again),
    ]),
  ),
}

const statesOf = ([name, { way, queries, empty, roles, says }]: [string, List]) =>
  Object.entries(says).map(([state, words]): [string, State] => {
    const reply = () => (state === 'empty' ? ok(empty) : refused(state as 'failed'))
    const answer = state === 'loading' ? never : reply
    const answers = Object.fromEntries(queries.map((each) => [each, answer]))
    const session = open(...roles)
    return [
      `${name}, ${state}`,
      { way, says: words, session, ...(state !== 'full' && { answers }) },
    ]
  })

const toRow =
  (name: Words, row: string): Way =>
  async (shown, view) => {
    const desk = await toTab(name)(shown, view)
    await press(page.getByRole('rowheader').getByRole('button', { name: row }).first())
    await sees(page.getByRole('complementary').getByRole('button').first())
    return desk
  }
const locked = (afterVisit?: 'ended' | 'broken'): DeskView['session'] => ({
  state: 'locked',
  members,
  ...(afterVisit && { afterVisit }),
})
const at = (session: DeskView['session'], says: Words): State => ({ way: toDesk, session, says })
const whereUnheard = (place: DeskPlace, hears: 'no' | 'opening', says: Words): State => ({
  way: goTo(place),
  session: open(...everybody),
  kiosks: { hears },
  says,
})

const toCode = toPressed(toPart('packets'), m.desk_code_patient)
const codeThat = (deskCode: DeskCodeShown, says: Words): State => ({
  way: toCode,
  says,
  answers: { deskCode: () => ok(deskCode) },
})
const toScreen = toPressed(toPart('packets'), m.desk_here)

const toKept = toPressed(goTo('intakes'), (_, of) => m.desk_intakes_kept({ name: 'Back door' }, of))
const toIntake = toPressed(toKept, (_, of) => m.staff_intakes_open_one({ number: '5 288' }, of))
const toAnswers = toPressed(toIntake, given(m.staff_intake_act, { act: 'read' }))

const states: Readonly<Record<string, State>> = {
  ...Object.fromEntries(Object.entries(lists).flatMap(statesOf)),
  'set-up': at({ state: 'setUp' }, m.desk_set_up_title),
  'sign-in': at(locked(), m.desk_sign_in_title),
  'sign-in, after a visit': at(locked('ended'), m.desk_after_visit_ended),
  'sign-in, after a window that closed': at(locked('broken'), m.desk_after_visit_broken),
  'sign-in, while somebody needs help': {
    ...at(locked(), (_, { locale }) =>
      locale === 'en'
        ? '2 people need help at a kiosk.'
        : '2 personas necesitan ayuda en un quiosco.',
    ),
    kiosks: { calls: 2, told: 2 },
  },
  'with a patient': at({ state: 'withPatient' }, m.desk_with_patient_title),
  'first use': at(
    { state: 'open', member: { ...ana('reception'), mustChangeSecret: true } },
    m.desk_change_title,
  ),
  'out of service': at({ state: 'outOfService' }, m.desk_out_of_service),
  'today, without the right': at(open('billing'), m.desk_today_no_right),
  'help, while the desk begins to hear': whereUnheard(
    ...(['help', 'opening', given(m.desk_reading, { subject: 'help' })] as const),
  ),
  'help, unheard': whereUnheard('help', 'no', m.desk_kiosks_unheard),
  'kiosks, unheard': whereUnheard('kiosks', 'no', m.desk_kiosks_unheard),
  'intakes, unheard': whereUnheard('intakes', 'no', m.desk_kiosks_unheard),
  'check-ins at a kiosk': { way: toKept, says: m.staff_intakes_person },
  'a check-in': { way: toIntake, says: given(m.staff_intake_act, { act: 'read' }) },
  'answers of a check-in': { way: toAnswers, says: m.staff_intake_answers },
  'a check-in that is taken over': {
    way: toPressed(toIntake, given(m.staff_intake_act, { act: 'takeOver' })),
    says: given(m.staff_intake_ask_title, { act: 'takeOver', name: '' }),
  },
  'emergency access': { way: toPressed(toDesk, m.desk_emergency), says: m.desk_emergency_lede },
  'an appointment of today': { way: toPressed(toDesk, 'Lena Fischer'), says: m.desk_arrive },
  'the question who a patient is': {
    way: toPressed(toSearch, 'Daniel Kim'),
    says: (_, of) => m.desk_guard_title({ name: 'Daniel Kim' }, of),
  },
  'the palette': { way: toKeys('{Control>}k{/Control}'), says: m.desk_palette_page },
  'the palette, without a fit': {
    way: toKeys('{Control>}k{/Control}9'),
    says: m.desk_palette_none,
  },
  'the keys': { way: toKeys('?'), says: m.desk_keys },
  'a code for a kiosk': { way: toCode, says: '482 913' },
  'a code that was used at a kiosk': codeThat({ state: 'used', kiosk: 'Hall' }, (_, of) =>
    m.desk_code_ended({ state: 'used', known: 'yes', kiosk: 'Hall' }, of),
  ),
  ...Object.fromEntries(
    (['used', 'void', 'old', 'none'] as const).map((state) => [
      `a code that is ended: ${state}`,
      codeThat({ state, kiosk: null }, (_, of) =>
        m.desk_code_ended({ state, known: 'no', kiosk: '' }, of),
      ),
    ]),
  ),
  'a code that is refused': {
    way: toCode,
    answers: { makeDeskCode: () => refused('tooManyCodes') },
    says: given(m.desk_refusal, { kind: 'tooManyCodes' }),
  },
  'a visit that begins at a kiosk': {
    way: toPressed(toCode, 'Window'),
    says: (_, of) => m.desk_code_begun({ kiosk: 'Window' }, of),
  },
  'forms here': { way: toScreen, says: m.desk_here_lede },
  'forms here, while the screen is made ready': {
    way: toPressed(toScreen, m.desk_here_give),
    answers: { beginHere: never },
    says: m.desk_here_opening,
  },
  ...Object.fromEntries(
    clinicLists.map(([name, list, , , row]) => [
      `${name}, one shown`,
      { way: toRow(list, row), session: open('administrator'), says: row },
    ]),
  ),
}

answering(() => ({
  ...clinicAnswers,
  ...fullChart,
  ...kioskAnswers(),
  ...categoryAnswers,
  ...patientAnswers,
  today: () => ok(sampleToday(Date.now())),
  findPatients: () => ok({ rows: samplePatients, more: 'more-9' }),
  ...packetAnswers,
  appointments: () => ok(appointmentsWithOneToday(Date.now())),
  appointment: () => ok(sampleAppointment(now)),
  bookingChoices: () => ok(sampleBooking),
  webhook: () => ok(sampleWebhooks.rows[0]),
  remoteCare: () => ok([conversion]),
  makeDeskCode: () => ok({ code: '482913', until: new Date(Date.now() + 600_000).toISOString() }),
  deskCode: () => ok({ state: 'waiting', kiosk: null }),
  kiosks: () => ok([...sampleKiosks, sampleKiosk('Window', 6, {})]),
  webhooks: () => ok(sampleWebhooks),
  auditEntries: () => ok(sampleAudit),
  members: () => ok([sampleMember({})]),
  emergencies: () => ok([]),
}))
const prefer = (value: Scheme | '') =>
  cdp().send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-color-scheme', value }] })
afterEach(() => prefer(''))

/** Goes to a state, and looks at it in light, in dark, or in one after the other. */
async function isAccessible(name: string, shown: Shown, schemes: readonly Scheme[]) {
  const { way, says, answers, session, kiosks } = states[name]!
  Object.assign(main.answers, answers)
  await way(shown, deskViewOf(session, shown.locale, kiosks))
  await sees(page.getByText(inWords(says, shown.locale), { exact: true }).first())
  for (const scheme of schemes) {
    await prefer(scheme)
    await settle()
    expect([scheme, brightness() < 64]).toEqual([scheme, scheme === 'dark'])
    await isFit()
  }
}

const names = Object.keys(states)

it('every pair of a size, a language and light or dark occurs over the states', () => {
  expect(missingPairs(axes, names)).toEqual([])
})

it.each(inDefaultTier(bySize(axes, names)))('%s is accessible and in reach', (name) =>
  isAccessible(name, settingOf(places, name), [settingOf(axes, name).scheme]),
)

const read = Object.keys(lists).filter((name) => lists[name]!.says.offline)
it.each(read)('%s stays in sight without the service, and says how old it is', async (name) => {
  const { way, queries, says, roles } = lists[name]!
  const desk = await way({ size: 'small', locale: 'en' }, deskViewOf(open(...roles)))
  const words = page.getByText(inWords(says.full!, 'en'), { exact: true }).first()
  await sees(words)
  const answers = { ...main.answers }
  for (const each of queries) main.answers[each] = () => refused('offline')
  await desk.cache.refetchQueries({ type: 'active' })
  const old = page.getByText(/Not up to date/)
  await sees(old.first(), words)
  await isFit()
  if (queries.length > 1) return
  main.answers = answers
  await press(button('Try again').first())
  await isGone(old.first())
})

const walked = [
  ...['today', 'forms', 'appointments', 'invoices', 'labs', 'kiosks', 'integrations'],
  ...['locations', 'groups of forms', 'clinic forms'],
]
it.each(walked)('%s: one stop of Tab, walked by arrows, opened, closed by keys', async (name) => {
  const { way, roles } = lists[name]!
  await way({ size: 'small', locale: 'en' }, deskViewOf(open(...roles)))
  await expect.poll(() => document.querySelector('tbody button[tabindex="0"]')).not.toBeNull()
  const rows = [...document.querySelector('tbody')!.querySelectorAll<HTMLElement>('.open')]
  expect(rows.filter(({ tabIndex }) => tabIndex === 0)).toEqual([rows[name === 'today' ? 2 : 0]])
  const panel = page.getByRole('complementary').getByRole('heading').first()
  rows[0]!.focus()
  for (const [keys, row] of [
    ['{ArrowDown}', rows[1]],
    ['{End}{ArrowDown}', rows.at(-1)],
    ['{Home}{ArrowUp}{ArrowDown}', rows[1]],
  ] as const) {
    await userEvent.keyboard(keys)
    expect([keys, document.activeElement === row]).toEqual([keys, true])
  }
  await userEvent.keyboard('{Enter}')
  await sees(panel)
  await isFit()
  await userEvent.keyboard('{Escape}')
  await isGone(panel)
  await expect.poll(() => document.activeElement).toBe(rows[1])
})

describe.each(allSettings(places))('at $size, in $locale', { tags: 'full' }, (shown) => {
  it.each(names)('%s is accessible and in reach, in light and dark', (name) =>
    isAccessible(name, shown, axes.scheme),
  )
})
