import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { tick } from 'svelte'
import { openScreen } from '#harness/renderer/page-harness.ts'
import { overlays, screens } from '#harness/renderer/views.ts'

const openStaff = [{ type: 'openStaff' }]
const mark = () => document.querySelector('[data-clinic-mark]')!
const ring = () => document.querySelector('svg:has(> circle[pathLength])')

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => vi.useRealTimers())

async function finger(type: string, x = 100, y = 40, target: Element = mark()): Promise<void> {
  const where = { clientX: x, clientY: y, bubbles: true, cancelable: true }
  target.dispatchEvent(new PointerEvent(type, { ...where, isPrimary: true, pointerType: 'touch' }))
  await tick()
}

const ofEachScreen = new Map(Object.values(screens).map((screen) => [screen.name, screen]))

it('opens by a mark held for three seconds on every screen', async () => {
  const harness = await openScreen('finished-kept')
  for (const [name, screen] of ofEachScreen) {
    await harness.showScreen(screen)
    await finger('pointerdown')
    vi.advanceTimersByTime(2_999)
    const early = harness.commands.splice(0)
    vi.advanceTimersByTime(1)
    expect([name, early, harness.commands.splice(0)]).toEqual([name, [], openStaff])
    await finger('pointerup')
  }
})

describe('the mark', () => {
  it('does nothing for a tap', async () => {
    const harness = await openScreen('welcome')
    await finger('pointerdown')
    vi.advanceTimersByTime(200)
    await finger('pointerup')
    expect(ring()).toBeNull()
    vi.advanceTimersByTime(10_000)
    expect(harness.commands).toEqual([])
  })

  it.each([
    ['is held by a finger that trembles', 'pointermove', 112, 52, openStaff],
    ['is let go by a finger that moves away', 'pointermove', 121, 40, []],
    ['is let go when the pointer is taken away', 'pointercancel', 100, 40, []],
  ])('%s', async (_, type, x, y, commands) => {
    const harness = await openScreen('matching')
    await finger('pointerdown')
    await finger(type, x, y)
    vi.advanceTimersByTime(3_000)
    expect(harness.commands).toEqual(commands)
  })

  it('is held on while a mouse that rests elsewhere is told of', async () => {
    const harness = await openScreen('completing')
    await finger('pointerdown')
    const mouse = { clientX: 540, clientY: 960, pointerId: 1, bubbles: true }
    for (const type of ['pointermove', 'pointerup'])
      document.body.dispatchEvent(new PointerEvent(type, { ...mouse, pointerType: 'mouse' }))
    vi.advanceTimersByTime(3_000)
    expect(harness.commands).toEqual(openStaff)
  })

  it('is not held by a finger elsewhere', async () => {
    const harness = await openScreen('matching')
    await finger('pointerdown', 100, 400, document.querySelector('main')!)
    vi.advanceTimersByTime(3_000)
    expect(harness.commands).toEqual([])
  })

  it('has nothing that a patient could come upon by keyboard or by ear', async () => {
    await openScreen('welcome')
    expect(mark().closest('[tabindex], button, [role]')).toBeNull()
    expect(mark().getAttribute('aria-hidden')).toBe('true')
  })

  it('keeps the menu of a long touch away', async () => {
    await openScreen('matching')
    const menu = new MouseEvent('contextmenu', { bubbles: true, cancelable: true })
    mark().dispatchEvent(menu)
    expect(menu.defaultPrevented).toBe(true)
  })
})

describe.each(['help', 'start-over', 'idle-warning'])('under the open dialog %s', (name) => {
  const dialog = () => document.querySelector('dialog')!
  const overlay = overlays[name]!

  it.each(['matching', 'completing'])('the mark is held where it is seen: %s', async (under) => {
    const harness = await openScreen(under, { overlay }, 'landscape')
    const { left, top } = mark().getBoundingClientRect()
    expect(document.elementFromPoint(left + 20, top + 20)).toBe(dialog())
    await finger('pointerdown', left + 20, top + 20, dialog())
    vi.advanceTimersByTime(3_000)
    expect(harness.commands).toEqual(openStaff)
  })

  it('nothing else of the page, nor the dialog itself', async () => {
    const harness = await openScreen('matching', { overlay })
    await finger('pointerdown', 20, innerHeight - 20, dialog())
    vi.advanceTimersByTime(3_000)
    const { left, top } = dialog().getBoundingClientRect()
    await finger('pointerdown', left + 5, top + 5, dialog())
    vi.advanceTimersByTime(3_000)
    expect(harness.commands).toEqual([])
  })
})

describe('the keys', () => {
  it.each([
    ['{Control>}{Alt>}{Shift>}s{/Shift}{/Alt}{/Control}', openStaff],
    ['{Control>}{Alt>}s{/Alt}{/Control}', []],
    ['{Control>}{Shift>}s{/Shift}{/Control}', []],
    ['s', []],
  ])('open it together, and not without each other: %s', async (keys, commands) => {
    const harness = await openScreen('contact-phone')
    await userEvent.keyboard(keys)
    expect(harness.commands).toEqual(commands)
  })
})
