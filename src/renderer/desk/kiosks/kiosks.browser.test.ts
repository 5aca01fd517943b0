import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { KiosksGlance } from '../../../shared/desk/kiosks.ts'
import type { DeskView } from '../../../shared/desk/view.ts'
import { ana, deskViewOf, members } from '#harness/desk/fake-desk-main.ts'
import {
  kioskAnswers,
  sampleCalls,
  sampleInvitation,
  sampleKiosks,
} from '#harness/desk/desk-pages.ts'
import {
  alert,
  button,
  isGone,
  press,
  sees,
  shows,
  status,
  heading,
  pressByKey,
  settle,
} from '#harness/renderer/on-page.ts'
import {
  answering,
  commandOf,
  commands,
  isFit,
  main,
  ok,
  openDesk,
  openPlace,
  refused,
  said,
  keptBy,
} from '#harness/renderer/open-desk.ts'
import { makePdf } from '#harness/pdf/make-pdf.ts'
import { intakesAtDesk } from '#harness/renderer/intake-views.ts'

const asReception: DeskView['session'] = { state: 'open', member: ana('reception') }
const asBoth: DeskView['session'] = { state: 'open', member: ana('reception', 'administrator') }
const why = 'The paper in the printer is stuck'

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

beforeEach(() => {
  tones = 0
  vi.stubGlobal('AudioContext', FakeAudioContext)
})
answering(() => ({ ...kioskAnswers(), today: () => ok({ rows: [], readAt: 0 }) }))
afterEach(() => vi.unstubAllGlobals())

it('shows an administrator where and when a PIN was used, until they have seen it', async () => {
  const at = Date.UTC(2026, 2, 4, 15, 6, 7)
  main.answers['pinUses'] = () => ok([{ use: 'pinUse-1', kiosk: 'Front door', at }])
  await openPlace('Kiosks', glance())
  await sees(
    page.getByRole('heading', { name: 'The PIN was used' }),
    /Front door: Wednesday, March 4, /,
  )
  await isFit()
  main.answers['pinUses'] = () => ok([])
  await press(/^I have seen it: Front door, Wednesday/)
  await isGone(page.getByRole('heading', { name: 'The PIN was used' }))
  expect(commands()).toEqual([commandOf('seePinUse', { use: 'pinUse-1' })])
})

it('shows since when a kiosk is as it is by the clock at the location', async () => {
  const view = glance()
  await openPlace('Kiosks', { ...view, clinic: { ...view.clinic, timeZone: 'America/Denver' } })
  await sees(
    page
      .getByRole('row')
      .filter({ hasText: /Mar 4, 8:06\sAM/ })
      .first(),
  )
})

const glance = (more: Partial<KiosksGlance> = {}, session: DeskView['session'] = asBoth) =>
  deskViewOf(session, 'en', more)
const navigation = () => page.getByRole('navigation')
const open = (where: 'Help' | 'Kiosks') => openPlace(where, glance())

it('is not offered to who has no right to it', async () => {
  const billing = { state: 'open', member: ana('billing') } as const
  await openDesk(glance({ calls: 2 }, billing))
  await sees(navigation())
  for (const name of ['Check in', 'Help', 'Kiosks', 'Offline check-ins'])
    await isGone(navigation().getByRole('button', { name }))
  main.show(glance({ calls: 3, told: 1 }, billing))
  await isGone(status('need help'))
  expect(tones).toBe(0)
})

describe('help', () => {
  it('is told of a new call once, by a sound and in words, wherever they are', async () => {
    await openDesk(glance({ calls: 1, told: 1 }))
    const help = navigation().getByRole('button', { name: /^Help/ })
    await expect.element(help).toHaveAccessibleName('Help 1 person needs help at a kiosk.')
    // Calls that came before the page are no news.
    expect(tones).toBe(0)
    main.show(glance({ calls: 2, told: 2, changes: 1 }))
    await expect.element(status('2 people need help at a kiosk.')).toBeInTheDocument()
    await expect.poll(() => tones).toBe(2)
    main.show(glance({ calls: 2, told: 2, changes: 2 }))
    main.show(glance({ calls: 0, told: 2, changes: 3 }))
    await isGone(status('people need help'))
    expect(tones).toBe(2)
    await expect.element(help).toHaveAccessibleName('Help')
  })

  it('is heard at a locked desk, too', async () => {
    const locked = { state: 'locked', members } as const
    await openDesk(glance({}, locked))
    main.show(glance({ calls: 1, told: 1 }, locked))
    await expect.element(status('1 person needs help at a kiosk.')).toBeInTheDocument()
    await expect.poll(() => tones).toBe(2)
  })

  it('is read anew when main says that something changed', async () => {
    main.answers['helpCalls'] = () => ok([])
    await open('Help')
    await sees(page.getByText('Nobody needs help now.'))
    main.answers['helpCalls'] = () => ok(sampleCalls(Date.now()).slice(0, 1))
    main.show(glance({ calls: 1, told: 1, changes: 1 }))
    await sees(
      page.getByText('Asked for help with the date of birth'),
      page.getByText('Speaks Spanish'),
    )
  })

  it('is answered, and the keyboard goes on from the top of the list', async () => {
    await open('Help')
    await sees(page.getByText('Ben Cole is coming'))
    await shows(
      'I am coming: number 417',
      status('The screen of number 417 says that somebody is coming.'),
    )
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus()
    await shows('I take care of it: number 88', status('Number 88 is taken care of.'))
    expect(commands()).toEqual([
      commandOf('comeToHelp', { call: 'helpCall-1' }),
      commandOf('takeCareOf', { call: 'sentCall-2' }),
    ])
  })

  it('says why somebody could not be told that one comes', async () => {
    main.answers['comeToHelp'] = () => refused('kiosksUnheard')
    await open('Help')
    await shows('I am coming: number 417', alert('Kiosks cannot be heard'))
  })
})

