import '@fontsource-variable/atkinson-hyperlegible-next'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { ana, deskViewOf, FakeDeskMain } from '../../../../test/harness/desk/fake-desk-main.ts'
import { members } from '../../../../test/harness/desk/desk-pages.ts'
import {
  asBoth,
  kioskAnswers,
  kioskPages,
  sampleCalls,
  sampleInvitation,
  sampleKiosks,
} from '../../../../test/harness/desk/kiosk-pages.ts'
import { violations } from '../../../../test/harness/renderer/accessibility-checks.ts'
import { openDesk, outOfReach } from '../../../../test/harness/renderer/open-desk.ts'
import type { KiosksGlance } from '../../../shared/desk/kiosks.ts'
import type { DeskReply } from '../../../shared/desk/messages.ts'
import type { DeskView } from '../../../shared/desk/view.ts'
import '../../app.css'
import '../desk.css'

const ok = (value: unknown): DeskReply => ({ ok: true, value })
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
const names = {
  en: { help: 'Help', kiosks: 'Kiosks', intakes: 'Offline check-ins' },
  es: { help: 'Ayuda', kiosks: 'Quioscos', intakes: 'Registros sin conexión' },
} as const
const why = 'The paper in the printer is stuck'

/** Tones that the page would have played. */
let tones: number
class FakeAudioContext {
  readonly destination = {}
  readonly currentTime = 0
  resume = () => Promise.resolve()
  createOscillator() {
    tones += 1
    const node = { frequency: { value: 0 }, start: () => undefined, stop: () => undefined }
    return { ...node, connect: (next: unknown) => next }
  }
  createGain() {
    const gain = { setValueAtTime: () => undefined, linearRampToValueAtTime: () => undefined }
    return { gain, connect: (next: unknown) => next }
  }
}

