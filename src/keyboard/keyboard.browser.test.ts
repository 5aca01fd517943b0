import axe from 'axe-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { render } from 'vitest-browser-svelte'
import { page, userEvent } from 'vitest/browser'
import {
  button as key,
  press,
  resize,
  sees,
  shows,
  undersizedTargets,
} from '#harness/renderer/on-page.ts'
import { spread } from '#harness/renderer/spread.ts'
import { overwriteGetLocale } from '../i18n/paraglide/runtime.js'
import '../renderer/app.css'
import type { Locale } from '../shared/locale.ts'
import type { KeyInput } from '../shared/key-input.ts'
import Keyboard from './keyboard.svelte'
import type { KeyboardKind } from './layouts.ts'

let pressed: KeyInput[] = []
let hidden = 0

type Options = { readonly locale?: Locale; readonly tab?: boolean }

function open(kind: KeyboardKind, { locale = 'en', ...options }: Options = {}) {
  overwriteGetLocale(() => locale)
  return render(Keyboard, {
    kind,
    ...options,
    onkey: (key: KeyInput) => void pressed.push(key),
    onhide: () => void (hidden += 1),
  })
}

const typed = () =>
  pressed.map((one) => (one.type === 'text' ? one.text : `<${one.type}>`)).join('')
const announcement = () => page.getByRole('status')

beforeEach(() => {
  pressed = []
  hidden = 0
})

describe('the keyboard', () => {
  it('types letters, a capital for one letter, and says which letters it shows', async () => {
    await open('text')
    await press('ABC, Capital letters')
    await expect.element(key('ABC, Capital letters')).toHaveAttribute('aria-pressed', 'true')
    await expect.element(announcement()).toHaveTextContent('Capital letters')
    await press('A', 'n', 'a', 'Space')
    await expect.element(key('ABC, Capital letters')).toHaveAttribute('aria-pressed', 'false')
    await press('ABC, Capital letters', 'ABC, Capital letters')
    await expect.element(announcement()).toHaveTextContent('Small letters')
    await press('l')
    expect(typed()).toBe('Ana l')
  })

  it('types one letter with an accent, small or capital, and is back at the letters', async () => {
    await open('text')
    await press('áéñ, Letters with accents', 'é', 't', 'áéñ, Letters with accents')
    await expect.element(announcement()).toHaveTextContent('Letters with accents')
    await press('ABC, Capital letters', 'Ñ', 'u')
    expect(typed()).toBe('étÑu')
  })

  it('has the letters of its language, and its words', async () => {
    await open('text', { locale: 'es' })
    await press('ñ', 'Espacio', 'Borrar', '123, Números y signos', '7', 'Coma')
    expect(typed()).toBe('ñ <delete>7,')
    await expect.element(page.getByRole('group', { name: 'Teclado' })).toHaveAttribute('lang', 'es')
  })

  it.each(['digits', 'phoneDigits', 'phone'] as const)('has digits alone for %s', async (kind) => {
    await open(kind)
    await press('5', '0', 'Erase')
    expect(typed()).toBe('50<delete>')
    expect(key('a').elements()).toEqual([])
    await sees(page.getByRole('group', { name: 'Number keys' }))
  })
})

describe('the focus', () => {
  let field: HTMLInputElement
  beforeEach(async () => {
    field = document.body.appendChild(document.createElement('input'))
    await open('text', { tab: true })
    field.focus()
    return () => field.remove()
  })

  it('stays in the field while keys are pressed', async () => {
    // By the browser’s own pointer, whose defaults move the focus.
    for (const name of ['a', 'ABC, Capital letters', 'B', 'Erase', 'Next field', 'Hide'])
      await key(name).click()
    expect(document.activeElement).toBe(field)
  })

  it('never comes to a key by the Tab key', async () => {
    for (const shift of [false, true]) {
      await userEvent.tab({ shift })
      expect(document.activeElement?.tagName).not.toBe('BUTTON')
    }
  })
})

it('a finger that trembles presses a key once, and one that comes back later twice', async () => {
  await open('digits')
  const touch = (name: string, downMs: number, upMs: number) => {
    for (const [type, value] of [['pointerdown', downMs] as const, ['pointerup', upMs] as const]) {
      const event = new PointerEvent(type, { bubbles: true, pointerType: 'touch' })
      key(name)
        .element()
        .dispatchEvent(Object.defineProperty(event, 'timeStamp', { value }))
    }
  }
  touch('5', 0, 70)
  touch('5', 105, 140)
  touch('6', 150, 200)
  touch('5', 210, 280)
  touch('5', 360, 400)
  expect(typed()).toBe('5655')
})

describe('assistive technology', () => {
  it('presses a key without a pointer, once, also after a finger slid off one', async () => {
    await open('text')
    key('a')
      .element()
      .dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
    ;(key('b').element() as HTMLElement).click()
    ;(key('a').element() as HTMLElement).click()
    expect(typed()).toBe('aba')
  })

  it('keeps its place when a key becomes a capital', async () => {
    await open('text')
    const before = key('a').element()
    await shows('ABC, Capital letters', key('A'))
    expect(key('A').element()).toBe(before)
  })
})

it('a key that is held offers its letters with accents, and the chosen one takes the place of its own', async () => {
  await open('text')
  const point = key('a').element().getBoundingClientRect()
  const at = { bubbles: true, clientX: point.x + 5, clientY: point.y + 5 }
  key('a').element().dispatchEvent(new PointerEvent('pointerdown', at))
  await sees(key('ä'))
  const offer = key('ä').element().getBoundingClientRect()
  window.dispatchEvent(
    new PointerEvent('pointerup', { clientX: offer.x + 25, clientY: offer.y + 25 }),
  )
  expect(typed()).toBe('a<delete>ä')
  await expect.poll(() => key('ä').elements()).toEqual([])
})

const kinds: KeyboardKind[] = [
  ...(['text', 'lines', 'email', 'phone', 'phoneDigits'] as const),
  ...(['digits', 'decimal', 'code', 'ascii'] as const),
]
const sizes = [
  [1080, 1920],
  [1024, 768],
] as const
it.each(spread(kinds, sizes))('%s has keys that a finger cannot miss at %j', async (kind, size) => {
  await resize(size)
  await open(kind, { locale: 'es', tab: true })
  expect(undersizedTargets()).toEqual([])
  const buttons = [...document.querySelectorAll('button')]
  expect(buttons.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)).toEqual([])
  const { violations } = await axe.run(document.body, { runOnly: ['wcag2a', 'wcag2aa'] })
  expect(violations.map(({ id }) => id)).toEqual([])
})
