import '@fontsource-variable/atkinson-hyperlegible-next'
import { beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { FakeDeskMain } from '../../../../test/harness/desk/fake-desk-main.ts'
import { makePdf } from '../../../../test/harness/pdf/make-pdf.ts'
import { violations } from '../../../../test/harness/renderer/accessibility-checks.ts'
import { late, ok } from '../../../../test/harness/renderer/open-chart-part.ts'
import {
  alert,
  button,
  commandOf,
  mainWithPackets,
  openPackets,
  text,
} from '../../../../test/harness/renderer/open-packets.ts'
import '../../app.css'
import '../desk.css'

let main: FakeDeskMain
beforeEach(() => {
  main = mainWithPackets()
})

const open = () => openPackets({ main })
const commands = () => main.said.filter(({ type }) => type === 'command')

describe('forms that are there', () => {
  const openFirst = async () => {
    const desk = await open()
    await button('New patient forms').click()
    await expect.element(text('Rosa')).toBeVisible()
    return desk
  }
  const there = { chart: 'chart-1', packet: 'packet-1' }

  it('get another date, or none', async () => {
    main.answers['changeDueDate'] = () => ok(null)
    await openFirst()
    await button('Change the date').click()
    await page.getByLabelText('Due on').fill('')
    expect(await violations()).toEqual([])
    await button('Save').click()
    await expect.element(text('The date is changed.')).toBeVisible()
    const changed = commandOf('changeDueDate', { ...there, dueDate: null })
    expect(commands()).toEqual([changed])
    await button('Undo Ctrl+Z').click()
    await expect.element(button('Undo Ctrl+Z')).not.toBeInTheDocument()
    const [, back, ...others] = commands()
    expect([changed, others]).toEqual([commands()[0], []])
    expect(back).toMatchObject({ name: 'changeDueDate', input: there })
    expect(back).not.toMatchObject({ input: { dueDate: null } })
  })

  it('get more forms', async () => {
    main.answers['addForms'] = () => ok(null)
    await openFirst()
    await button('Add forms').click()
    await button('Add forms').click()
    await expect.element(alert('Please choose what they fill in.')).toBeVisible()
    await page.getByRole('checkbox', { name: 'Health history' }).click()
    await expect.element(alert('Please choose what they fill in.')).not.toBeInTheDocument()
    expect(await violations()).toEqual([])
    await button('Add forms').click()
    await expect.element(text('The forms are added.')).toBeVisible()
    expect(commands()).toEqual([commandOf('addForms', { ...there, templates: ['template-2'] })])
  })

  it('are filled in beforehand, and tell what was left alone', async () => {
    main.answers['prefillPacket'] = () => ok({ skipped: ['how_long'] })
    await openFirst()
    await button('Fill in beforehand').click()
    await page.getByLabelText('What brings you in today?').fill('A sore knee')
    await page.getByLabelText('How long?').selectOptions('A few weeks')
    expect(await violations()).toEqual([])
    await button('Fill in').click()
    await expect
      .element(text('Filled in, but not these, which were left alone: How long?.'))
      .toBeVisible()
  })

  it('are put away only once that was asked', async () => {
    main.answers['archivePacket'] = () => ok(null)
    await openFirst()
    await button('Put away').click()
    await expect.element(text('Put these forms away?')).toBeVisible()
    await expect.element(button('Keep them')).toHaveFocus()
    expect(await violations()).toEqual([])
    await userEvent.keyboard('{Escape}')
    await expect.element(text('Put these forms away?')).not.toBeInTheDocument()
    expect(commands()).toEqual([])
    await button('Put away').click()
    await button('Put away').click()
    await expect.element(text('The forms are put away.')).toBeVisible()
    expect(commands()).toEqual([commandOf('archivePacket', there)])
  })

  const squares = Array.from({ length: 21 }, () => '10'.repeat(10) + '1')
  const code = page.getByRole('img', { name: 'Code that opens these forms on a phone' })

  it('are opened on a patient’s own phone by a code that no cache keeps', async () => {
    main.answers['showPacketAddress'] = () => ok({ rows: squares })
    const { cache } = await openFirst()
    await button('Code for their own phone').click()
    await expect.element(code).toBeVisible()
    const kept = [...cache.getQueryCache().getAll(), ...cache.getMutationCache().getAll()]
    const data = JSON.stringify(kept.map(({ state }) => state))
    expect(data).toContain('Rosa')
    expect(data).not.toContain(squares[0])
    expect(await violations()).toEqual([])
    await button('Hide the code').click()
    await expect.element(code).not.toBeInTheDocument()
    await expect.element(page.getByRole('heading', { name: 'New patient forms' })).toHaveFocus()
  })

  it('keep what was begun when the code for a phone comes late', async () => {
    const { answer, come } = late()
    main.answers['showPacketAddress'] = () => answer
    main.answers['changeDueDate'] = () => ok(null)
    await openFirst()
    await button('Code for their own phone').click()
    await button('Change the date').click()
    await expect.element(page.getByLabelText('Due on')).toHaveFocus()
    come(ok({ rows: squares }))
    await page.getByLabelText('Due on').fill('2031-04-05')
    await button('Save').click()
    await expect.element(text('The date is changed.')).toBeVisible()
    await expect.element(code).not.toBeInTheDocument()
  })

  it.each([
    ['Change the date', () => page.getByLabelText('Due on')],
    ['Add forms', () => page.getByRole('checkbox', { name: 'About you' })],
    ['Fill in beforehand', () => button('Fill in')],
    ['Put away', () => button('Keep them')],
  ])('take the keyboard for “%s”, and give it back', async (name, first) => {
    await openFirst()
    await button(name).click()
    await expect.element(first()).toHaveFocus()
    await userEvent.keyboard('{Escape}')
    await expect.element(first()).not.toBeInTheDocument()
    await expect.element(page.getByRole('heading', { name: 'New patient forms' })).toHaveFocus()
  })

  it('are drawn as a PDF', async () => {
    const bytes = makePdf([{ text: 'Sheet 1' }])
    main.answers['packetPdf'] = () => ok({ base64: btoa(String.fromCharCode(...bytes)) })
    await openFirst()
    await button('Show the PDF').click()
    await expect
      .element(page.getByRole('dialog', { name: 'PDF of New patient forms' }))
      .toBeVisible()
    await expect.poll(() => document.querySelectorAll('dialog canvas').length).toBe(1)
    await expect.poll(() => document.querySelector('dialog')?.textContent).toContain('Sheet 1')
    expect(await violations()).toEqual([])
  })
})
