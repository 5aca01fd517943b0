import '@fontsource-variable/atkinson-hyperlegible-next'
import { beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { violations } from '../../../../test/harness/renderer/accessibility-checks.ts'
import { ana, deskViewOf, FakeDeskMain } from '../../../../test/harness/desk/fake-desk-main.ts'
import {
  answerPatients,
  chartPages,
  samplePatients,
} from '../../../../test/harness/desk/patient-pages.ts'
import { openDesk, outOfReach } from '../../../../test/harness/renderer/open-desk.ts'
import type { DeskRefusal, DeskReply } from '../../../shared/desk/messages.ts'
import type { MemberRole } from '../../../shared/desk/members.ts'
import type { Locale } from '../../../shared/locale.ts'
import '../../app.css'
import '../desk.css'
import type { Desk } from '../desk.svelte.ts'

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
  desk = await openDesk(main, deskViewOf({ state: 'open', member: ana(...roles) }, locale))
  await button(placeName[locale]).click()
}
async function find(text: string) {
  await search().fill(text)
  await userEvent.keyboard('{Enter}')
}
/** What main was told to do, or asked under a name. */
const said = (name: string) =>
  main.said.flatMap((each) => (each.type !== 'session' && each.name === name ? [each.input] : []))

async function isFit() {
  expect(outOfReach()).toEqual([])
  expect(await violations()).toEqual([])
}

/** Types two identifiers into the dialog, and sends them. */
async function confirm(birth = '2/16/1981', also = '(206) 555-0110') {
  const [first, second] = page.getByRole('dialog').getByRole('textbox').all()
  await first?.fill(birth)
  await second?.fill(also)
  await userEvent.keyboard('{Enter}')
}

describe.each(['en', 'es'] as const)('in %s', (locale) => {
  it.each(Object.entries(chartPages))(
    'a chart, %s, is accessible and in reach',
    async (_, each) => {
      answerPatients(main)
      main.answers['patientChart'] = each.read
      await open(locale)
      await find('kim')
      await button('Daniel Kim').click()
      await confirm()
      await expect.element(says(each.says[locale])).toBeVisible()
      await isFit()
    },
  )
})

describe('a chart', () => {
  async function openChart(roles?: MemberRole[]) {
    answerPatients(main)
    await open('en', roles)
    await find('kim')
    await button('Daniel Kim').click()
    await confirm()
    await expect.element(page.getByRole('heading', { level: 1, name: 'Grace Kim' })).toBeVisible()
  }

  it('tells who it is, and is closed by Escape, back to the search', async () => {
    await openChart()
    await expect.element(says('+1 206 555 0110')).toBeVisible()
    await expect.element(says('Seattle, Washington 98101')).toBeVisible()
    await expect
      .element(page.getByRole('tab', { name: 'Details' }))
      .toHaveAttribute('tabindex', '0')
    await userEvent.keyboard('{Escape}')
    await expect.element(search()).toHaveValue('kim')
    await expect.element(button('Daniel Kim')).toBeVisible()
    // Who was found a moment ago is not looked for again.
    expect(said('findPatients')).toHaveLength(1)
  })

  it('takes the keyboard to whose it is', async () => {
    await openChart()
    await expect.element(page.getByRole('heading', { level: 1, name: 'Grace Kim' })).toHaveFocus()
  })

  it('opens a part by Enter or Space, and none by walking past it', async () => {
    await openChart(['clinical'])
    const tab = (name: string) => page.getByRole('tab', { name, exact: true })
    const before = [...main.said]
    tab('Details').element().focus()
    await userEvent.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}')
    await expect.element(tab('Labs')).toHaveFocus()
    await userEvent.keyboard('{ArrowRight}{End}{ArrowRight}')
    await expect.element(tab('Details')).toHaveFocus()
    await expect.element(tab('Details')).toHaveAttribute('aria-selected', 'true')
    expect(main.said).toEqual(before)
    await userEvent.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}{Enter}')
    await expect.element(tab('Labs')).toHaveAttribute('aria-selected', 'true')
    await expect.poll(() => said('labs')).toHaveLength(1)
    await userEvent.keyboard('{ArrowRight} ')
    await expect.element(tab('Health profile')).toHaveAttribute('aria-selected', 'true')
    await expect.poll(() => said('allergies')).toHaveLength(1)
  })

  it('of a relative asks for two identifiers of theirs', async () => {
    await openChart()
    await button('Daniel Kim').click()
    await expect.element(page.getByRole('heading', { name: 'Is this Daniel Kim?' })).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
    await expect.element(page.getByRole('heading', { level: 1, name: 'Grace Kim' })).toBeVisible()
  })

  it('goes stale without the service', async () => {
    await openChart()
    main.answers['patientChart'] = () => refused({ kind: 'offline' })
    await desk.cache.refetchQueries({ queryKey: ['patientChart'] })
    await expect.element(page.getByText(/^Not up to date/)).toBeVisible()
    await expect.element(says('+1 206 555 0110')).toBeVisible()
  })

  it('lets our words for a name that is not known be read in our language', async () => {
    await openChart()
    const title = (name: string) => page.getByRole('heading', { level: 1, name })
    await expect.element(title('Grace Kim')).toHaveAttribute('lang', '')
    const known = desk.cache.getQueryData<object>(['patientChart', 'chart-7'])
    main.answers['patientChart'] = () => ok({ ...known, name: null })
    await desk.cache.refetchQueries({ queryKey: ['patientChart'] })
    await expect.element(title('Name not known')).not.toHaveAttribute('lang')
  })

  it('is forgotten at the lock', async () => {
    await openChart()
    await userEvent.keyboard('{Control>}l{/Control}')
    expect(document.body.textContent).not.toMatch(/Kim|555/)
    expect(desk.cache.getQueryCache().getAll()).toEqual([])
  })

  it('is changed: what was changed alone is sent', async () => {
    await openChart()
    await button('Change').click()
    await expect.element(page.getByLabelText('First name')).toHaveValue('Grace')
    await isFit()
    await page.getByLabelText('Last name').fill('Kim-Lee')
    await page.getByLabelText('Mobile phone').fill('')
    main.answers['changePatient'] = () => refused({ kind: 'badPatient', field: 'lastName' })
    await button('Save').click()
    await expect.element(alert(/write the last name/)).toBeVisible()
    await expect.element(page.getByLabelText('Last name')).toHaveFocus()
    await isFit()
    main.answers['changePatient'] = () => ok(null)
    await button('Save').click()
    await expect.element(says('The change was saved.')).toBeVisible()
    expect(said('changePatient')[1]).toEqual({
      ...{ chart: 'chart-7', patch: { lastName: 'Kim-Lee', phone: '' } },
    })
  })

  it('stays open when Escape leaves a change', async () => {
    await openChart()
    await button('Change').click()
    await expect.element(page.getByLabelText('First name')).toHaveFocus()
    await userEvent.keyboard('{Escape}')
    await expect.element(button('Change')).toBeVisible()
    expect(said('changePatient')).toEqual([])
  })

  it('is removed by an administrator, who is asked twice and says why', async () => {
    await openChart(['administrator', 'reception'])
    main.answers['removePatient'] = () => ok(null)
    await button('Remove from the account').click()
    await page.getByLabelText(/^Why\?/).fill('They moved to another country')
    await isFit()
    await button('Go on').click()
    await expect.element(button('Cancel')).toHaveFocus()
    expect(said('removePatient')).toEqual([])
    await isFit()
    await button('Yes, remove').click()
    await expect.element(search()).toBeVisible()
    // They are looked for anew, their chart is not read once more, and nothing of it is kept.
    await expect.poll(() => said('findPatients')).toHaveLength(2)
    expect(said('patientChart')).toHaveLength(1)
    const kept = () =>
      JSON.stringify(
        desk.cache
          .getQueryCache()
          .getAll()
          .map((each) => each.queryKey),
      )
    await expect.poll(kept).not.toContain('chart-7')
    expect(main.said).toContainEqual({
      ...{ type: 'command', name: 'removePatient', input: { chart: 'chart-7' } },
      reason: 'They moved to another country',
    })
  })

  it('offers nobody else to remove it, nor billing to change it', async () => {
    await openChart(['billing'])
    await expect.element(button('Remove from the account')).not.toBeInTheDocument()
    await expect.element(button('Change')).not.toBeInTheDocument()
  })
})

