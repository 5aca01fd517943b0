import '@fontsource-variable/atkinson-hyperlegible-next'
import { beforeEach, describe, expect, it } from 'vitest'
import { cleanup, render } from 'vitest-browser-svelte'
import { page, userEvent } from 'vitest/browser'
import { clinicAnswers } from '../../../../test/harness/desk/clinic-pages.ts'
import { ana, deskViewOf, FakeDeskMain } from '../../../../test/harness/desk/fake-desk-main.ts'
import { violations } from '../../../../test/harness/renderer/accessibility-checks.ts'
import type { DeskReply } from '../../../shared/desk/messages.ts'
import type { Locale } from '../../../shared/locale.ts'
import '../../app.css'
import App from '../app.svelte'
import '../desk.css'
import { Desk } from '../desk.svelte.ts'
import Clinic from './clinic.svelte'
import { QueryClientProvider } from '@tanstack/svelte-query'

const sizes = { small: [1366, 768], large: [2560, 1440] } as const
const done: DeskReply = { ok: true, value: null }
const refused = (kind: 'offline' | 'failed' | 'refusedByService'): DeskReply => ({
  ...{ ok: false, error: { kind } },
})
const button = (name: string) => page.getByRole('button', { name, exact: true })
const field = (name: string) => page.getByLabelText(name, { exact: true })
const tab = (name: string) => page.getByRole('tab', { name, exact: true })
const row = (name: RegExp) => page.getByRole('rowheader').getByRole('button', { name })
const alert = (words: RegExp) => page.getByRole('alert').filter({ hasText: words })

let main: FakeDeskMain
let desk: Desk
beforeEach(() => {
  main = new FakeDeskMain()
  main.answers = { ...clinicAnswers }
})

async function open(locale: Locale = 'en', size: keyof typeof sizes = 'small'): Promise<void> {
  cleanup()
  const [width, height] = sizes[size]
  await page.viewport(width, height)
  desk = new Desk(main.bridge)
  desk.follow()
  const { container } = await render(App, { desk })
  container.style.blockSize = '100%'
  main.show(deskViewOf({ state: 'open', member: ana('administrator') }, locale))
  await button(locale === 'en' ? 'Clinic' : 'Clínica').click()
}
const commands = () => main.said.filter(({ type }) => type === 'command')
const outOfReach = () =>
  [...document.querySelectorAll('.desk *')]
    .filter((element) => !element.closest('.unseen, svg, option, datalist, table'))
    .filter((element) => {
      const { left, right } = element.getBoundingClientRect()
      return left < -1 || right > innerWidth + 1
    })
    .map(({ tagName, className }) => `${tagName} ${className}`)
async function sound() {
  expect(outOfReach()).toEqual([])
  expect(await violations()).toEqual([])
}

const never = () => new Promise<DeskReply>(() => undefined)
const words = {
  locations: {
    loading: ['Reading the locations…', 'Leyendo los lugares…'],
    empty: ['There are no locations.', 'No hay lugares.'],
  },
  groups: {
    loading: ['Reading the groups of forms…', 'Leyendo los grupos de formularios…'],
    empty: ['There are no groups of forms yet.', 'Todavía no hay grupos de formularios.'],
  },
  templates: {
    loading: ['Reading the forms…', 'Leyendo los formularios…'],
    empty: ['There are no forms yet.', 'Todavía no hay formularios.'],
  },
} as const
const tabs = {
  locations: ['Locations', 'Lugares', 'clinicLocations'],
  groups: ['Groups of forms', 'Grupos de formularios', 'clinicGroups'],
  templates: ['Forms', 'Formularios', 'clinicTemplates'],
} as const
const locales = ['en', 'es'] as const
const parts = Object.keys(tabs) as (keyof typeof tabs)[]

