import '@fontsource-variable/atkinson-hyperlegible-next'
import { beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { categoryAnswers } from '../../../../../test/harness/desk/category-pages.ts'
import { FakeDeskMain } from '../../../../../test/harness/desk/fake-desk-main.ts'
import { violations } from '../../../../../test/harness/renderer/accessibility-checks.ts'
import { openChartPart } from '../../../../../test/harness/renderer/open-chart-part.ts'
import type { MemberRole } from '../../../../shared/desk/members.ts'
import type { DeskReply } from '../../../../shared/desk/messages.ts'
import type { Locale } from '../../../../shared/locale.ts'
import '../../../app.css'
import '../../desk.css'
import type { Desk } from '../../desk.svelte.ts'
import Category from './category.svelte'

const refused = (kind: 'offline' | 'failed'): DeskReply => ({ ok: false, error: { kind } })

let main: FakeDeskMain
let desk: Desk
beforeEach(() => {
  main = new FakeDeskMain()
  main.answers = { ...categoryAnswers }
})

async function open(locale: Locale = 'en', role: MemberRole = 'reception'): Promise<void> {
  desk = await openChartPart(Category, { main, locale, role })
}

const states: Record<string, readonly [() => DeskReply | Promise<DeskReply>, string, string]> = {
  loading: [
    () => new Promise<DeskReply>(() => undefined),
    ...(['Reading the category…', 'Leyendo la categoría…'] as const),
  ],
  empty: [
    () => ({ ok: true, value: { current: null, history: [] } }),
    ...(['This patient is in no category.', 'Este paciente no tiene categoría.'] as const),
  ],
  failed: [
    () => refused('failed'),
    ...(['The category could not be read.', 'No se pudo leer la categoría.'] as const),
  ],
  offline: [
    () => refused('offline'),
    'The service cannot be reached. Please try again in a moment.',
    'No hay conexión con el servicio. Inténtelo de nuevo en un momento.',
  ],
}

describe.each(['en', 'es'] as const)('in %s', (locale) => {
  it.each(Object.entries(states))('%s is told, and accessible', async (_, [answer, en, es]) => {
    main.answers['patientCategory'] = answer
    await open(locale)
    await expect.element(page.getByText(locale === 'en' ? en : es, { exact: true })).toBeVisible()
    expect(await violations()).toEqual([])
  })

  it('shows the category, its stage and how it came to that', async () => {
    await open(locale)
    await expect.element(page.getByRole('heading', { name: 'New patients' })).toBeVisible()
    const stage = page.getByRole('listitem').filter({ hasText: 'Booked' })
    await expect.element(stage).toHaveAttribute('aria-current', 'step')
    expect(await violations()).toEqual([])
  })
})

it('tells why of a step, which Escape closes', async () => {
  await open()
  await page.getByRole('button', { name: 'New patients', exact: true }).click()
  await expect.element(page.getByText('Booked online.')).toBeVisible()
  expect(await violations()).toEqual([])
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByText('Booked online.')).not.toBeInTheDocument()
})

it('reads the pipelines only once somebody wants to see them', async () => {
  await open()
  await expect.element(page.getByRole('heading', { name: 'New patients' })).toBeVisible()
  expect(main.said.map((each) => 'name' in each && each.name)).toEqual(['patientCategory'])
  await page.getByRole('button', { name: 'All paths and their stages' }).click()
  await expect.element(page.getByText('Recall list')).toBeVisible()
  expect(await violations()).toEqual([])
})

it('stays on the page when the network is gone, and says how old it is', async () => {
  await open()
  await expect.element(page.getByRole('heading', { name: 'New patients' })).toBeVisible()
  main.answers['patientCategory'] = () => refused('offline')
  await desk.cache.invalidateQueries({ queryKey: ['patientCategory'] })
  await expect.element(page.getByText(/^Not up to date/)).toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'New patients' })).toBeVisible()
})

it('asks for nothing for a role that sees no patients', async () => {
  await open('en', 'administrator')
  await expect.element(page.getByText('Your role does not show patients.')).toBeVisible()
  expect(main.said).toEqual([])
})