describe('kiosks', () => {
  it.each([
    ['Front door', 'Take it out of service', 'Front door is asked.', 'ask', 'commandKiosk'],
    [
      ...(['Front door', 'Stop staff sign-in there'] as const),
      ...(['Staff can no longer sign in at Front door.', 'ask', 'setKioskSignIn'] as const),
    ],
    ['Hall', 'Unpair it', 'Hall is unpaired.', 'unpair', 'unpairKiosk'],
  ] as const)('%s: “%s” needs a reason, after a question', async (kiosk, act, words, yes, name) => {
    const input = {
      commandKiosk: { kiosk: 'kiosk-2', act: 'takeOutOfService' },
      setKioskSignIn: { kiosk: 'kiosk-2', isShut: true },
      unpairKiosk: { kiosk: 'kiosk-3' },
    }[name]
    await open('Kiosks')
    await press(kiosk, act)
    await expect.element(button('Cancel')).toHaveFocus()
    await isFit()
    await shows(`Yes, ${yes} it`, page.getByRole('alert'))
    expect(commands()).toEqual([])
    await page.getByRole('textbox').fill(why)
    main.answers['kiosks'] = () =>
      ok(sampleKiosks.filter(({ name }) => name !== 'Hall' || yes === 'ask'))
    await shows(`Yes, ${yes} it`, status(words))
    expect(commands()).toEqual([commandOf(name, input, why)])
    await isGone(button(`Yes, ${yes} it`))
    if (yes === 'ask') return
    await isGone(button(kiosk))
    await expect.element(button('Pair a kiosk')).toHaveFocus()
  })

  it('that are out of service can be brought back', async () => {
    await open('Kiosks')
    await shows('Back door', button('Bring it back'))
    await isGone(button('Take it out of service'))
    await sees(/Take it out of service, by Ana Ruiz, .*: done/)
  })

  it('are paired, unpaired, and shut for staff who sign in by an administrator alone', async () => {
    await open('Kiosks')
    await shows('Hall', button('Allow staff sign-in there'), button('Unpair it'))
    // What cannot be undone does not look as the rest.
    await expect.element(button('Ask it to forget everything')).toHaveClass('danger')
    await expect.element(button('Lock it')).not.toHaveClass('danger')
    main.show(glance({}, asReception))
    await press(navigation().getByRole('button', { name: 'Kiosks' }))
    await shows('Stairs', button('Lock it'))
    // Nor are they told when a PIN was used.
    expect(said('pinUses')).toHaveLength(1)
    for (const name of ['Pair a kiosk', 'Unpair it', 'Ask it to forget everything'])
      await isGone(button(name))
    await isGone(button('Stop staff sign-in there'))
  })

  it('are paired by a code that is worth nothing once its panel is closed', async () => {
    main.answers['inviteKiosk'] = () => ok(sampleInvitation)
    main.answers['kiosks'] = () => ok(sampleKiosks.slice(1))
    await open('Kiosks')
    await shows('Pair a kiosk', page.getByText('ABCD-EFGH-JKLM'), page.getByText('192.0.2.17:8884'))
    await isGone(/bus\.broker\.host/)
    await isFit()
    main.answers['kiosks'] = () => ok(sampleKiosks)
    main.show(glance({ changes: 1 }))
    await sees(status('Back door is paired now.'))
    await isGone(page.getByText('ABCD-EFGH-JKLM'))
    await userEvent.keyboard('{Escape}')
    await expect.element(button('Pair a kiosk')).toHaveFocus()
    expect(commands().map(({ name }) => name)).toEqual(['inviteKiosk', 'endInvitation'])
  })
})

