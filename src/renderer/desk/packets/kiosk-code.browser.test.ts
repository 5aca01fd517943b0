import { beforeEach, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { DeskReply } from '../../../shared/desk/messages.ts'
import { packetAnswers, patientAnswers } from '../../../../test/harness/desk/chart-pages.ts'
import { deskViewOf } from '../../../../test/harness/desk/fake-desk-main.ts'
import { sampleKiosk, sampleKiosks } from '../../../../test/harness/desk/desk-pages.ts'
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
} from '../../../../test/harness/renderer/on-page.ts'
import {
  answering,
  commandOf,
  commands,
  isFit,
  keptBy,
  main,
  never,
  ok,
  openChart,
  openPart,
  refused,
  signedIn,
} from '../../../../test/harness/renderer/open-desk.ts'
import type { DeskCodeShown } from '../../../shared/desk/packets.ts'

const until = new Date(Date.now() + 10 * 60_000).toISOString()
const made = (code = '482913'): DeskReply => ok({ code, until })

let stands: DeskCodeShown
beforeEach(() => (stands = { state: 'waiting', kiosk: null }))
answering(() => ({
  ...packetAnswers,
  ...patientAnswers,
  makeDeskCode: () => made(),
  withdrawDeskCode: () => ok(null),
  deskCode: () => ok(stands),
  kiosks: () => ok([...sampleKiosks, sampleKiosk('Window', 6, {})]),
  beginAtKiosk: () => ok(null),
}))

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

it('is shown large, in two groups, and read digit by digit', async () => {
  await openCode()
  await sees(digits())
  await expect.element(spoken).toBeInTheDocument()
  await sees(/It works once, until/, button('Withdraw'))
  await sees(page.getByRole('heading', { name: 'Code for a kiosk' }))
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

it('tells at which kiosk it was used as soon as that is told', async () => {
  await openCode()
  await sees(digits())
  somethingChanged({ state: 'used', kiosk: 'Front door' })
  await sees(status('The code was used at Front door.'))
  await isGone(button('Withdraw'), digits())
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

it('is for one packet where its own is asked for', async () => {
  await openPart('packets')
  await press('New patient forms', 'Kiosk code for these forms')
  await sees(digits())
  await isFit()
  expect(commands()).toEqual([commandOf('makeDeskCode', { chart: 'chart-1', packet: 'packet-1' })])
  await press('Hide')
  await isGone(digits())
})

it('is in no cache', async () => {
  const desk = await openCode()
  await sees(digits())
  const data = keptBy(desk)
  expect(data).toContain('waiting')
  expect(data).not.toContain('482913')
})

it('is gone at the lock, before main has answered', async () => {
  const desk = await openChart()
  await press(tab('Forms'))
  await shows('Code for a kiosk', digits())
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
] as const)('says why it did not begin: %s; the code before works no more', async (kind, words) => {
  main.answers['beginAtKiosk'] = () => refused(kind)
  await openPart('packets')
  await press('Code for a kiosk', 'Window')
  await sees(alert(words))
  await isGone('482 913')
  await shows('Make a new code', '482 913')
  await isGone(alert(words))
})

it('offers nothing where no kiosk is free', async () => {
  main.answers['kiosks'] = () => ok(sampleKiosks)
  await openPart('packets')
  await shows('Code for a kiosk', '482 913')
  await isGone(page.getByText('Or begin at a kiosk'))
})
