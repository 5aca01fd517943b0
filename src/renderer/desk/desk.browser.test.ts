import '@fontsource-variable/atkinson-hyperlegible-next'
import { beforeEach, describe, expect, it } from 'vitest'
import { cleanup, render } from 'vitest-browser-svelte'
import { page, userEvent } from 'vitest/browser'
import { violations } from '../../../test/harness/renderer/accessibility-checks.ts'
import {
  benId,
  deskViewOf,
  FakeDeskMain,
  sampleToday,
} from '../../../test/harness/desk/fake-desk-main.ts'
import { deskPages, members } from '../../../test/harness/desk/desk-pages.ts'
import { outOfReach } from '../../../test/harness/renderer/open-desk.ts'
import type { DeskReply } from '../../shared/desk/messages.ts'
import type { TodayList } from '../../shared/desk/today.ts'
import type { DeskView } from '../../shared/desk/view.ts'
import '../app.css'
import App from './app.svelte'
import './desk.css'
import { Desk } from './desk.svelte.ts'

const sizes = { small: [1366, 768], large: [2560, 1440] } as const
const ok = (value: unknown): DeskReply => ({ ok: true, value })
const refused = (kind: 'offline' | 'failed'): DeskReply => ({ ok: false, error: { kind } })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const patient = (name: string) => page.getByRole('button', { name, exact: true })

/** What is said at once where something went wrong. */
const alert = (words: string) => page.getByRole('alert').filter({ hasText: words })

let main: FakeDeskMain
let desk: Desk
beforeEach(() => {
  main = new FakeDeskMain()
})

async function open(view: DeskView, size: keyof typeof sizes = 'small'): Promise<void> {
  cleanup()
  const [width, height] = sizes[size]
  await page.viewport(width, height)
  desk = new Desk(main.bridge)
  desk.follow()
  const { container } = await render(App, { desk })
  container.style.blockSize = '100%'
  main.show(view)
}
const answerToday = (list: TodayList) => (main.answers['today'] = () => ok(list))
const shown = () => document.body.textContent

describe.each(Object.keys(sizes) as (keyof typeof sizes)[])('on a %s screen', (size) => {
  describe.each(['en', 'es'] as const)('in %s', (locale) => {
    it.each(Object.entries(deskPages))(
      '%s is accessible and in reach',
      async (_, { session, today, says }) => {
        if (today) main.answers['today'] = today
        await open(deskViewOf(session, locale), size)
        await expect.element(page.getByText(says[locale], { exact: true })).toBeVisible()
        expect(outOfReach()).toEqual([])
        expect(await violations()).toEqual([])
      },
    )
  })
})