describe('check-ins without the network', () => {
  const intake = 'intake-1'
  const several = 'More than one patient fits'

  const bytes = makePdf([{ text: 'My knee' }])
  const pdf = ok({ base64: btoa(String.fromCharCode(...bytes)) })

  const open = () => openPlace('Offline check-ins', glance({}, asReception))
  async function openOne() {
    const desk = await open()
    await shows(several, heading('Check-in 5 288'), 'Who could be meant')
    return desk
  }

  it('goes by keys to a check-in at a kiosk, and back', async () => {
    await open()
    await sees(button(several))
    await pressByKey(several)
    await expect.element(heading('Check-in 5 288')).toHaveFocus()
    await userEvent.keyboard('{Tab}{Tab}{Enter}')
    await expect.element(heading('Offline check-ins that need a person')).toHaveFocus()
    expect(said('kioskIntake')).toEqual([{ intake }])
  })

  it('says that none needs a person above the kiosks that keep some', async () => {
    main.answers['waitingIntakes'] = () => ok([])
    await open()
    const words = page.getByText('No check-in needs a person.')
    const kiosks = page.getByRole('heading', { name: 'All check-ins kept at a kiosk' })
    await sees(words, kiosks)
    const topOf = (each: typeof words) => each.element().getBoundingClientRect().top
    expect(topOf(words)).toBeLessThan(topOf(kiosks))
  })

  it('lists all that a kiosk keeps, and opens each', async () => {
    await open()
    await shows('Check-ins at Back door', 'Done, and kept for a few more days', '5 264')
    expect(said('kioskIntakes')).toEqual([{ kiosk: 'kiosk-1' }])
    main.answers['settledIntakesPdf'] = () => pdf
    await shows(
      'Show all that are done as one PDF',
      page.getByRole('region', { name: 'Page 1 of 1' }),
    )
    expect(said('settledIntakesPdf')).toEqual([{ kiosk: 'kiosk-1' }])
    await press('Close')
    await shows('Open: 5 288', heading('Check-in 5 288'))
    await shows('All check-ins', heading('Check-ins at Back door'))
    await shows('Back to all kiosks', heading('Offline check-ins that need a person'))
  })

  describe('a check-in at a kiosk', () => {
    it('is read, looked at only when somebody asks, and forgotten with its page', async () => {
      const desk = await openOne()
      expect(said('kioskIntakeAnswers')).toEqual([])
      await shows('Read answers', page.getByRole('heading', { name: 'Answers' }), /My knee/)
      window.dispatchEvent(new Event('focus'))
      expect(keptBy(desk)).toMatch(/Ana Lopez.*My knee/)
      await press('All check-ins')
      await isGone(heading('Check-in 5 288'))
      expect(keptBy(desk)).not.toMatch(/Ana Lopez|My knee/)
      expect([said('kioskIntake'), said('kioskIntakeAnswers')]).toEqual([
        [{ intake }],
        [{ intake }],
      ])
    })

    it('is given to a patient once that is confirmed, and shown as it stands then', async () => {
      main.answers['settleIntake'] = () => ok({ outcome: 'done' })
      await openOne()
      await press(/^Choose: Ana Lopez/)
      await settle()
      await isFit()
      const decided = {
        ...intakesAtDesk.kioskIntake,
        stands: 'waiting',
        reason: null,
        candidates: [],
        can: ['takeBack'],
      }
      main.answers['kioskIntake'] = () => ok(decided)
      await press('Yes, choose')
      await expect.element(heading('Check-in 5 288')).toHaveFocus()
      await shows('Take your choice back')
      const choice = { type: 'chooseCandidate', intake, candidate: '1' }
      const back = { type: 'actOnIntake', intake, act: 'takeBack' }
      expect(commands()).toEqual([
        commandOf('settleIntake', choice),
        commandOf('settleIntake', back),
      ])
    })

    it('says what the kiosk could not do, also a second time', async () => {
      main.answers['settleIntake'] = () => ok({ outcome: 'inFlight' })
      await openOne()
      await shows('Try now', alert('It is being sent right now.'))
      main.answers['settleIntake'] = () => refused('kioskSilent')
      await shows('Try now', alert('That kiosk does not answer.'))
    })

    it('is shown as a PDF to print, asked for anew where the kiosk was silent', async () => {
      main.answers['kioskIntakePdf'] = () => refused('kioskSilent')
      await openOne()
      await shows('Show the PDF', /^That kiosk does not answer/)
      expect(page.getByRole('button', { name: 'Print' }).query()).toBeNull()
      main.answers['kioskIntakePdf'] = () => pdf
      await shows('Try again', page.getByRole('region', { name: 'Page 1 of 1' }))
      await sees(button('Print'))
      await isFit()
      expect(said('kioskIntakePdf')).toEqual([{ intake }, { intake }])
    })
  })
})
