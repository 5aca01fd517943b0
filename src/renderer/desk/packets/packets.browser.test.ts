import { describe, expect, it, beforeEach } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { packetAnswers, samplePackets, patientAnswers } from '#harness/desk/chart-pages.ts'
import {
  alert,
  button,
  isGone,
  press,
  sees,
  shows,
  status,
  tab,
  text,
} from '#harness/renderer/on-page.ts'
import {
  answering,
  commandOf,
  commands,
  isFit,
  keptBy,
  late,
  main,
  ok,
  openChart,
  openPart,
  refused,
  never,
  signedIn,
} from '#harness/renderer/open-desk.ts'
import type { DeskReply } from '../../../shared/desk/messages.ts'
import { deskViewOf } from '#harness/desk/fake-desk-main.ts'
import { sampleKiosk, sampleKiosks } from '#harness/desk/desk-pages.ts'
import type { DeskCodeShown } from '../../../shared/desk/packets.ts'

const until = new Date(Date.now() + 10 * 60_000).toISOString()
const made = (code = '482913'): DeskReply => ok({ code, until })

let stands: DeskCodeShown
beforeEach(() => (stands = { state: 'waiting', kiosk: null }))
answering(() => ({
  ...packetAnswers,
  ...patientAnswers,
  makeDeskCode: () => made(),
  deskCode: () => ok(stands),
  kiosks: () => ok([...sampleKiosks, sampleKiosk('Window', 6, {})]),
}))

describe('forms that are there', () => {
  const openFirst = async () => {
    const desk = await openPart('packets')
    await shows('New patient forms', 'Rosa', 'Drawn, signed or a file: see the PDF')
    return desk
  }
  const there = { chart: 'chart-1', packet: 'packet-1' }

  it('get another date, or none', async () => {
    await openFirst()
    await press('Change the date')
    await page.getByLabelText('Due on').fill('')
    await isFit()
    await shows('Save', 'The date is changed.')
    const changed = commandOf('changeDueDate', { ...there, dueDate: null })
    expect(commands()).toEqual([changed])
    await press('Undo Ctrl+Z')
    await isGone(button('Undo Ctrl+Z'))
    const [, back, ...others] = commands()
    expect([changed, others]).toEqual([commands()[0], []])
    expect(back).toMatchObject({ name: 'changeDueDate', input: there })
    expect(back).not.toMatchObject({ input: { dueDate: null } })
  })

  it('get more forms', async () => {
    await openFirst()
    await press('Add forms', 'Add forms')
    await sees(alert('Please choose what they fill in.'))
    await press(page.getByRole('checkbox', { name: 'Health history' }))
    await isGone(alert('Please choose what they fill in.'))
    await isFit()
    await shows('Add forms', 'The forms are added.')
    expect(commands()).toEqual([commandOf('addForms', { ...there, templates: ['template-2'] })])
  })

  it('are filled in beforehand, and tell what was left alone', async () => {
    main.answers['prefillPacket'] = () => ok({ skipped: ['how_long'] })
    await openFirst()
    await press('Fill in beforehand')
    await page.getByLabelText('What brings you in today?').fill('A sore knee')
    await page.getByLabelText('How long?').selectOptions('A few weeks')
    await isFit()
    await shows('Fill in', 'Filled in, but not these, which were left alone: How long?.')
  })

  it('are put away only once that was asked', async () => {
    await openFirst()
    await shows('Put away', 'Put these forms away?')
    await expect.element(button('Keep them')).toHaveFocus()
    await isFit()
    await userEvent.keyboard('{Escape}')
    await isGone('Put these forms away?')
    expect(commands()).toEqual([])
    await press('Put away', 'Put away')
    await sees('The forms are put away.')
    expect(commands()).toEqual([commandOf('archivePacket', there)])
  })

  const drawn = { size: 21, path: 'M0 0h1v1h-1zM2 0h1v1h-1z' }
  const code = page.getByRole('img', { name: 'Code that opens these forms on a phone' })

  it('are opened on a patient’s own phone by a code that no cache keeps', async () => {
    main.answers['showPacketAddress'] = () => ok(drawn)
    const desk = await openFirst()
    await shows('Code for their own phone', code)
    const data = keptBy(desk)
    expect(data).toContain('Rosa')
    expect(data).not.toContain(drawn.path)
    await isFit()
    await press('Hide the code')
    await sees(/^The code is gone\. /, /^This service does not send forms by e-mail/)
    await isGone(code)
    await expect.element(page.getByRole('heading', { name: 'New patient forms' })).toHaveFocus()
  })

  it('keep what was begun when the code for a phone comes late', async () => {
    const { answer, come } = late()
    main.answers['showPacketAddress'] = () => answer
    await openFirst()
    await press('Code for their own phone', 'Change the date')
    await expect.element(page.getByLabelText('Due on')).toHaveFocus()
    come(ok(drawn))
    await page.getByLabelText('Due on').fill('2031-04-05')
    await shows('Save', 'The date is changed.')
    await isGone(code)
  })

  it.each([
    ['Change the date', () => page.getByLabelText('Due on')],
    ['Fill in beforehand', () => button('Fill in')],
  ])('take the keyboard for “%s”, and give it back', async (name, first) => {
    await openFirst()
    await press(name)
    await expect.element(first()).toHaveFocus()
    await userEvent.keyboard('{Escape}')
    await isGone(first())
    await expect.element(page.getByRole('heading', { name: 'New patient forms' })).toHaveFocus()
  })
})

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

