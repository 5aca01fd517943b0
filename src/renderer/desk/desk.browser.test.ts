import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { DeskView } from '../../shared/desk/view.ts'
import {
  benId,
  deskViewOf,
  members,
  sampleToday,
} from '../../../test/harness/desk/fake-desk-main.ts'
import {
  alert,
  button,
  heading,
  isGone,
  press,
  sees,
  shows,
} from '../../../test/harness/renderer/on-page.ts'
import {
  answering,
  commandOf,
  commands,
  isFit,
  main,
  ok,
  openDesk,
} from '../../../test/harness/renderer/open-desk.ts'
import type { TodayList } from '../../shared/desk/today.ts'

answering(() => ({ today: () => ok(sampleToday(Date.now())) }))

const answerToday = (list: TodayList) => (main.answers['today'] = () => ok(list))
const shown = () => document.body.textContent

describe('the list of today', () => {
  it.each(['arrived', 'formsDone'] as const)(
    'is read anew at once when a kiosk tells of %s',
    async (told) => {
      const { rows, readAt } = sampleToday(Date.now())
      answerToday({ rows: [], readAt })
      const view = deskViewOf()
      await openDesk(view)
      await sees(page.getByText('No appointments today.'))
      answerToday({ rows, readAt })
      main.show({ ...view, kiosks: { ...view.kiosks, [told]: view.kiosks[told] + 1 } })
      await sees(button('Olivia Nguyen'))
    },
  )

  it('is drawn as far as it is looked at where it is long, and to its end for who goes there', async () => {
    const { rows, readAt } = sampleToday(Date.now())
    const long = Array.from({ length: 300 }, (_, index) => ({
      ...rows[0]!,
      appointment: `appointment-${index + 1}`,
      patient: `Patient ${index + 1}`,
    }))
    answerToday({ rows: long, readAt })
    await openDesk()
    await sees(button('Patient 1'))
    expect(document.querySelectorAll('tbody tr').length).toBeLessThan(long.length)
    expect(page.getByRole('table').element().ariaRowCount).toBe('301')
    ;(button('Patient 1').element() as HTMLElement).focus()
    await expect
      .poll(async () => {
        await userEvent.keyboard('{End}')
        return document.activeElement?.textContent
      })
      .toContain('Patient 300')
    expect(document.activeElement?.closest('tr')?.ariaRowIndex).toBe('301')
  })

  it('lets our words for a name that is not known be read in our language', async () => {
    await openDesk()
    const title = () => heading(undefined, 2)
    await press('Lena Fischer')
    await expect.element(title()).toHaveAttribute('lang', '')
    await press('Name not known')
    await expect.element(title()).toHaveTextContent('Name not known')
    await expect.element(title()).not.toHaveAttribute('lang')
  })

  it('is searched from anywhere by /, and narrowed by practitioner and type', async () => {
    await openDesk()
    await sees(button('Olivia Nguyen'))
    await userEvent.keyboard('/')
    await expect.element(page.getByLabelText('Find a patient')).toHaveFocus()
    await userEvent.keyboard('jose{Enter}')
    await expect.element(button('José Ruiz-Peña')).toHaveFocus()
    expect(document.querySelectorAll('tbody .open')).toHaveLength(1)
    await userEvent.keyboard('/nobody')
    await sees(page.getByText('No appointment here today.'))
    await press('Show all')
    await page.getByLabelText('With').selectOptions('Dr. Sam Bell')
    await page.getByLabelText('Type').selectOptions('Follow-up')
    await sees(button('Grace Kim'))
    expect(document.querySelectorAll('tbody .open')).toHaveLength(1)
  })

  it('marks an arrival, and asks why it is taken back', async () => {
    main.answers['markArrived'] = () => ok(null)
    main.answers['undoArrival'] = () => ok(null)
    await openDesk()
    await press('Lena Fischer', 'Mark as arrived')
    await sees(page.getByText('Lena Fischer is marked as arrived.'))
    await press('Tomás Herrera', 'Another reason…')
    await page.getByLabelText(/^Why\?/).fill('  They left the house again ')
    await isFit()
    await shows('Take back', page.getByText('The arrival was taken back.'))
    expect(commands()).toEqual([
      commandOf('markArrived', { appointment: 'appointment-3' }),
      commandOf('undoArrival', { appointment: 'appointment-5' }, 'They left the house again'),
    ])
  })

  it('takes nothing from main that is not of its schema', async () => {
    const [row] = sampleToday(Date.now()).rows
    main.answers['today'] = () => ok({ rows: [{ ...row, patientId: 5001 }], readAt: 1 })
    await openDesk()
    await sees(page.getByText('The appointments could not be read.'))
  })
})

describe('a lock', () => {
  const names = /Olivia|Ruiz-Peña|Fischer|Okafor|Herrera/
  async function openToday() {
    const desk = await openDesk()
    await sees(button('Olivia Nguyen'))
    return desk
  }

  it('by its keys takes every patient from the page at once, before main has answered', async () => {
    const desk = await openToday()
    main.bridge.send = () => new Promise(() => undefined)
    await userEvent.keyboard('{Control>}l{/Control}')
    expect(shown()).not.toMatch(names)
    expect(desk.cache.getQueryCache().getAll()).toEqual([])
  })

  it('that main makes empties the cache, too', async () => {
    const desk = await openToday()
    main.show(deskViewOf({ state: 'locked', members }))
    await sees(page.getByText('Who are you?'))
    expect(shown()).not.toMatch(names)
    expect(desk.cache.getQueryCache().getAll()).toEqual([])
  })
})

describe('a view that the page does not understand', () => {
  const stopped = () => page.getByRole('heading', { name: 'The desk cannot be used now' })
  const strange = { ...deskViewOf(), session: { state: 'elsewhere' } } as unknown as DeskView

  it('takes every patient from the page, and a later one brings it back', async () => {
    const desk = await openDesk()
    await sees(button('Olivia Nguyen'))
    main.show(strange)
    await sees(stopped())
    expect(shown()).not.toMatch(/Olivia|Ana Ruiz/)
    expect(desk.cache.getQueryCache().getAll()).toEqual([])
    main.show(deskViewOf())
    await sees(button('Olivia Nguyen'))
  })
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
