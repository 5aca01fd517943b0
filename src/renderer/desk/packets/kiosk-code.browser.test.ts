import '@fontsource-variable/atkinson-hyperlegible-next'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { cdp, page, userEvent } from 'vitest/browser'
import { ana, deskViewOf, type FakeDeskMain } from '../../../../test/harness/desk/fake-desk-main.ts'
import { answerPatients } from '../../../../test/harness/desk/patient-pages.ts'
import { violations } from '../../../../test/harness/renderer/accessibility-checks.ts'
import { never, ok, outOfReach } from '../../../../test/harness/renderer/open-chart-part.ts'
import { openDesk } from '../../../../test/harness/renderer/open-desk.ts'
import {
  alert,
  button,
  commandOf,
  mainWithPackets,
  openPackets,
  text,
} from '../../../../test/harness/renderer/open-packets.ts'
import type { DeskCodeShown } from '../../../shared/desk/desk-codes.ts'
import type { DeskRefusal, DeskReply } from '../../../shared/desk/messages.ts'
import '../../app.css'
import '../desk.css'

const until = new Date(Date.now() + 10 * 60_000).toISOString()
const made = (code = '482913'): DeskReply => ok({ code, until })
const refused = (kind: 'noKiosk' | 'tooManyCodes' | 'packetClosed' | 'kiosksUnheard') => ({
  ok: false as const,
  error: { kind } satisfies DeskRefusal,
})

let main: FakeDeskMain
let stands: DeskCodeShown
beforeEach(() => {
  main = mainWithPackets()
  stands = { state: 'waiting', kiosk: null }
  main.answers['makeDeskCode'] = () => made()
  main.answers['withdrawDeskCode'] = () => ok(null)
  main.answers['deskCode'] = () => ok(stands)
})

const commands = () => main.said.filter(({ type }) => type === 'command')
const forPatient = commandOf('makeDeskCode', { chart: 'chart-1', packet: null })
const digits = (shown = '482 913') => text(shown)
const status = (words: string) => page.getByRole('status').filter({ hasText: words })
const spoken = status('4 8 2, 9 1 3')

async function openCode(locale: 'en' | 'es' = 'en') {
  const desk = await openPackets({ main, locale })
  await button(locale === 'en' ? 'Code for a kiosk' : 'Código para un quiosco').click()
  return desk
}
/** Kiosks told something: the page asks again. */
let changes = 0
function somethingChanged(next: DeskCodeShown) {
  stands = next
  main.show(deskViewOf(undefined, 'en', { changes: (changes += 1) }))
}

describe.each([
  ['en', /It works once, until/, 'Code for a kiosk', 'Withdraw'],
  ['es', /Sirve una vez, hasta las/, 'Código para un quiosco', 'Anular'],
] as const)('in %s a code', (locale, works, title, withdraw) => {
  it('is shown large, in two groups, and read digit by digit', async () => {
    await openCode(locale)
    await expect.element(digits()).toBeVisible()
    await expect.element(spoken).toBeInTheDocument()
    await expect.element(page.getByText(works)).toBeVisible()
    await expect.element(page.getByRole('heading', { name: title })).toBeVisible()
    await expect.element(button(withdraw)).toBeVisible()
    expect(parseFloat(getComputedStyle(digits().element()).fontSize)).toBeGreaterThanOrEqual(40)
    expect(await violations()).toEqual([])
    expect(outOfReach()).toEqual([])
    expect(commands()).toEqual([forPatient])
  })

  it.each([
    { state: 'used', kiosk: 'Front door' },
    { state: 'used', kiosk: null },
    { state: 'void', kiosk: null },
    { state: 'old', kiosk: null },
    { state: 'none', kiosk: null },
  ] satisfies DeskCodeShown[])('that is $state at $kiosk is shown no more', async (next) => {
    stands = next
    await openCode(locale)
    await expect.element(button(withdraw)).not.toBeInTheDocument()
    await expect.element(digits()).not.toBeInTheDocument()
    await expect.element(page.getByRole('status').filter({ hasText: /código|code/ })).toBeVisible()
    expect(await violations()).toEqual([])
  })

  it.each(['noKiosk', 'tooManyCodes', 'packetClosed', 'kiosksUnheard'] as const)(
    'that is refused as %s says why',
    async (kind) => {
      main.answers['makeDeskCode'] = () => refused(kind)
      await openCode(locale)
      await expect.element(page.getByRole('alert')).toBeVisible()
      expect(await violations()).toEqual([])
      expect(outOfReach()).toEqual([])
    },
  )
})

it('says that it is being made, and takes the keyboard and gives it back', async () => {
  main.answers['makeDeskCode'] = never
  await openCode()
  await expect.element(status('Making a code…')).toBeVisible()
  await expect.element(button('Hide')).toHaveFocus()
  expect(await violations()).toEqual([])
  await userEvent.keyboard('{Escape}')
  await expect.element(status('Making a code…')).not.toBeInTheDocument()
  await expect.element(button('Code for a kiosk')).toHaveFocus()
})