const giveScreen = () => button('Give them the screen')

it('says what will happen, and gives the screen once that is read', async () => {
  const { answer, come } = late()
  main.answers['beginHere'] = () => answer
  await open()
  await press('Forms here')
  await expect.element(giveScreen()).toHaveFocus()
  expect(commands()).toEqual([])
  await shows('Give them the screen', status('Getting the screen ready…'))
  // Nobody is given it twice.
  await userEvent.keyboard('{Enter}')
  expect(commands()).toEqual([commandOf('beginHere', { chart: 'chart-1', packet: null })])
  come(ok(null))
  await isGone(text('Getting the screen ready…'))
})

it('is left by the keyboard and by a button, which gives the keyboard back', async () => {
  await open()
  await press('Forms here', 'Cancel')
  await isGone(giveScreen())
  await expect.element(button('Forms here')).toHaveFocus()
  await press('Forms here')
  await userEvent.keyboard('{Escape}')
  await isGone(giveScreen())
  expect(commands()).toEqual([])
})

it.each([
  ['noScreen', 'did not open, so the screen is still yours'],
  ['withPatient', 'A patient uses this screen now.'],
] as const)('says why the screen was not given: %s', async (kind, words) => {
  main.answers['beginHere'] = () => refused(kind)
  await openPart('packets')
  await press('Forms here', 'Give them the screen')
  await sees(alert(words))
  await isFit()
  main.answers['beginHere'] = () => ok(null)
  await press('Give them the screen')
  await isGone(alert(words))
})

it.each([
  ['the screen', ['Fill in here', 'Give them the screen'], 'beginHere'],
  ['a code', ['Kiosk code for these forms'], 'makeDeskCode'],
] as const)('%s is for one packet, in its panel', async (_, acts, name) => {
  await openPart('packets')
  await press('New patient forms', ...acts)
  await expect.poll(commands).toEqual([commandOf(name, { chart: 'chart-1', packet: 'packet-1' })])
  await isFit()
})

