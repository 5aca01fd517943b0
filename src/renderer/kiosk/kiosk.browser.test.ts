import type {} from '@vitest/browser-playwright'
import { describe, expect, it, afterEach, beforeEach } from 'vitest'
import { cdp, page, userEvent } from 'vitest/browser'
import { tick } from 'svelte'
import type { Command, Screen } from '../../shared/ipc.ts'
import { button, press, sees } from '#harness/renderer/on-page.ts'
import { openScreen, PageHarness, sendsByKey, sendsOnce } from '#harness/renderer/page-harness.ts'
import { clinic, overlays, screens, viewOf } from '#harness/renderer/views.ts'

const taps: [screen: string, button: string | RegExp, command: Command][] = [
  ['welcome', 'Tap to start', { type: 'begin' }],
  ['welcome', 'Español', { type: 'chooseLanguage', locale: 'es' }],
  ['contact-phone', 'Help', { type: 'help' }],
  ['contact-phone', 'Start over', { type: 'startOver' }],
  ['contact-email', 'Use my phone instead', { type: 'useOtherChannel' }],
  ['contact-phone', 'I have neither', { type: 'askWithoutContact' }],
  ['contact-phone-of-two', 'I have no phone here', { type: 'askWithoutContact' }],
  ['contact-email-of-two', 'I have no email here', { type: 'askWithoutContact' }],
  ['code-phone', 'Change my number', { type: 'changeContact' }],
  ['choose-packet', /Knee follow-up/, { type: 'choosePacket', key: '3' }],
  ['public-forms-offer', 'Fill in the forms', { type: 'openPublicForms' }],
  ['public-forms-offer', 'Talk to the front desk', { type: 'help' }],
  ['completing', 'Help', { type: 'help' }],
  ['completing', 'Start over', { type: 'startOver' }],
  ['completing', 'Save and stop', { type: 'finish' }],
  ['completing-complete', 'I am finished', { type: 'finish' }],
  ['contact-phone-or-desk-code', 'I have a code', { type: 'haveDeskCode' }],
  ['desk-code', 'Back', { type: 'leaveDeskCode' }],
  ['where-to-fill-in', 'Fill them in here', { type: 'fillInHere' }],
  ['where-to-fill-in', 'Continue on my phone', { type: 'useOwnPhone' }],
  ['own-phone', 'I have it', { type: 'done' }],
  ['own-phone', 'Back', { type: 'leaveOwnPhone' }],
  ['unfinished', 'Go back to my forms', { type: 'backToForms' }],
  ['unfinished', 'Stop here', { type: 'leaveUnfinished' }],
  ['finished-complete', 'Close', { type: 'done' }],
  ['finished-saved', 'Close', { type: 'done' }],
  ['finished-shared', 'Check in another person', { type: 'checkInAnother' }],
  ['ask-staff', 'Close', { type: 'done' }],
  ['too-many-tries', 'Close', { type: 'done' }],
  ['nothing-waiting', 'Close', { type: 'done' }],
  ['unavailable', 'Try again', { type: 'retry' }],
]

it.each(taps)('on %s, "%s" sends once for a double tap', sendsOnce)
it.each(taps)('on %s, "%s" sends by keyboard', { tags: 'full' }, sendsByKey)

