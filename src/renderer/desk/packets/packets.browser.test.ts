import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { packetAnswers, samplePackets } from '../../../../test/harness/desk/chart-part-pages.ts'
import {
  alert,
  button,
  isGone,
  press,
  sees,
  shows,
  text,
} from '../../../../test/harness/renderer/on-page.ts'
import {
  answering,
  commandOf,
  commands,
  isFit,
  late,
  main,
  ok,
  openPart,
  refused,
} from '../../../../test/harness/renderer/open-desk.ts'

answering(() => ({ ...packetAnswers, beginHere: () => ok(null) }))

const open = () => openPart('packets')

describe('the forms of a patient', () => {
  it('stand under open, done and put away', async () => {
    await open()
    await shows('Done: 1', button('Consent'))
    await shows('Put away: 1', button('Yearly update, 2029'))
    await expect.element(button('Open: 3')).toHaveAttribute('aria-pressed', 'false')
  })

  it('tell how many are left out, with others and without', async () => {
    main.answers['packets'] = () => ok({ ...samplePackets, notShown: 4 })
    const words = 'Not shown: 4 more. The service does not say whose they are.'
    const desk = await open()
    await sees(button('Yearly update'), text(words))
    main.answers['packets'] = () => ok({ ...samplePackets, rows: [], notShown: 4 })
    await desk.cache.refetchQueries({ queryKey: ['packets'] })
    await isGone(button('Yearly update'))
    await sees(text(words))
    await isGone('This patient has no forms here.')
  })
})

answering(() => ({ ...packetAnswers, beginHere: () => ok(null) }))

describe.each([
  ['en', 'Forms here', 'Give them the screen', 'Cancel', 'Getting the screen ready…'],
  ['es', 'Formularios aquí', 'Darle la pantalla', 'Cancelar', 'Preparando la pantalla…'],
] as const)('in %s', (locale, title, give, cancel, opening) => {
  it('says what will happen, and gives the screen once that is read', async () => {
    const { answer, come } = late()
    main.answers['beginHere'] = () => answer
    await openPart('packets', { locale })
    await button(title).click()
    await expect.element(button(give)).toHaveFocus()
    expect(commands()).toEqual([])
    await isFit()
    await button(give).click()
    await sees(page.getByRole('status').filter({ hasText: opening }))
    // Nobody is given it twice.
    await userEvent.keyboard('{Enter}')
    expect(commands()).toEqual([commandOf('beginHere', { chart: 'chart-1', packet: null })])
    await isFit()
    come(ok(null))
    await isGone(text(opening))
  })

  it('is left by the keyboard and by a button, which gives the keyboard back', async () => {
    await openPart('packets', { locale })
    await press(title, cancel)
    await isGone(button(give))
    await expect.element(button(title)).toHaveFocus()
    await button(title).click()
    await userEvent.keyboard('{Escape}')
    await isGone(button(give))
    expect(commands()).toEqual([])
  })
})

it.each([
  ['noScreen', 'did not open, so the screen is still yours'],
  ['withPatient', 'A patient uses this screen now.'],
  ['offline', 'cannot be reached'],
] as const)('says why the screen was not given: %s', async (kind, words) => {
  main.answers['beginHere'] = () => refused(kind)
  await openPart('packets')
  await press('Forms here', 'Give them the screen')
  await sees(alert(words))
  await isFit()
  main.answers['beginHere'] = () => ok(null)
  await button('Give them the screen').click()
  await isGone(alert(words))
})

it('is for one packet, in its panel', async () => {
  await openPart('packets')
  await page.getByRole('table').getByRole('button').first().click()
  await press('Fill in here', 'Give them the screen')
  expect(commands()).toEqual([commandOf('beginHere', { chart: 'chart-1', packet: 'packet-1' })])
})

it('is offered to nobody who may not check in', async () => {
  await openPart('packets', { role: 'billing' })
  await isGone(button('Forms here'))
})
