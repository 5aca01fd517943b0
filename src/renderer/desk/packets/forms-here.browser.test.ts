import '@fontsource-variable/atkinson-hyperlegible-next'
import { beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { FakeDeskMain } from '../../../../test/harness/desk/fake-desk-main.ts'
import { violations } from '../../../../test/harness/renderer/accessibility-checks.ts'
import { ok, outOfReach } from '../../../../test/harness/renderer/open-chart-part.ts'
import {
  alert,
  button,
  commandOf,
  mainWithPackets,
  openPackets,
  text,
} from '../../../../test/harness/renderer/open-packets.ts'
import type { DeskRefusal, DeskReply } from '../../../shared/desk/messages.ts'
import '../../app.css'
import '../desk.css'

let main: FakeDeskMain
beforeEach(() => {
  main = mainWithPackets()
  main.answers['beginHere'] = () => ok(null)
})
const commands = () => main.said.filter(({ type }) => type === 'command')

describe.each([
  ['en', 'Forms here', 'Give them the screen', 'Cancel', 'Getting the screen ready…'],
  ['es', 'Formularios aquí', 'Darle la pantalla', 'Cancelar', 'Preparando la pantalla…'],
] as const)('in %s', (locale, title, give, cancel, opening) => {
  it('says what will happen, and gives the screen once that is read', async () => {
    let answer: (reply: DeskReply) => void = () => undefined
    main.answers['beginHere'] = () => new Promise((resolve) => (answer = resolve))
    await openPackets({ main, locale })
    await button(title).click()
    await expect.element(button(give)).toHaveFocus()
    expect(commands()).toEqual([])
    expect(await violations()).toEqual([])
    expect(outOfReach()).toEqual([])
    await button(give).click()
    await expect.element(page.getByRole('status').filter({ hasText: opening })).toBeVisible()
    // Nobody is given it twice.
    await userEvent.keyboard('{Enter}')
    expect(commands()).toEqual([commandOf('beginHere', { chart: 'chart-1', packet: null })])
    expect(await violations()).toEqual([])
    answer(ok(null))
    await expect.element(text(opening)).not.toBeInTheDocument()
  })

  it('is left by the keyboard and by a button, which gives the keyboard back', async () => {
    await openPackets({ main, locale })
    await button(title).click()
    await button(cancel).click()
    await expect.element(button(give)).not.toBeInTheDocument()
    await expect.element(button(title)).toHaveFocus()
    await button(title).click()
    await userEvent.keyboard('{Escape}')
    await expect.element(button(give)).not.toBeInTheDocument()
    expect(commands()).toEqual([])
  })
})

it.each<[DeskRefusal['kind'] & ('noScreen' | 'withPatient' | 'offline'), string]>([
  ['noScreen', 'did not open, so the screen is still yours'],
  ['withPatient', 'A patient uses this screen now.'],
  ['offline', 'cannot be reached'],
])('says why the screen was not given: %s', async (kind, words) => {
  main.answers['beginHere'] = () => ({ ok: false, error: { kind } })
  await openPackets({ main })
  await button('Forms here').click()
  await button('Give them the screen').click()
  await expect.element(alert(words)).toBeVisible()
  expect(await violations()).toEqual([])
  main.answers['beginHere'] = () => ok(null)
  await button('Give them the screen').click()
  await expect.element(alert(words)).not.toBeInTheDocument()
})

it('is for one packet, in its panel', async () => {
  await openPackets({ main })
  await page.getByRole('table').getByRole('button').first().click()
  await button('Fill in here').click()
  await button('Give them the screen').click()
  expect(commands()).toEqual([commandOf('beginHere', { chart: 'chart-1', packet: 'packet-1' })])
})

it('is offered to nobody who may not check in', async () => {
  await openPackets({ main, role: 'billing' })
  await expect.element(button('Forms here')).not.toBeInTheDocument()
})