let main: FakeDeskMain
beforeEach(() => {
  tones = 0
  vi.stubGlobal('AudioContext', FakeAudioContext)
  main = new FakeDeskMain()
  Object.assign(main.answers, kioskAnswers())
  main.answers['today'] = () => ok({ rows: [], readAt: 0 })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

it('shows an administrator where and when a PIN was used, until they have seen it', async () => {
  const at = Date.UTC(2026, 2, 4, 15, 6, 7)
  main.answers['pinUses'] = () => ok([{ use: 'pinUse-1', kiosk: 'Front door', at }])
  await openDesk(main, glance())
  await button('Kiosks').click()
  await expect.element(page.getByRole('heading', { name: 'The PIN was used' })).toBeVisible()
  await expect.element(page.getByText(/Front door: Wednesday, March 4, /)).toBeVisible()
  expect(await violations()).toEqual([])
  main.answers['seePinUse'] = () => ok(null)
  main.answers['pinUses'] = () => ok([])
  await button(/^I have seen it: Front door, Wednesday/).click()
  await expect
    .element(page.getByRole('heading', { name: 'The PIN was used' }))
    .not.toBeInTheDocument()
  expect(main.said).toContainEqual({
    ...{ type: 'command', name: 'seePinUse', input: { use: 'pinUse-1' } },
  })
})

it('shows them to nobody else', async () => {
  await openDesk(main, glance({}, { state: 'open', member: ana('reception') }))
  await button('Kiosks').click()
  await expect.element(page.getByText('Front door')).toBeVisible()
  expect(main.said.some((said) => said.type === 'query' && said.name === 'pinUses')).toBe(false)
})

const glance = (more: Partial<KiosksGlance> = {}, session: DeskView['session'] = asBoth) =>
  deskViewOf(session, 'en', more)
const navigation = () => page.getByRole('navigation')
async function open(
  where: keyof (typeof names)['en'],
  { locale = 'en', kiosks = {} }: { locale?: 'en' | 'es'; kiosks?: Partial<KiosksGlance> } = {},
) {
  const desk = await openDesk(main, deskViewOf(asBoth, locale, kiosks))
  await navigation().getByRole('button', { name: names[locale][where] }).click()
  return desk
}
const commands = () => main.said.flatMap((said) => (said.type === 'command' ? [said] : []))
const status = (words: string | RegExp) => page.getByRole('status').filter({ hasText: words })

describe.each(['en', 'es'] as const)('in %s', (locale) => {
  it.each(Object.entries(kioskPages))(
    '%s is accessible and in reach',
    async (_, { place, answers, hears = 'yes', says }) => {
      Object.assign(main.answers, answers)
      await open(place, { locale, kiosks: { hears } })
      await expect.element(page.getByText(says[locale], { exact: true }).first()).toBeVisible()
      expect(outOfReach()).toEqual([])
      expect(await violations()).toEqual([])
    },
  )

  it('a locked desk says how many wait, and is accessible', async () => {
    await openDesk(main, deskViewOf({ state: 'locked', members }, locale, { calls: 2, told: 2 }))
    const words = {
      en: '2 people need help at a kiosk.',
      es: '2 personas necesitan ayuda en un quiosco.',
    }
    await expect.element(page.getByText(words[locale])).toBeVisible()
    expect(await violations()).toEqual([])
  })
})

it('is not offered to who has no right to it', async () => {
  const billing = { state: 'open', member: ana('billing') } as const
  await openDesk(main, glance({ calls: 2 }, billing))
  await expect.element(navigation()).toBeVisible()
  for (const name of Object.values(names.en))
    await expect.element(navigation().getByRole('button', { name })).not.toBeInTheDocument()
  main.show(glance({ calls: 3, told: 1 }, billing))
  await expect.element(status('need help')).not.toBeInTheDocument()
  expect(tones).toBe(0)
})

describe('help', () => {
  it('is told of a new call once, by a sound and in words, wherever they are', async () => {
    await openDesk(main, glance({ calls: 1, told: 1 }))
    const help = navigation().getByRole('button', { name: /^Help/ })
    await expect.element(help).toHaveAccessibleName('Help 1 person needs help at a kiosk.')
    // What came before the page was there is no news.
    expect(tones).toBe(0)
    main.show(glance({ calls: 2, told: 2, changes: 1 }))
    await expect.element(status('2 people need help at a kiosk.')).toBeInTheDocument()
    await expect.poll(() => tones).toBe(2)
    main.show(glance({ calls: 2, told: 2, changes: 2 }))
    main.show(glance({ calls: 0, told: 2, changes: 3 }))
    await expect.element(status('people need help')).not.toBeInTheDocument()
    expect(tones).toBe(2)
    await expect.element(help).toHaveAccessibleName('Help')
  })

  it('is heard at a locked desk, too', async () => {
    const locked = { state: 'locked', members } as const
    await openDesk(main, glance({}, locked))
    main.show(glance({ calls: 1, told: 1 }, locked))
    await expect.element(status('1 person needs help at a kiosk.')).toBeInTheDocument()
    await expect.poll(() => tones).toBe(2)
  })

  it('is read anew when main says that something changed', async () => {
    main.answers['helpCalls'] = () => ok([])
    await open('help')
    await expect.element(page.getByText('Nobody needs help now.')).toBeVisible()
    main.answers['helpCalls'] = () => ok(sampleCalls(Date.now()).slice(0, 1))
    main.show(glance({ calls: 1, told: 1, changes: 1 }))
    await expect.element(page.getByText('Asked for help with the date of birth')).toBeVisible()
    await expect.element(page.getByText('Speaks Spanish')).toBeVisible()
  })

  it('is answered, and the keyboard goes on from the top of the list', async () => {
    main.answers['comeToHelp'] = () => ok(null)
    main.answers['takeCareOf'] = () => ok(null)
    await open('help')
    await expect.element(page.getByText('Ben Cole is coming')).toBeVisible()
    await button('I am coming: number 417').click()
    await expect
      .element(status('The screen of number 417 says that somebody is coming.'))
      .toBeVisible()
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus()
    await button('I take care of it: number 88').click()
    await expect.element(status('Number 88 is taken care of.')).toBeVisible()
    expect(commands()).toEqual([
      { type: 'command', name: 'comeToHelp', input: { call: 'helpCall-1' } },
      { type: 'command', name: 'takeCareOf', input: { call: 'sentCall-2' } },
    ])
  })

  it('says why somebody could not be told that one comes', async () => {
    main.answers['comeToHelp'] = () => ({ ok: false, error: { kind: 'kiosksUnheard' } })
    await open('help')
    await button('I am coming: number 417').click()
    await expect
      .element(page.getByRole('alert').filter({ hasText: 'Kiosks cannot be heard' }))
      .toBeVisible()
  })
})

describe('kiosks', () => {
  it('are walked through by arrows, opened by Enter, and closed by Escape', async () => {
    await open('kiosks')
    await expect.element(button('Back door')).toBeVisible()
    button('Back door').element().focus()
    await userEvent.keyboard('{ArrowDown}{Enter}')
    await expect.element(page.getByRole('heading', { level: 2, name: 'Front door' })).toBeVisible()
    expect(outOfReach()).toEqual([])
    expect(await violations()).toEqual([])
    await userEvent.keyboard('{Escape}')
    await expect.element(button('Front door')).toHaveFocus()
  })

  it('are asked for something with a reason, after a question', async () => {
    main.answers['commandKiosk'] = () => ok(null)
    await open('kiosks')
    await button('Front door').click()
    await button('Take it out of service').click()
    await expect.element(button('Cancel')).toHaveFocus()
    expect(await violations()).toEqual([])
    await button('Yes, ask it').click()
    await expect.element(page.getByRole('alert')).toBeVisible()
    expect(commands()).toEqual([])
    await page.getByRole('textbox').fill(why)
    await button('Yes, ask it').click()
    await expect.element(status('Front door is asked.')).toBeVisible()
    expect(commands()).toEqual([
      {
        ...{ type: 'command', name: 'commandKiosk', reason: why },
        input: { kiosk: 'kiosk-2', act: 'takeOutOfService' },
      },
    ])
    await expect.element(button('Yes, ask it')).not.toBeInTheDocument()
  })

  it('that are out of service can be brought back', async () => {
    await open('kiosks')
    await button('Back door').click()
    await expect.element(button('Bring it back')).toBeVisible()
    await expect.element(button('Take it out of service')).not.toBeInTheDocument()
    await expect
      .element(page.getByText(/Take it out of service, by Ana Ruiz, .*: done/))
      .toBeVisible()
  })

  it('are unpaired after a question, and paired and unpaired by an administrator alone', async () => {
    main.answers['unpairKiosk'] = () => ok(null)
    await open('kiosks')
    await button('Hall').click()
    await button('Unpair it').click()
    await page.getByRole('textbox').fill(why)
    main.answers['kiosks'] = () => ok(sampleKiosks.filter(({ name }) => name !== 'Hall'))
    await button('Yes, unpair it').click()
    await expect.element(status('Hall is unpaired.')).toBeVisible()
    await expect.element(button('Hall')).not.toBeInTheDocument()
    await expect.element(button('Pair a kiosk')).toHaveFocus()
    expect(commands()).toMatchObject([{ name: 'unpairKiosk', reason: why }])

    main.show(glance({}, { state: 'open', member: ana('reception') }))
    await navigation().getByRole('button', { name: names.en.kiosks }).click()
    await button('Stairs').click()
    await expect.element(button('Lock it')).toBeVisible()
    for (const name of ['Pair a kiosk', 'Unpair it', 'Ask it to forget everything'])
      await expect.element(button(name)).not.toBeInTheDocument()
  })

  it('are paired by a code that is worth nothing once its panel is closed', async () => {
    main.answers['inviteKiosk'] = () => ok(sampleInvitation)
    main.answers['endInvitation'] = () => ok(null)
    main.answers['kiosks'] = () => ok(sampleKiosks.slice(1))
    await open('kiosks')
    await button('Pair a kiosk').click()
    await expect.element(page.getByText('ABCD-EFGH-JKLM')).toBeVisible()
    await expect.element(page.getByText('192.0.2.17:8884')).toBeVisible()
    await expect.element(page.getByText(/bus\.broker\.host/)).not.toBeInTheDocument()
    expect(outOfReach()).toEqual([])
    expect(await violations()).toEqual([])
    main.answers['kiosks'] = () => ok(sampleKiosks)
    main.show(glance({ changes: 1 }))
    await expect.element(status('Back door is paired now.')).toBeVisible()
    await expect.element(page.getByText('ABCD-EFGH-JKLM')).not.toBeInTheDocument()
    await userEvent.keyboard('{Escape}')
    await expect.element(button('Pair a kiosk')).toHaveFocus()
    expect(commands().map(({ name }) => name)).toEqual(['inviteKiosk', 'endInvitation'])
  })

  it('say where no kiosk on another machine could reach this desk', async () => {
    main.answers['inviteKiosk'] = () => ok({ ...sampleInvitation, isThisMachineAlone: true })
    await open('kiosks')
    await button('Pair a kiosk').click()
    await expect.element(page.getByText(/bus\.broker\.host/)).toBeVisible()
  })

  it('say why no code is made', async () => {
    main.answers['inviteKiosk'] = () => ({ ok: false, error: { kind: 'kiosksUnheard' } })
    await open('kiosks')
    await button('Pair a kiosk').click()
    await expect
      .element(page.getByRole('alert').filter({ hasText: 'Kiosks cannot be heard' }))
      .toBeVisible()
    await expect.element(button('Make a new code')).toBeVisible()
  })
})