const declined = { type: 'answerDialog', number: 1, accepted: false, text: '' } as const
describe.each([
  ['help', 'Back to my visit', { type: 'closeHelp' }],
  ['idle-warning', 'I am still here', { type: 'stillHere' }],
  ['start-over', 'No, keep going', { type: 'cancelStartOver' }],
  ['form-asks', 'Cancel', declined],
  ['form-asks-to-leave', 'Stay on this page', declined],
] as const)('the overlay %s', (name, label, command) => {
  const open = async () => {
    const harness = await openScreen('contact-phone')
    ;(button('Start over').element() as HTMLElement).focus()
    await harness.showScreen('contact-phone', { overlay: overlays[name]! })
    return harness
  }

  it('puts the focus on the safe answer, which Enter and Escape give', async () => {
    const harness = await open()
    await sees(page.getByRole('alertdialog'))
    await expect.element(button(label)).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await harness.showScreen('contact-phone')
    await harness.showScreen('contact-phone', { overlay: overlays[name]! })
    await userEvent.keyboard('{Escape}')
    await sees(page.getByRole('alertdialog'))
    expect(harness.commands).toEqual([command, command])
  })

  it('keeps what was typed below it, and gives the focus back', async () => {
    const harness = await open()
    await userEvent.keyboard('55')
    await harness.showScreen('contact-phone')
    await expect.element(page.getByRole('textbox')).toHaveValue('')
    await expect.element(button('Start over')).toHaveFocus()
  })
})

it('starts over only by the second answer', async () => {
  const harness = await openScreen({ name: 'matching' }, { overlay: overlays['start-over']! })
  await press('Yes, start over')
  expect(harness.commands).toEqual([{ type: 'confirmStartOver' }])
})

it('counts the idle warning down to one, aloud only every ten seconds', async () => {
  const overlay = { name: 'idleWarning', closesInMs: 2_400 } as const
  await openScreen({ name: 'matching' }, { overlay })
  await sees(page.getByText('Seconds left: 3'), page.getByText('Seconds left: 1', { exact: true }))
  await expect.element(page.getByRole('status')).toHaveTextContent('Seconds left: 10')
})

it('hides the pointer from a touch until a mouse moves', async () => {
  await openScreen('contact-phone')
  const cursorAfter = (type: string, pointerType: string) => {
    const key = button('7').element()
    key.dispatchEvent(new PointerEvent(type, { pointerType, bubbles: true }))
    return tick().then(() => getComputedStyle(key).cursor)
  }
  expect(await cursorAfter('pointermove', 'mouse')).not.toBe('none')
  expect(await cursorAfter('pointerdown', 'touch')).toBe('none')
  expect(await cursorAfter('pointermove', 'touch')).toBe('none')
  expect(await cursorAfter('pointermove', 'mouse')).not.toBe('none')
  expect(await cursorAfter('pointerdown', 'mouse')).not.toBe('none')
})

const names = [
  ...['contact-phone-not-valid', 'code-incomplete', 'desk-code-wrong', 'birth-date-not-a-date'],
]
it.each(names)('moves the focus to the error again when it is made again: %s', async (name) => {
  const screen = screens[name] as Extract<Screen, { errorCount: number }>
  const summary = page.getByRole('group', { name: 'Please check one thing' })
  const harness = await openScreen(screen)
  await expect.element(summary).toHaveFocus()
  await userEvent.keyboard('1')
  await expect.element(summary).not.toHaveFocus()
  await harness.showScreen({ ...screen, errorCount: screen.errorCount + 1 })
  await expect.element(summary).toHaveFocus()
})

it('draws nothing before main has sent a view', async () => {
  await PageHarness.open(undefined)
  expect(document.querySelector('.kiosk')).toBeNull()
})

it('forgets what was typed when the screen goes', async () => {
  const harness = await openScreen('contact-phone')
  await userEvent.keyboard('2025550143')
  await harness.showScreen('sending-phone')
  await harness.showScreen('contact-phone')
  await expect.element(page.getByRole('textbox')).toHaveValue('')
  expect(document.body.textContent).not.toContain('555')
})

it('offers no choice where there is one language', async () => {
  await openScreen('welcome', { clinic: { ...clinic, locales: ['en'] } })
  expect(document.querySelector('.languages')).toBeNull()
})

it('offers no check-in while there is none, and says where there is one', async () => {
  const harness = await openScreen('welcome-resting')
  const start = page.getByRole('button', { name: 'Tap to start' })
  expect(start.elements()).toEqual([])
  expect(document.querySelector('.words')?.textContent).toContain('The front desk is happy')
  await harness.showScreen('welcome')
  expect(start.elements()).toHaveLength(1)
})