describe.each(locales)('in %s', (locale) => {
  const at = locales.indexOf(locale)
  describe.each(parts)('%s', (part) => {
    const [, , query] = tabs[part]
    const state = async (answer: () => DeskReply | Promise<DeskReply>, says: string | RegExp) => {
      main.answers[query] = answer
      await open(locale)
      await tab(tabs[part][at] ?? '').click()
      await expect.element(page.getByText(says).first()).toBeVisible()
      await sound()
    }
    it('are being read', () => state(never, words[part].loading[at] ?? ''))
    it('are none', () => state(() => ({ ok: true, value: [] }), words[part].empty[at] ?? ''))
    it('could not be read', () =>
      state(() => refused('failed'), /could not be read|No se pudo leer/))
    it('cannot be reached', () =>
      state(() => refused('offline'), /cannot be reached|no hay conexión/i))
    it('are listed, and one is shown', async () => {
      await open(locale, part === 'groups' ? 'large' : 'small')
      await tab(tabs[part][at] ?? '').click()
      await row(/Lakeside|New patient|Health/).click()
      await expect.element(page.getByRole('heading', { level: 2 })).toBeVisible()
      await expect
        .element(page.getByRole('complementary').getByRole('button').first())
        .toBeVisible()
      await sound()
    })
  })
})

it('says who may, to a role that may not', async () => {
  const shown = new Desk(main.bridge)
  shown.follow()
  await render(Clinic, { desk: shown, locale: 'en' }, {
    wrapper: QueryClientProvider,
    wrapperProps: { client: shown.cache },
  } as never)
  main.show(deskViewOf())
  await expect
    .element(page.getByText('Your role does not show how the clinic is set up.'))
    .toBeVisible()
  expect(main.said).toEqual([])
})

describe('locations', () => {
  it('stay on the page when the network is gone, and say how old they are', async () => {
    await open()
    await expect.element(row(/Lakeside/)).toBeVisible()
    main.answers['clinicLocations'] = () => refused('offline')
    await desk.cache.invalidateQueries({ queryKey: ['clinicLocations'] })
    await expect.element(page.getByText(/^Not up to date/)).toBeVisible()
    await expect.element(row(/Lakeside/)).toBeVisible()
    await sound()
  })

  it('are walked through by arrows, opened by Enter, and closed by Escape', async () => {
    await open()
    await expect.element(row(/Harbor/)).toBeVisible()
    row(/Harbor/)
      .element()
      .focus()
    await userEvent.keyboard('{ArrowDown}{Enter}')
    await expect.element(page.getByRole('heading', { name: 'Lakeside Pediatrics' })).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(page.getByRole('heading', { level: 2 })).not.toBeInTheDocument()
    await expect.element(row(/Lakeside/)).toHaveFocus()
  })

  it('say what is wrong with what is typed, and lose nothing of it', async () => {
    await open()
    await button('Add a location').click()
    await field('Name').fill('Ridge Clinic')
    await field('Time zone').fill('Denver')
    await field('ZIP or postal code').fill('?')
    await button('Save').click()
    await expect.element(field('Street and number')).toHaveFocus()
    await expect.element(page.getByText(/^Please choose a time zone/)).toBeVisible()
    await expect.element(page.getByText(/^Please write the postal code/)).toBeVisible()
    await expect.element(page.getByText(/^Please write at least one number/)).toBeVisible()
    await sound()
    expect(commands()).toEqual([])
    await field('Street and number').fill(' 9 Ridge Road ')
    await field('City').fill('Boulder')
    await field('ZIP or postal code').fill('80301')
    await field('State or province').selectOptions('Colorado')
    await field('Time zone').fill('America/Denver')
    await field('Staff who may use it (numbers)').fill('11, 12')
    main.answers['createLocation'] = () => refused('offline')
    await button('Save').click()
    await expect.element(alert(/It may be saved all the same/)).toBeVisible()
    await expect.element(field('Name')).toHaveValue('Ridge Clinic')
    main.answers['createLocation'] = () => done
    await button('Save').click()
    await expect.element(page.getByText('Ridge Clinic is saved.')).toBeVisible()
    expect(commands().at(-1)).toEqual({
      ...{ type: 'command', name: 'createLocation' },
      input: {
        ...{ name: 'Ridge Clinic', timeZone: 'America/Denver', phoneNumber: '' },
        ...{ address1: '9 Ridge Road', address2: '', city: 'Boulder', state: 'state-1' },
        ...{ postalCode: '80301', staff: [11, 12] },
      },
    })
  })

  it('are taken out of use after a question alone, and brought back', async () => {
    main.answers['changeLocation'] = () => done
    await open()
    await row(/Lakeside/).click()
    await button('Stop using this location').click()
    await expect.element(button('Cancel')).toHaveFocus()
    await sound()
    await button('Stop using it').click()
    await expect.element(alert(/at least one number/)).toBeVisible()
    expect(commands()).toEqual([])
    await field('Staff who may use it (numbers)').fill('402')
    await button('Stop using it').click()
    await expect.element(page.getByText('Lakeside Pediatrics is not used any more.')).toBeVisible()
    await button('Use it again').click()
    await expect.element(page.getByText('Lakeside Pediatrics is in use again.')).toBeVisible()
    expect(commands().map((each) => 'input' in each && each.input)).toMatchObject([
      { location: 'location-2', isActive: false, fields: { staff: [402], city: 'Rochester' } },
      { location: 'location-2', isActive: true, fields: { staff: [402], city: 'Rochester' } },
    ])
  })

  it('keep the one where the desk stands', async () => {
    await open()
    await row(/Harbor/).click()
    await expect.element(page.getByText(/^This desk stands here/)).toBeVisible()
    await expect.element(button('Stop using this location')).not.toBeInTheDocument()
  })
})