it('tells at which kiosk it was used as soon as that is told', async () => {
  await openCode()
  await expect.element(digits()).toBeVisible()
  somethingChanged({ state: 'used', kiosk: 'Front door' })
  await expect.element(status('The code was used at Front door.')).toBeVisible()
  await expect.element(digits()).not.toBeInTheDocument()
})

it('says why to make a new one, whose end is its own', async () => {
  await openCode()
  await expect.element(digits()).toBeVisible()
  somethingChanged({ state: 'void', kiosk: null })
  await expect.element(status('Too many wrong codes were typed')).toBeVisible()
  stands = { state: 'waiting', kiosk: null }
  main.answers['makeDeskCode'] = () => made('000042')
  await button('Make a new code').click()
  await expect.element(digits('000 042')).toBeVisible()
  await expect.element(status('0 0 0, 0 4 2')).toBeInTheDocument()
  expect(commands()).toEqual([forPatient, forPatient])
})

it('ends by the clock of the desk, though nothing is told', async () => {
  const past = new Date(Date.now() - 1).toISOString()
  main.answers['makeDeskCode'] = () => ok({ code: '482913', until: past })
  await openCode()
  await expect.element(status('The code is too old now.')).toBeVisible()
  await expect.element(digits()).not.toBeInTheDocument()
})

it('is withdrawn, or says that it was not', async () => {
  main.answers['withdrawDeskCode'] = () => ({ ok: false, error: { kind: 'failed' } })
  await openCode()
  await button('Withdraw').click()
  await expect.element(page.getByRole('alert')).toBeVisible()
  await expect.element(digits()).toBeVisible()
  main.answers['withdrawDeskCode'] = () => ok(null)
  await button('Withdraw').click()
  await expect.element(status('The code does not work any more.')).toBeVisible()
  await expect.element(digits()).not.toBeInTheDocument()
  expect(commands().at(-1)).toEqual(commandOf('withdrawDeskCode', { chart: 'chart-1' }))
})

it('says why none is made, and makes one once that is mended', async () => {
  main.answers['makeDeskCode'] = () => refused('noKiosk')
  await openCode()
  await expect.element(alert('No kiosk is on now')).toBeVisible()
  main.answers['makeDeskCode'] = () => made()
  await button('Make a new code').click()
  await expect.element(digits()).toBeVisible()
  await expect.element(alert('No kiosk is on now')).not.toBeInTheDocument()
})

it('is for one packet where its own is asked for', async () => {
  await openPackets({ main })
  await button('New patient forms').click()
  await button('Kiosk code for these forms').click()
  await expect.element(digits()).toBeVisible()
  expect(await violations()).toEqual([])
  expect(commands()).toEqual([commandOf('makeDeskCode', { chart: 'chart-1', packet: 'packet-1' })])
  await button('Hide').click()
  await expect.element(digits()).not.toBeInTheDocument()
})

it('is in no cache', async () => {
  const desk = await openCode()
  await expect.element(digits()).toBeVisible()
  const { cache } = desk
  const kept = [...cache.getQueryCache().getAll(), ...cache.getMutationCache().getAll()]
  const data = JSON.stringify(kept.map(({ state }) => state))
  expect(data).toContain('waiting')
  expect(data).not.toContain('482913')
})

/** Opens it in the chart of the whole desk, as somebody comes to it. */
async function openInDesk() {
  answerPatients(main)
  const desk = await openDesk(main, deskViewOf())
  await button('Patients').click()
  await page.getByRole('searchbox').fill('kim')
  await userEvent.keyboard('{Enter}')
  await button('Daniel Kim').click()
  const [first, second] = page.getByRole('dialog').getByRole('textbox').all()
  await first?.fill('2/16/1981')
  await second?.fill('(206) 555-0110')
  await userEvent.keyboard('{Enter}')
  await page.getByRole('tab', { name: 'Forms', exact: true }).click()
  await button('Code for a kiosk').click()
  await expect.element(digits()).toBeVisible()
  return desk
}

it('is gone at the lock, before main has answered', async () => {
  const desk = await openInDesk()
  desk.lock()
  await expect.element(digits()).not.toBeInTheDocument()
  expect(document.body.textContent).not.toMatch(/482|4 8 2/)
})

it.each(['dark', 'light'])('reads and is in reach where the machine prefers %s', async (value) => {
  const prefer = (next: string) =>
    cdp().send('Emulation.setEmulatedMedia', {
      features: [{ name: 'prefers-color-scheme', value: next }],
    })
  onTestFinished(async () => {
    await prefer('')
  })
  await prefer(value)
  await openInDesk()
  expect(await violations()).toEqual([])
  expect(outOfReach()).toEqual([])
})

it('is offered to nobody who checks nobody in', async () => {
  await openPackets({ main, role: 'billing' })
  await expect.element(page.getByRole('heading', { name: 'Forms' })).toBeVisible()
  await expect.element(button('Code for a kiosk')).not.toBeInTheDocument()
  main.show(deskViewOf({ state: 'open', member: ana('clinical') }))
  await expect.element(button('Code for a kiosk')).toBeVisible()
})
