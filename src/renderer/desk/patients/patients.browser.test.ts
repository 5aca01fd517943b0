import '@fontsource-variable/atkinson-hyperlegible-next'
import { beforeEach, describe, expect, it } from 'vitest'
import { cleanup, render } from 'vitest-browser-svelte'
import { page, userEvent } from 'vitest/browser'
import { violations } from '../../../../test/harness/renderer/accessibility-checks.ts'
import {
  ana,
  deskViewOf,
  FakeDeskMain,
  sampleToday,
} from '../../../../test/harness/desk/fake-desk-main.ts'
import {
  answerPatients,
  samplePatients,
  searchPages,
} from '../../../../test/harness/desk/patient-pages.ts'
import type { DeskRefusal, DeskReply } from '../../../shared/desk/messages.ts'
import type { MemberRole } from '../../../shared/desk/members.ts'
import type { Locale } from '../../../shared/locale.ts'
import '../../app.css'
import App from '../app.svelte'
import '../desk.css'
import { Desk } from '../desk.svelte.ts'

const ok = (value: unknown): DeskReply => ({ ok: true, value })
const refused = (error: DeskRefusal): DeskReply => ({ ok: false, error })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const search = () => page.getByRole('searchbox')
/** What is said at once where something went wrong. */
const alert = (words: RegExp) => page.getByRole('alert').filter({ hasText: words })
const says = (words: string) => page.getByText(words, { exact: true })

let main: FakeDeskMain
let desk: Desk
beforeEach(() => {
  main = new FakeDeskMain()
})

const placeName = { en: 'Patients', es: 'Pacientes' } as const

async function open(locale: Locale = 'en', roles: MemberRole[] = ['reception']): Promise<void> {
  cleanup()
  await page.viewport(1366, 768)
  desk = new Desk(main.bridge)
  desk.follow()
  const { container } = await render(App, { desk })
  container.style.blockSize = '100%'
  main.show(deskViewOf({ state: 'open', member: ana(...roles) }, locale))
  await button(placeName[locale]).click()
}
async function find(text: string) {
  await search().fill(text)
  await userEvent.keyboard('{Enter}')
}
/** What main was told to do, or asked under a name. */
const said = (name: string) =>
  main.said.flatMap((each) => (each.type !== 'session' && each.name === name ? [each.input] : []))

const outOfReach = () =>
  [...document.querySelectorAll('.desk *')]
    .filter((element) => !element.closest('.unseen, svg, option, table'))
    .filter((element) => {
      const { left, right } = element.getBoundingClientRect()
      return left < -1 || right > innerWidth + 1
    })
    .map(({ tagName, className }) => `${tagName} ${className}`)

async function isFit() {
  expect(outOfReach()).toEqual([])
  expect(await violations()).toEqual([])
}

describe.each(['en', 'es'] as const)('in %s', (locale) => {
  it.each(Object.entries(searchPages))(
    'the search, %s, is accessible and in reach',
    async (_, each) => {
      main.answers['findPatients'] = each.find
      await open(locale)
      await find('kim')
      await expect.element(says(each.says[locale])).toBeVisible()
      await isFit()
    },
  )
})

/** Types two identifiers into the dialog, and sends them. */
async function confirm(birth = '2/16/1981', also = '(206) 555-0110') {
  const [first, second] = page.getByRole('dialog').getByRole('textbox').all()
  await first?.fill(birth)
  await second?.fill(also)
  await userEvent.keyboard('{Enter}')
}

describe('the search', () => {
  it('shows patients to no one who may not see them', async () => {
    answerPatients(main)
    await open('en')
    await find('kim')
    await expect.element(button('Daniel Kim')).toBeVisible()
    main.show(deskViewOf({ state: 'open', member: ana('administrator') }))
    await expect.element(button('Patients')).not.toBeInTheDocument()
    await expect.element(button('Daniel Kim')).not.toBeInTheDocument()
    await desk.cache.refetchQueries({ queryKey: ['findPatients'], type: 'active' })
    expect(said('findPatients')).toHaveLength(1)
  })

  it('is at hand by / and tells what it understood', async () => {
    answerPatients(main)
    await open()
    await expect.element(says('Who is here?')).toBeVisible()
    document.querySelector<HTMLElement>('nav button[aria-current]')?.focus()
    await userEvent.keyboard('/')
    await expect.element(search()).toHaveFocus()
    await find('kim 3/7/1984, a@example.com +1 206 555 0110')
    await expect.element(says('Born on March 7, 1984')).toBeVisible()
    expect(said('findPatients')).toEqual([
      {
        search: {
          ...{ name: 'kim', birthDate: '1984-03-07', email: 'a@example.com' },
          phone: '+1 206 555 0110',
        },
      },
    ])
  })

  it('tells how many there are in an element that was there before', async () => {
    answerPatients(main)
    await open()
    await expect.element(search()).toBeVisible()
    const told = document.querySelector('main p[role="status"]')
    expect(told?.textContent).toBe('')
    await find('kim')
    await expect.element(says('5 patients')).toBeVisible()
    expect(says('5 patients').element()).toBe(told)
    main.answers['findPatients'] = () => ok({ rows: [], more: null })
    await find('nobody')
    await expect.element(says('0 patients')).toBeVisible()
    expect(says('0 patients').element()).toBe(told)
  })

  it('looks for nothing that is too short', async () => {
    await open()
    await find('k')
    await expect.element(page.getByText(/^Please type at least two letters/)).toBeVisible()
    expect(said('findPatients')).toEqual([])
  })

  it('puts those of one name side by side, and marks them', async () => {
    answerPatients(main)
    await open()
    await find('kim')
    await expect.element(page.getByText(/^Some people here have the same name/)).toBeVisible()
    const names = [...document.querySelectorAll('tbody tr')].map((row) => row.textContent)
    expect(names.filter((text) => text.includes('Same name'))).toHaveLength(2)
    expect(names.findIndex((text) => text.includes('1950'))).toBe(
      names.findIndex((text) => text.includes('1981')) + 1,
    )
  })

  it('shows the next page below the first', async () => {
    const pages = [
      { rows: samplePatients.slice(0, 2), more: 'more-9' },
      { rows: samplePatients.slice(2), more: null },
    ]
    main.answers['findPatients'] = () => ok(pages.shift())
    await open()
    await find('kim')
    await button('Show more').click()
    await expect.element(says('5 patients')).toBeVisible()
    await expect.element(button('Show more')).not.toBeInTheDocument()
    expect(said('findPatients')[1]).toEqual({ search: { name: 'kim' }, more: 'more-9' })
  })

  it('is walked through by arrows and is one stop of the Tab key', async () => {
    answerPatients(main)
    await open()
    await find('kim')
    await expect.element(button('Daniel Kim')).toBeVisible()
    await userEvent.keyboard('{ArrowDown}')
    await expect.element(button('Daniel Kim')).toHaveFocus()
    await userEvent.keyboard('{End}')
    await expect.element(button('Soo-Jin Kim')).toHaveFocus()
    expect(document.querySelectorAll('button.patient[tabindex="0"]')).toHaveLength(1)
    await userEvent.keyboard('{Home}{Enter}')
    await expect.element(page.getByRole('dialog')).toBeVisible()
    await isFit()
    await userEvent.keyboard('{Escape}')
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
    await expect.element(button('Daniel Kim')).toHaveFocus()
  })

  it('goes stale without the service, and says so', async () => {
    answerPatients(main)
    await open()
    await find('kim')
    await expect.element(button('Daniel Kim')).toBeVisible()
    main.answers['findPatients'] = () => refused({ kind: 'offline' })
    await desk.cache.refetchQueries({ queryKey: ['findPatients'] })
    await expect.element(page.getByText(/^Not up to date/)).toBeVisible()
    await expect.element(button('Daniel Kim')).toBeVisible()
    await isFit()
  })
})