describe('groups of forms', () => {
  async function openGroups() {
    await open()
    await tab('Groups of forms').click()
    await expect.element(row(/New patient forms/)).toBeVisible()
  }

  it('are made of forms, and a group without any is not sent', async () => {
    main.answers['createGroup'] = () => done
    await openGroups()
    await button('Add a group of forms').click()
    await field('Name').fill('First visit')
    await button('Save').click()
    await expect.element(page.getByText('Please choose at least one form.')).toBeVisible()
    await sound()
    await page.getByLabelText('Health history').click()
    await field('Practitioner').fill('402')
    await button('Save').click()
    await expect.element(page.getByText('First visit is saved.')).toBeVisible()
    expect(commands()).toEqual([
      {
        ...{ type: 'command', name: 'createGroup' },
        input: {
          location: 'location-1',
          fields: { name: 'First visit', templates: ['template-2'], practitioner: 402 },
        },
      },
    ])
  })

  it('are changed, and what the service refuses is not lost', async () => {
    main.answers['changeGroup'] = () => refused('refusedByService')
    await openGroups()
    await row(/New patient forms/).click()
    await button('Change').click()
    await field('Name').fill('Welcome')
    await button('Save').click()
    await expect.element(alert(/did not accept this/)).toBeVisible()
    await expect.element(field('Name')).toHaveValue('Welcome')
  })

  it('end after a question alone', async () => {
    main.answers['deactivateGroup'] = () => done
    await openGroups()
    await row(/New patient forms/).click()
    await button('Stop using this group').click()
    await expect.element(page.getByText(/cannot be taken back/)).toBeVisible()
    await button('Cancel').click()
    expect(commands()).toEqual([])
    await button('Stop using this group').click()
    await button('Stop using it').click()
    await expect.element(page.getByText('New patient forms is not used any more.')).toBeVisible()
  })

  it('are narrowed to those of a practitioner', async () => {
    await openGroups()
    await field('Only of practitioner (number)').fill('Dr. Chen')
    await button('Show').click()
    await expect.element(page.getByText('Please write one number, or nothing.')).toBeVisible()
    main.answers['clinicGroups'] = () => ({ ok: true, value: [] })
    await field('Only of practitioner (number)').fill('402')
    await button('Show').click()
    await expect.element(page.getByText(/^This practitioner has no groups/)).toBeVisible()
    expect(main.said.at(-1)).toMatchObject({ input: { practitioner: 402 } })
  })

  it('have a link that is shown as a poster in the languages of the clinic', async () => {
    await openGroups()
    await row(/New patient forms/).click()
    await button('Poster to print').click()
    const poster = page.getByRole('dialog', { name: 'Poster' })
    await expect.element(poster.getByText('Fill in your forms on your phone')).toBeVisible()
    await expect.element(poster.getByText('Rellene sus formularios en su teléfono')).toBeVisible()
    await sound()
    await userEvent.keyboard('{Escape}')
    await expect.element(poster).not.toBeInTheDocument()
    await expect.element(page.getByRole('heading', { name: 'New patient forms' })).toBeVisible()
  })
})
