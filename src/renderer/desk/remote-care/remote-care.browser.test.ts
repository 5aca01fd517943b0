import { beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import {
  alert,
  button,
  isGone,
  press,
  sees,
  shows,
} from '../../../../test/harness/renderer/on-page.ts'
import {
  answering,
  isFit,
  main,
  never,
  ok,
  openPart,
  refused,
  said,
} from '../../../../test/harness/renderer/open-desk.ts'
import type { DeskConversion } from '../../../shared/desk/remote-care.ts'

const begun: DeskConversion = {
  conversion: 'conversion-1',
  number: '8841',
  state: 'begun',
  services: ['Scale', 'Blood pressure cuff with a large display and a voice'],
}
const services = () => page.getByRole('textbox', { name: 'Services', exact: true })

let rows: DeskConversion[]
beforeEach(() => (rows = [begun]))
answering(() => ({ remoteCare: () => ok(rows) }))
describe('remote care', () => {
  it('is started with one service a line, and its number is told', async () => {
    rows = []
    main.answers['startRemoteCare'] = () => {
      rows = [begun]
      return ok({ outcome: 'started' })
    }
    await openPart('remoteCare')
    await press('Start remote care')
    await expect.element(services()).toHaveFocus()
    await services().fill('Scale\n\nWatch')
    await isFit()
    await press('Start')
    await expect
      .element(page.getByRole('status'))
      .toHaveTextContent('Remote care is started. Please note its number.')
    await sees(page.getByRole('heading', { name: 'Number 8841' }))
    expect(said('startRemoteCare')).toEqual([{ chart: 'chart-1', services: ['Scale', 'Watch'] }])
  })

  it('says that it is in doubt, and forgets what it said when something else begins', async () => {
    main.answers['startRemoteCare'] = () => ok({ outcome: 'inDoubt' })
    await openPart('remoteCare')
    await press('Start remote care', 'Start')
    const doubt = alert(/it is not sure/)
    await sees(doubt)
    await press('Change the services of number 8841')
    await isGone(doubt)
  })

  it('keeps what was typed where it is refused, and while it is under way', async () => {
    const answers = [refused('offline'), never()]
    main.answers['changeRemoteCare'] = () => answers.shift() ?? ok(null)
    await openPart('remoteCare')
    await press('Change the services of number 8841')
    await services().fill('Watch')
    await shows('Save', page.getByRole('alert'))
    await expect.element(services()).toHaveValue('Watch')
    await press('Save')
    await expect.element(button('Save')).toHaveAttribute('aria-disabled', 'true')
    await userEvent.keyboard('{Escape}')
    await expect.element(services()).toHaveValue('Watch')
    expect(said('changeRemoteCare')).toHaveLength(2)
  })

  it('is opened by its number; another one brings the keyboard to the field', async () => {
    main.answers['openRemoteCare'] = () => refused('refusedByService')
    await openPart('remoteCare')
    const number = page.getByRole('textbox', { name: 'Open by its number' })
    await number.fill('77 1')
    await userEvent.keyboard('{Enter}')
    await sees(/type the number as it was noted/)
    expect(said('openRemoteCare')).toEqual([])
    await number.fill('771')
    await userEvent.keyboard('{Enter}')
    await sees(/has no remote care with this number/)
    await expect.element(number).toHaveFocus()
    main.answers['openRemoteCare'] = () => ok(null)
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByRole('status')).toHaveTextContent('Number 771 is open.')
    await expect.element(number).toHaveValue('')
  })

  it('is only read by who may not change it', async () => {
    await openPart('remoteCare', { role: 'billing' })
    await isGone(button('Start remote care'))
  })
})