describe('a code for a kiosk', () => {
  const forPatient = commandOf('makeDeskCode', { chart: 'chart-1', packet: null })
  const digits = (shown = '482 913') => text(shown)
  const spoken = status('4 8 2, 9 1 3')

  async function openCode() {
    const desk = await openPart('packets')
    await press('Code for a kiosk')
    return desk
  }
  /** Number of changes from kiosks: each makes the page ask again. */
  let changes = 0
  function somethingChanged(next: DeskCodeShown) {
    stands = next
    main.show(deskViewOf(undefined, 'en', { changes: (changes += 1) }))
  }

  it('is shown large, in two groups, and read digit by digit, alone where no kiosk is free', async () => {
    main.answers['kiosks'] = () => ok(sampleKiosks)
    await openCode()
    await sees(digits())
    await expect.element(spoken).toBeInTheDocument()
    await sees(/It works once, until/, button('Withdraw'))
    await sees(page.getByRole('heading', { name: 'Code for a kiosk' }))
    await isGone(page.getByText('Or begin at a kiosk'))
    expect(parseFloat(getComputedStyle(digits().element()).fontSize)).toBeGreaterThanOrEqual(40)
    expect(commands()).toEqual([forPatient])
  })

  it('says that it is being made, and takes the keyboard and gives it back', async () => {
    main.answers['makeDeskCode'] = never
    await openCode()
    await sees(status('Making a code…'))
    await expect.element(button('Hide')).toHaveFocus()
    await isFit()
    await userEvent.keyboard('{Escape}')
    await isGone(status('Making a code…'))
    await expect.element(button('Code for a kiosk')).toHaveFocus()
  })

  it('says why to make a new one, whose end is its own', async () => {
    await openCode()
    await sees(digits())
    somethingChanged({ state: 'void', kiosk: null })
    await sees(status('Too many wrong codes were typed'))
    stands = { state: 'waiting', kiosk: null }
    main.answers['makeDeskCode'] = () => made('000042')
    await shows('Make a new code', digits('000 042'))
    await expect.element(status('0 0 0, 0 4 2')).toBeInTheDocument()
    expect(commands()).toEqual([forPatient, forPatient])
  })

  it('ends by the clock of the desk, though nothing is told', async () => {
    const past = new Date(Date.now() - 1).toISOString()
    main.answers['makeDeskCode'] = () => ok({ code: '482913', until: past })
    await openCode()
    await sees(status('The code is too old now.'))
    await isGone(digits())
  })

  it('is withdrawn, or says that it was not', async () => {
    main.answers['withdrawDeskCode'] = () => refused('failed')
    await openCode()
    await shows('Withdraw', page.getByRole('alert'), digits())
    main.answers['withdrawDeskCode'] = () => ok(null)
    await shows('Withdraw', status('The code does not work any more.'))
    await isGone(digits())
    expect(commands().at(-1)).toEqual(commandOf('withdrawDeskCode', { chart: 'chart-1' }))
  })

  it('is in no cache, and gone at the lock, before main has answered', async () => {
    const desk = await openChart()
    await press(tab('Forms'))
    await shows('Code for a kiosk', digits())
    const data = keptBy(desk)
    expect(data).toContain('waiting')
    expect(data).not.toContain('482913')
    desk.lock()
    await isGone(digits())
    expect(document.body.textContent).not.toMatch(/482|4 8 2/)
  })

  it('is offered with the screen of the desk, and to nobody who checks nobody in', async () => {
    await openPart('packets', { role: 'billing' })
    await sees(page.getByRole('heading', { name: 'Forms' }))
    await isGone(button('Code for a kiosk'), button('Forms here'))
    main.show(signedIn(['clinical']))
    await sees(button('Code for a kiosk'), button('Forms here'))
  })

  it('begins at a kiosk that is free, and the code that stood there is gone', async () => {
    await openCode()
    await sees(button('Window'))
    // Those that are away, in use or closed are not offered.
    await isGone(button('Front door'))
    await isFit()
    await shows('Window', status('Window asks for their birth date now.'))
    await isGone('482 913', button('Window'))
    expect(commands().at(-1)).toEqual(
      commandOf('beginAtKiosk', { chart: 'chart-1', packet: null, kiosk: 'kiosk-6' }),
    )
  })

  it.each([
    ['kioskBusy', 'Somebody uses that kiosk'],
    ['kioskSilent', 'That kiosk does not answer. Try another one, or tell the patient the code.'],
  ] as const)(
    'says why it did not begin: %s; the code before works no more',
    async (kind, words) => {
      main.answers['beginAtKiosk'] = () => refused(kind)
      await openPart('packets')
      await press('Code for a kiosk', 'Window')
      await sees(alert(words))
      await isGone('482 913')
      await shows('Make a new code', '482 913')
      await isGone(alert(words))
    },
  )
})