describe('the way to a chart', () => {
  async function choose(name: string) {
    answerPatients(main)
    await open()
    await find('kim')
    await button(name).click()
  }

  it.each([
    ['Cancel', () => button('Cancel').click()],
    ['Escape', () => userEvent.keyboard('{Escape}')],
  ])('is left by %s, back to who was chosen', async (_, leave) => {
    await choose('Soo-Jin Kim')
    await expect.element(page.getByRole('dialog').getByLabelText('Birth date')).toHaveFocus()
    await leave()
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
    await expect.element(button('Soo-Jin Kim')).toHaveFocus()
  })

  it('asks for two identifiers, and shows none of them', async () => {
    await choose('Daniel Kim')
    await expect.element(page.getByRole('heading', { name: 'Is this Daniel Kim?' })).toBeVisible()
    expect(document.body.textContent).not.toMatch(/1982-|555/)
    await button('Open the chart').click()
    await expect.element(page.getByRole('alert')).toBeVisible()
    await confirm('2/30/1981')
    await expect.element(alert(/month\/day\/year/)).toBeVisible()
    expect(said('openChart')).toEqual([])
    await confirm('6/3/2008')
    await expect.element(page.getByRole('heading', { level: 1, name: 'Grace Kim' })).toBeVisible()
    expect(said('openChart')).toEqual([
      {
        patient: 'patient-2',
        identifiers: [
          { kind: 'birthDate', value: '2008-06-03' },
          { kind: 'phone', value: '(206) 555-0110' },
        ],
      },
    ])
  })

  it('tells what does not fit and how many tries are left, and no more', async () => {
    await choose('Daniel Kim')
    main.answers['openChart'] = () => refused({ kind: 'notConfirmed', triesLeft: 1 })
    await confirm()
    await expect.element(alert(/You can try 1 more time/)).toBeVisible()
    await isFit()
    main.answers['openChart'] = () => refused({ kind: 'tooManyTries' })
    await confirm()
    await expect.element(alert(/ask a colleague/)).toBeVisible()
    expect(said('patientChart')).toEqual([])
  })

  it('asks for two other things where the record has no birth date', async () => {
    await choose('Min Kim')
    await confirm('Min Kim', 'Kim Min')
    await expect.element(alert(/two different things/)).toBeVisible()
    await confirm('min@example.com', 'Min Kim')
    await expect.element(page.getByRole('heading', { level: 1, name: 'Grace Kim' })).toBeVisible()
    expect(said('openChart')).toMatchObject([
      { identifiers: [{ kind: 'email' }, { kind: 'name', value: 'Min Kim' }] },
    ])
  })

  it('learns from main that there is no birth date, too', async () => {
    await choose('Daniel Kim')
    main.answers['openChart'] = () => refused({ kind: 'otherIdentifiers', needsBirthDate: false })
    await confirm()
    await expect.element(page.getByLabelText('Birth date')).not.toBeInTheDocument()
    await isFit()
  })

  it('leads from an appointment of today, too', async () => {
    answerPatients(main)
    main.answers['today'] = () => ok(sampleToday(Date.now()))
    main.answers['openChartOfAppointment'] = () => ok({ chart: 'chart-7' })
    await open()
    await button('Today').click()
    await button('Lena Fischer').click()
    await button('Open the chart').click()
    await isFit()
    await confirm()
    await expect.element(page.getByRole('heading', { level: 1, name: 'Grace Kim' })).toBeVisible()
    expect(said('openChartOfAppointment')).toMatchObject([{ appointment: 'appointment-3' }])
  })
})