it('shows which step of the visit this is', async () => {
  await openScreen('birth-date')
  expect(document.querySelector('[aria-current="step"]')?.textContent).toContain('Date of birth')
  expect(page.getByRole('listitem').elements()[0]?.textContent).toContain('done')
})

it('lets no second tap land on a screen that has just come', async () => {
  const harness = await openScreen('welcome')
  const reach = () => getComputedStyle(document.querySelector('main')!).pointerEvents
  await harness.begin(viewOf(screens['contact-phone']!))
  expect(reach()).toBe('none')
  await harness.showScreen('contact-phone')
  expect(reach()).toBe('auto')
})

const emulates = (name: string, value: string) =>
  cdp().send('Emulation.setEmulatedMedia', { features: [{ name, value }] })

it('moves nothing for those who want no motion', async () => {
  const harness = await openScreen('welcome')
  const durations = async () => {
    await harness.begin(viewOf(screens['matching']!))
    const running = document.getAnimations().filter((one) => one instanceof CSSAnimation)
    const moves = running.filter(({ animationName }) => !animationName.endsWith('settle'))
    await harness.showScreen('welcome')
    return moves.map(({ effect }) => effect!.getTiming().duration)
  }
  expect(await durations()).toContain(150)
  await emulates('prefers-reduced-motion', 'reduce')
  try {
    expect(await durations()).toEqual([1])
  } finally {
    await emulates('prefers-reduced-motion', '')
  }
})

it.each(['copy', 'cut', 'dragstart'])('lets nothing leave a field by %s', async (type) => {
  await openScreen('contact-email')
  await userEvent.keyboard('rosa@example.com')
  const leaving = new Event(type, { bubbles: true, cancelable: true })
  page.getByRole('textbox').element().dispatchEvent(leaving)
  expect(leaving.defaultPrevented).toBe(true)
})

it.each(['contact-phone', 'contact-email', 'code-phone', 'birth-date', 'staff-credentials'])(
  'lets the browser remember and correct nothing on %s',
  async (name) => {
    await openScreen(name)
    if (name === 'staff-credentials') await press('Replace the credentials: Partner interface')
    const fields = [...document.querySelectorAll('input')]
    expect(fields.length).toBeGreaterThan(0)
    for (const field of fields)
      for (const attribute of ['autocomplete', 'autocorrect', 'autocapitalize'])
        expect(field.getAttribute(attribute)).toBe('off')
    expect(fields.filter(({ spellcheck }) => spellcheck)).toEqual([])
    expect(localStorage).toHaveLength(0)
  },
)

describe('in the colours that a system forces', () => {
  beforeEach(() => emulates('forced-colors', 'active'))
  afterEach(() => emulates('forced-colors', ''))

  const fill = (element: Element, part?: string) => getComputedStyle(element, part).backgroundColor

  it('the chosen language is told from the others', async () => {
    await openScreen('welcome')
    const fillOf = (name: string) => fill(button(name).element())
    expect(matchMedia('(forced-colors: active)').matches).toBe(true)
    expect(fillOf('English')).not.toBe(fillOf('Español'))
    await expect.element(button('English')).toHaveAttribute('aria-pressed', 'true')
  })

  it('what is chosen of size, colours and language is told from the rest', async () => {
    await openScreen({ name: 'matching' }, { overlay: { name: 'display' } })
    for (const group of document.querySelectorAll('dialog [role=group]')) {
      const fills = [...group.querySelectorAll('button')].map((each) => fill(each))
      expect(new Set(fills).size).toBe(2)
      expect(
        fills.filter((each) => each === fill(group.querySelector('[aria-pressed=true]')!)),
      ).toHaveLength(1)
    }
  })

  it('the steps that are done or begun are told from those that are not', async () => {
    await openScreen('birth-date')
    const [you, birthday, forms] = [...document.querySelectorAll('header li')].map((each) =>
      fill(each, '::before'),
    )
    expect(you).toBe(birthday)
    expect(birthday).not.toBe(forms)
  })
})
