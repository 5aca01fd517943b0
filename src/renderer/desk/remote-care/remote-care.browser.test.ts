import '@fontsource-variable/atkinson-hyperlegible-next'
import { beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { FakeDeskMain } from '../../../../test/harness/desk/fake-desk-main.ts'
import { violations } from '../../../../test/harness/renderer/accessibility-checks.ts'
import {
  never,
  ok,
  openChartPart,
  outOfReach,
  refused,
  sizes,
} from '../../../../test/harness/renderer/open-chart-part.ts'
import type { DeskConversion } from '../../../shared/desk/operations/remote-care.ts'
import '../../app.css'
import '../desk.css'
import RemoteCare from './remote-care.svelte'

const begun: DeskConversion = {
  ...{ conversion: 'conversion-1', number: '8841', state: 'begun', attempts: 0 },
  services: ['Scale', 'Blood pressure cuff with a large display and a voice'],
}
const button = (name: string) => page.getByRole('button', { name, exact: true })
const services = () => page.getByRole('textbox', { name: 'Services', exact: true })
const status = () => page.getByRole('status')

let main: FakeDeskMain
let rows: DeskConversion[]
beforeEach(() => {
  main = new FakeDeskMain()
  rows = [begun]
  main.answers = { remoteCare: () => ok(rows) }
})
const open = (options: Partial<Parameters<typeof openChartPart>[1]> = {}) =>
  openChartPart(RemoteCare, { main, ...options })
/** What main was told to do under a name. */
const said = (name: string) =>
  main.said.flatMap((each) => (each.type === 'command' && each.name === name ? [each.input] : []))

describe.each(Object.keys(sizes) as (keyof typeof sizes)[])('on a %s screen', (size) => {
  describe.each(['en', 'es'] as const)('in %s', (locale) => {
    const states = {
      'what there is': { remoteCare: () => ok([begun]) },
      nothing: { remoteCare: () => ok([]) },
      'what is read': { remoteCare: never },
      'no answer': { remoteCare: () => refused('offline') },
    }
    it.each(Object.entries(states))('%s is accessible and in reach', async (_, answers) => {
      main.answers = answers
      await open({ locale, size })
      await expect.element(page.getByRole('heading', { level: 2 })).toBeVisible()
      expect(outOfReach()).toEqual([])
      expect(await violations()).toEqual([])
    })
  })
})

describe('remote care', () => {
  it('is started with one service a line, and its number is told', async () => {
    rows = []
    main.answers['startRemoteCare'] = () => {
      rows = [begun]
      return ok({ outcome: 'started' })
    }
    await open()
    await button('Start remote care').click()
    await expect.element(services()).toHaveFocus()
    await services().fill('Scale\n\nWatch')
    expect(await violations()).toEqual([])
    await button('Start').click()
    await expect
      .element(status())
      .toHaveTextContent('Remote care is started. Please note its number.')
    await expect.element(page.getByRole('heading', { name: 'Number 8841' })).toBeVisible()
    expect(said('startRemoteCare')).toEqual([{ chart: 'chart-1', services: ['Scale', 'Watch'] }])
  })

  it('says that it is in doubt, and forgets what it said when something else begins', async () => {
    main.answers['startRemoteCare'] = () => ok({ outcome: 'inDoubt' })
    await open()
    await button('Start remote care').click()
    await button('Start').click()
    const doubt = page.getByRole('alert').filter({ hasText: /it is not sure/ })
    await expect.element(doubt).toBeVisible()
    await button('Change the services of number 8841').click()
    await expect.element(doubt).not.toBeInTheDocument()
  })

  it('keeps what was typed where it is refused, and while it is under way', async () => {
    const answers = [refused('offline'), never()]
    main.answers['changeRemoteCare'] = () => answers.shift() ?? ok(null)
    await open()
    await button('Change the services of number 8841').click()
    await services().fill('Watch')
    await button('Save').click()
    await expect.element(page.getByRole('alert')).toBeVisible()
    await expect.element(services()).toHaveValue('Watch')
    await button('Save').click()
    await expect.element(button('Save')).toHaveAttribute('aria-disabled', 'true')
    await userEvent.keyboard('{Escape}')
    await expect.element(services()).toHaveValue('Watch')
    expect(said('changeRemoteCare')).toHaveLength(2)
  })

  it('is opened by its number; another one brings the keyboard to the field', async () => {
    main.answers['openRemoteCare'] = () => refused('refusedByService')
    await open()
    const number = page.getByRole('textbox', { name: 'Open by its number' })
    await number.fill('77 1')
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByText(/type the number as it was noted/)).toBeVisible()
    expect(said('openRemoteCare')).toEqual([])
    await number.fill('771')
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByText(/has no remote care with this number/)).toBeVisible()
    await expect.element(number).toHaveFocus()
    main.answers['openRemoteCare'] = () => ok(null)
    await userEvent.keyboard('{Enter}')
    await expect.element(status()).toHaveTextContent('Number 771 is open.')
    await expect.element(number).toHaveValue('')
  })

  it('is closed by Escape where nothing is under way, and gives the keyboard back', async () => {
    await open()
    await button('Start remote care').click()
    await expect.element(services()).toHaveFocus()
    await userEvent.keyboard('{Escape}')
    await expect.element(services()).not.toBeInTheDocument()
    expect(document.activeElement).not.toBe(document.body)
  })

  it('is only read by who may not change it', async () => {
    await open({ role: 'billing' })
    await expect.element(button('Start remote care')).not.toBeInTheDocument()
  })
})