describe('the list of today', () => {
  it('goes stale without the service, and says how old it is', async () => {
    const list = sampleToday(Date.now())
    answerToday(list)
    await open(deskViewOf())
    await expect.element(patient('Olivia Nguyen')).toBeVisible()
    main.answers['today'] = () => refused('offline')
    await desk.cache.refetchQueries({ queryKey: ['today'] })
    await expect.element(page.getByText(/^Not up to date/)).toBeVisible()
    await expect.element(patient('Olivia Nguyen')).toBeVisible()
    expect(await violations()).toEqual([])
    answerToday(list)
    await button('Try again').click()
    await expect.element(page.getByText(/^Not up to date/)).not.toBeInTheDocument()
  })

  it.each(['arrived', 'formsDone'] as const)(
    'is read anew at once when a kiosk tells of %s',
    async (told) => {
      const { rows, readAt } = sampleToday(Date.now())
      answerToday({ rows: [], readAt })
      const view = deskViewOf()
      await open(view)
      await expect.element(page.getByText('No appointments today.')).toBeVisible()
      answerToday({ rows, readAt })
      main.show({ ...view, kiosks: { ...view.kiosks, [told]: view.kiosks[told] + 1 } })
      await expect.element(patient('Olivia Nguyen')).toBeVisible()
    },
  )

  it('is walked through by arrows, opened by Enter, and closed by Escape', async () => {
    answerToday(sampleToday(Date.now()))
    await open(deskViewOf())
    await expect.element(patient('Olivia Nguyen')).toBeVisible()
    patient('Olivia Nguyen').element().focus()
    await userEvent.keyboard('{ArrowDown}{ArrowDown}')
    await expect.element(patient('Lena Fischer')).toHaveFocus()
    await userEvent.keyboard('{End}')
    await expect.element(patient('Name not known')).toHaveFocus()
    await userEvent.keyboard('{Home}{ArrowUp}{Enter}')
    await expect
      .element(page.getByRole('heading', { level: 2, name: 'Olivia Nguyen' }))
      .toBeVisible()
    expect(outOfReach()).toEqual([])
    expect(await violations()).toEqual([])
    await userEvent.keyboard('{Escape}')
    await expect.element(page.getByRole('heading', { level: 2 })).not.toBeInTheDocument()
    await expect.element(patient('Olivia Nguyen')).toHaveFocus()
  })

  it('is drawn as far as it is looked at where it is long, and to its end for who goes there', async () => {
    const { rows, readAt } = sampleToday(Date.now())
    const long = Array.from({ length: 300 }, (_, index) => ({
      ...rows[0]!,
      ...{ appointment: `appointment-${index + 1}`, patient: `Patient ${index + 1}` },
    }))
    answerToday({ rows: long, readAt })
    await open(deskViewOf())
    await expect.element(patient('Patient 1')).toBeVisible()
    expect(document.querySelectorAll('tbody tr').length).toBeLessThan(long.length)
    expect(page.getByRole('table').element().ariaRowCount).toBe('301')
    ;(patient('Patient 1').element() as HTMLElement).focus()
    await expect
      .poll(async () => {
        await userEvent.keyboard('{End}')
        return document.activeElement?.textContent
      })
      .toContain('Patient 300')
    expect(document.activeElement?.closest('tr')?.ariaRowIndex).toBe('301')
  })

  it('lets our words for a name that is not known be read in our language', async () => {
    answerToday(sampleToday(Date.now()))
    await open(deskViewOf())
    const title = () => page.getByRole('heading', { level: 2 })
    await patient('Lena Fischer').click()
    await expect.element(title()).toHaveAttribute('lang', '')
    await patient('Name not known').click()
    await expect.element(title()).toHaveTextContent('Name not known')
    await expect.element(title()).not.toHaveAttribute('lang')
  })

  it('is one stop of the Tab key', async () => {
    answerToday(sampleToday(Date.now()))
    await open(deskViewOf())
    await expect.element(patient('Olivia Nguyen')).toBeVisible()
    const stops = [...document.querySelectorAll<HTMLElement>('button.patient')].map(
      (each) => each.tabIndex,
    )
    expect(stops).toEqual([0, ...Array.from({ length: stops.length - 1 }, () => -1)])
  })

  it('is searched from anywhere by /, and narrowed by practitioner and type', async () => {
    answerToday(sampleToday(Date.now()))
    await open(deskViewOf())
    await expect.element(patient('Olivia Nguyen')).toBeVisible()
    await userEvent.keyboard('/')
    await expect.element(page.getByLabelText('Find a patient')).toHaveFocus()
    await userEvent.keyboard('jose{Enter}')
    await expect.element(patient('José Ruiz-Peña')).toHaveFocus()
    expect(document.querySelectorAll('tbody tr')).toHaveLength(1)
    await userEvent.keyboard('/nobody')
    await expect
      .element(page.getByText('No appointment fits what you are looking for.'))
      .toBeVisible()
    await button('Show all').click()
    await page.getByLabelText('With').selectOptions('Dr. Sam Bell')
    await page.getByLabelText('Type').selectOptions('Follow-up')
    await expect.element(patient('Grace Kim')).toBeVisible()
    expect(document.querySelectorAll('tbody tr')).toHaveLength(1)
  })

  it('marks an arrival, and asks why it is taken back', async () => {
    answerToday(sampleToday(Date.now()))
    main.answers['markArrived'] = () => ok(null)
    main.answers['undoArrival'] = () => ok(null)
    await open(deskViewOf())
    await patient('Lena Fischer').click()
    await button('Mark as arrived').click()
    await expect.element(page.getByText('Lena Fischer is marked as arrived.')).toBeVisible()
    await patient('Tomás Herrera').click()
    await button('Not here after all').click()
    await page.getByLabelText(/^Why\?/).fill('  They left the house again ')
    expect(await violations()).toEqual([])
    await button('Take back').click()
    await expect.element(page.getByText('The arrival was taken back.')).toBeVisible()
    expect(main.said.filter(({ type }) => type === 'command')).toEqual([
      { type: 'command', name: 'markArrived', input: { appointment: 'appointment-3' } },
      {
        ...{ type: 'command', name: 'undoArrival', input: { appointment: 'appointment-5' } },
        reason: 'They left the house again',
      },
    ])
  })

  it('takes nothing from main that is not of its schema', async () => {
    const [row] = sampleToday(Date.now()).rows
    main.answers['today'] = () => ok({ rows: [{ ...row, patientId: 5001 }], readAt: 1 })
    await open(deskViewOf())
    await expect.element(page.getByText('The appointments could not be read.')).toBeVisible()
  })
})