describe('a new patient', () => {
  const created = { patient: 'patient-9', outcome: 'created' }
  async function fill() {
    answerPatients(main)
    await open()
    await find('ada reed 2/29/1984')
    await button('New patient').click()
    await page.getByLabelText('Mobile phone').fill('206 555 0187')
  }

  it('begins with what was looked for, and is opened by what the person said', async () => {
    await fill()
    main.answers['createPatient'] = () => ok(created)
    await expect.element(says('February 29, 1984')).toBeVisible()
    await isFit()
    await button('Add patient').click()
    await expect.element(page.getByRole('heading', { level: 1, name: 'Grace Kim' })).toBeVisible()
    expect(said('createPatient')).toEqual([
      {
        draft: {
          ...{ firstName: 'ada', lastName: 'reed', birthDate: '1984-02-29' },
          ...{ phone: '206 555 0187', email: '' },
        },
        isAnother: false,
      },
    ])
    expect(said('openChart')).toMatchObject([
      { patient: 'patient-9', identifiers: [{ kind: 'birthDate' }, { kind: 'phone' }] },
    ])
  })

  it('is not made beside somebody similar before staff have looked', async () => {
    await fill()
    main.answers['createPatient'] = () =>
      ok({ outcome: 'similar', rows: samplePatients.slice(0, 2) })
    await button('Add patient').click()
    await expect.element(says('Is it one of these?')).toBeVisible()
    await isFit()
    main.answers['createPatient'] = () => ok(created)
    await button('None of these: add a new patient').click()
    await expect.element(page.getByRole('heading', { level: 1, name: 'Grace Kim' })).toBeVisible()
    expect(said('createPatient')[1]).toMatchObject({ isAnother: true })
  })

  it('beside somebody similar says what went wrong, and leads back to what was typed', async () => {
    await fill()
    main.answers['createPatient'] = () =>
      ok({ outcome: 'similar', rows: samplePatients.slice(0, 2) })
    await button('Add patient').click()
    await expect.element(page.getByRole('heading', { name: 'Is it one of these?' })).toHaveFocus()
    main.answers['createPatient'] = () => refused({ kind: 'offline' })
    await button('None of these: add a new patient').click()
    await expect.element(alert(/cannot be reached/)).toBeVisible()
    main.answers['createPatient'] = () => ok({ outcome: 'inDoubt' })
    await button('None of these: add a new patient').click()
    await expect.element(alert(/not sure that the patient was added/)).toBeVisible()
    await isFit()
    await button('Back to what was typed').click()
    await expect.element(page.getByLabelText('First name')).toHaveFocus()
    await expect.element(page.getByLabelText('Mobile phone')).toHaveValue('206 555 0187')
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
    await button('Add patient').click()
    await expect.element(alert(/not sure that the patient was added/)).toBeVisible()
    main.answers['createPatient'] = () =>
      ok({ outcome: 'similar', rows: samplePatients.slice(0, 2) })
    await button('Add patient').click()
    await expect.element(says('Is it one of these?')).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(page.getByLabelText('Last name')).toHaveValue('reed')
  })
})