describe('a lock', () => {
  const names = /Olivia|Ruiz-Peña|Fischer|Okafor|Herrera/
  async function openToday() {
    answerToday(sampleToday(Date.now()))
    await open(deskViewOf())
    await expect.element(patient('Olivia Nguyen')).toBeVisible()
  }

  it('by its keys takes every patient from the page at once, before main has answered', async () => {
    await openToday()
    main.bridge.send = () => new Promise(() => undefined)
    await userEvent.keyboard('{Control>}l{/Control}')
    expect(shown()).not.toMatch(names)
    expect(desk.cache.getQueryCache().getAll()).toEqual([])
  })

  it('that main makes empties the cache, too', async () => {
    await openToday()
    main.show(deskViewOf({ state: 'locked', members }))
    await expect.element(page.getByText('Who are you?')).toBeVisible()
    expect(shown()).not.toMatch(names)
    expect(desk.cache.getQueryCache().getAll()).toEqual([])
  })
})

describe('a view that the page does not understand', () => {
  const stopped = () => page.getByRole('heading', { name: 'The desk cannot be used now' })
  const strange = { ...deskViewOf(), session: { state: 'elsewhere' } } as unknown as DeskView

  it('takes every patient from the page, and a later one brings it back', async () => {
    answerToday(sampleToday(Date.now()))
    await open(deskViewOf())
    await expect.element(patient('Olivia Nguyen')).toBeVisible()
    main.show(strange)
    await expect.element(stopped()).toBeVisible()
    expect(shown()).not.toMatch(/Olivia|Ana Ruiz/)
    expect(desk.cache.getQueryCache().getAll()).toEqual([])
    main.show(deskViewOf())
    await expect.element(patient('Olivia Nguyen')).toBeVisible()
  })

  it('is told where it is the first, too', async () => {
    await open(strange)
    await expect.element(stopped()).toBeVisible()
    expect(await violations()).toEqual([])
  })
})

it('is left alone by who gets beneath a patient’s window, but for the end of the visit', async () => {
  await open(deskViewOf({ state: 'withPatient' }))
  await button('End the visit').click()
  expect(main.said).toEqual([{ type: 'session', session: { act: 'endVisit' } }])
  await expect.element(page.getByLabelText('PIN or passphrase')).not.toBeInTheDocument()
  expect(shown()).not.toMatch(/Ana|Ben/)
})

describe('signing in', () => {
  it('is by one’s name and one’s own secret, and a wrong one is told', async () => {
    await open(deskViewOf({ state: 'locked', members }))
    await button('Ben Cole').click()
    main.onSession = { ok: false, error: { kind: 'wrongSecret', waitMs: 0 } }
    await page.getByLabelText('PIN or passphrase').fill('not mine')
    await button('Sign in').click()
    await expect.element(alert('This is not right. Please try again.')).toBeVisible()
    await expect.element(page.getByLabelText('PIN or passphrase')).toHaveValue('')
    expect(await violations()).toEqual([])
    expect(main.said).toEqual([
      { type: 'session', session: { act: 'signIn', memberId: benId, secret: 'not mine' } },
    ])
    main.onSession = { ok: false, error: { kind: 'mustWait', waitMs: 4_200 } }
    await page.getByLabelText('PIN or passphrase').fill('not mine')
    await button('Sign in').click()
    await expect.element(alert('Please wait 5 seconds, and then try again.')).toBeVisible()
  })

  it('the first time asks for the same secret twice', async () => {
    await open(deskViewOf({ state: 'setUp' }))
    await page.getByLabelText('Your name').fill('Ana Ruiz')
    await page.getByLabelText('PIN or passphrase').fill('one')
    await page.getByLabelText('The same again').fill('two')
    await button('Set up').click()
    await expect.element(alert('The two are not the same. Please type both again.')).toBeVisible()
    expect(main.said).toEqual([])
  })
})
