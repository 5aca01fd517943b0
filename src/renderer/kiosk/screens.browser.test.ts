import { afterEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import type { View } from '../../shared/ipc.ts'
import {
  cut,
  heading,
  outOfReach,
  overflowing,
  resize,
  undersizedTargets,
  violations,
} from '#harness/renderer/on-page.ts'
import {
  locales,
  openScreen,
  PageHarness,
  sizeNames,
  sizes,
} from '#harness/renderer/page-harness.ts'
import {
  allSettings,
  bySize,
  missingPairs,
  settingOf,
  shareOf,
  type Setting,
} from '#harness/renderer/spread.ts'
import { staffScreens } from '#harness/renderer/staff-views.ts'
import {
  clinic,
  hostileColors,
  longClinic,
  overlays,
  screens,
  viewOf,
} from '#harness/renderer/views.ts'

type Options = NonNullable<Parameters<typeof viewOf>[1]>
type Sample = (options: Options) => View

/** Every screen of a patient in every state, and every overlay over one. */
const patientSamples: Readonly<Record<string, Sample>> = {
  ...Object.fromEntries(
    Object.entries(screens).map(([name, screen]): [string, Sample] => [
      name,
      (options) => viewOf(screen, options),
    ]),
  ),
  ...Object.fromEntries(
    Object.entries(overlays).map(([name, overlay]): [string, Sample] => [
      `${name}, over a screen`,
      (options) => viewOf(screens['completing-unnamed']!, { ...options, overlay }),
    ]),
  ),
}
const patientNames = Object.keys(patientSamples)
const staffNames = Object.keys(staffScreens)

let harness: PageHarness | undefined
/** Shows a sample on the one page that all tests of this file have, which is drawn anew only where it is not there. */
async function show(view: View): Promise<void> {
  if (!document.querySelector('.kiosk'))
    harness = await PageHarness.open(viewOf({ name: 'checking', channel: 'sms' }))
  await harness!.begin(viewOf({ name: 'matching' }, { locale: view.locale }))
  await harness!.show(view)
  // The script that draws what staff see comes only when they do.
  if (!document.querySelector('h1')) await expect.element(heading()).toBeVisible()
}
const colorOf = (color: string) => ({ ...clinic, color, logoLetterColor: color })
const colors = [clinic.color, ...hostileColors] as const

const patientAxes = {
  size: sizeNames,
  locale: locales,
  textSize: [100, 150, 200],
  theme: ['standard', 'contrastLight', 'contrastDark'],
  color: colors,
  lowered: [false, true],
} as const
const staffAxes = { size: sizeNames, locale: locales, color: colors } as const

async function isAccessible(name: string, shown: Setting<typeof patientAxes>) {
  const { size, locale, textSize, theme, color, lowered } = shown
  await resize(sizes[size])
  const display = { textSize, theme, lowered }
  const view = patientSamples[name]!({ locale, display, clinic: colorOf(color) })
  await show(view)
  expect({
    size: innerWidth,
    lang: document.documentElement.lang,
    small: undersizedTargets(),
    over: textSize === 100 ? overflowing() : cut(),
  }).toEqual({ size: sizes[size][0], lang: locale, small: [], over: [] })
  const { screen, overlay } = view
  // A screen takes the focus to its heading; an overlay and an error to themselves.
  if (!overlay && !('error' in screen && screen.error))
    await expect.element(heading()).toHaveFocus()
  const more = theme === 'standard' ? [] : ['color-contrast-enhanced']
  expect(await violations(...more)).toEqual([])
}

async function isPanelAccessible(name: string, shown: Setting<typeof staffAxes>) {
  const { size, locale, color } = shown
  await resize(sizes[size])
  await show(viewOf(staffScreens[name]!, { locale, clinic: colorOf(color) }))
  await expect.element(heading()).toHaveFocus()
  expect({ small: undersizedTargets(), outOfReach: outOfReach() }).toEqual({
    small: [],
    outOfReach: [],
  })
  expect(await violations()).toEqual([])
}

it('every pair of a size, a language, a size of text, a theme and a colour occurs over the samples', () => {
  expect(missingPairs(patientAxes, patientNames)).toEqual([])
  expect(missingPairs(staffAxes, staffNames)).toEqual([])
})

describe('in the setting that its name chooses', () => {
  it.each(bySize(patientAxes, patientNames))('%s is accessible, in reach and not cut', (name) =>
    isAccessible(name, settingOf(patientAxes, name)),
  )
  it.each(bySize(staffAxes, staffNames))('%s is accessible and in reach', (name) =>
    isPanelAccessible(name, settingOf(staffAxes, name)),
  )
})

async function wrongWith(
  samples: Iterable<readonly [string, View]>,
  look: () => readonly string[],
): Promise<string[]> {
  const wrong: string[] = []
  for (const [name, view] of samples) {
    await show(view)
    wrong.push(...look().map((what) => `${name}: ${what}`))
  }
  return wrong
}
const samplesIn = <P>(places: readonly P[], place: P, options: Options) =>
  shareOf(places, place, patientNames).map(
    (name) => [name, patientSamples[name]!(options)] as const,
  )

it.each(sizeNames)('every screen fits below a very long clinic name, in %s', async (size) => {
  await resize(sizes[size])
  const options = { locale: 'es', clinic: longClinic } as const
  const look = () => [...undersizedTargets(), ...overflowing()]
  expect(await wrongWith(samplesIn(sizeNames, size, options), look)).toEqual([])
  const ofStaff = Object.entries(staffScreens).map(
    ([name, screen]) => [name, viewOf(screen, options)] as const,
  )
  expect(await wrongWith(ofStaff, outOfReach)).toEqual([])
})

const enlarged = [
  ['200 %, upright', 1080, 1920, 200],
  ['200 %, lying', 1024, 768, 200],
  ['200 % of zoom, upright', 540, 960, 100],
  ['200 % of zoom, lying', 512, 384, 100],
  ['400 % of zoom', 320, 480, 100],
] as const
const enlargements = enlarged.map(([name]) => name)
it.each(enlarged)('at %s nothing of a screen is cut', async (name, width, height, textSize) => {
  await page.viewport(width, height)
  const display = { textSize, theme: 'standard' } as const
  // In a browser that draws all larger, keys are small in px alone.
  const look = () => [...cut(), ...(textSize > 100 ? undersizedTargets() : [])]
  const samples = samplesIn(enlargements, name, { locale: 'es', display })
  expect(await wrongWith(samples, look)).toEqual([])
})

describe('with wider spacing of text', () => {
  // WCAG 1.4.12.
  const spacing = document.createElement('style')
  spacing.textContent = `* { letter-spacing: 0.12em !important; line-height: 1.5 !important; word-spacing: 0.16em !important }
    p { margin-block-end: 2em !important }`
  afterEach(() => spacing.remove())

  const directions = ['portrait', 'landscape'] as const
  it.each(directions)('nothing is cut in %s', async (size) => {
    document.head.append(spacing)
    await resize(sizes[size])
    // The bar has room for so much of the clinic's name; it stands in full on the other screens.
    const look = () => cut().filter((each) => !/^BDI name/.test(each))
    expect(await wrongWith(samplesIn(directions, size, { locale: 'es' }), look)).toEqual([])
  })
})

it('every text that is not of the screen’s language says so', async () => {
  const foreign = [clinic.name, 'New patient', 'Consent for', 'Knee', 'English', 'Who is with']
  const quoted = ['Saved.', 'Please read', 'Send your forms', 'Nobody']
  const look = () => {
    const silent: string[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
      const text = walker.currentNode.textContent ?? ''
      const spoken = walker.currentNode.parentElement?.closest('[lang]')?.getAttribute('lang')
      const isForeign = [...foreign, ...quoted].some((each) => text.includes(each))
      if (isForeign && spoken === 'es') silent.push(text)
    }
    return silent
  }
  const everyOne = samplesIn(['everywhere'], 'everywhere', { locale: 'es' })
  expect(await wrongWith(everyOne, look)).toEqual([])
})

const fontSize = () => parseFloat(getComputedStyle(document.documentElement).fontSize)

it('is twice as large at 200 %', async () => {
  harness = await openScreen('welcome')
  const usual = fontSize()
  await harness.showScreen('welcome', { display: { textSize: 200, theme: 'standard' } })
  expect(fontSize()).toBeCloseTo(2 * usual, 1)
})

it('has the field in sight at 200 % on a wide screen', async () => {
  const display = { textSize: 200, theme: 'standard' } as const
  harness = await PageHarness.open(viewOf(screens['contact-phone']!, { display }), 'wide')
  const { bottom } = (await page.getByRole('textbox').findElement()).getBoundingClientRect()
  expect(bottom).toBeLessThan(innerHeight)
})

it.each(Object.entries(sizes))('grows as a browser zooms: %s', async (_, [width, height]) => {
  harness = await openScreen('welcome')
  await page.viewport(width, height)
  const usual = fontSize()
  // At 200 % there are half as many px, and each is twice as large.
  await page.viewport(width / 2, height / 2)
  expect(2 * fontSize()).toBeGreaterThan(1.9 * usual)
})

describe('in every size, language and theme', { tags: 'full' }, () => {
  const usual = { textSize: 100, theme: 'standard', color: clinic.color, lowered: false } as const
  const places = allSettings({ size: sizeNames, locale: locales }).map((place) => {
    return { ...usual, ...place }
  })
  const themes = (['contrastLight', 'contrastDark'] as const).map((theme) => {
    return { ...usual, size: 'portrait', locale: 'en', theme } as const
  })

  describe.each([...places, ...themes])('$size, $locale, $theme', (shown) => {
    it.each(patientNames)('%s is accessible, in reach and fits', (name) =>
      isAccessible(name, shown),
    )
  })
  describe.each(places)('$size, $locale', (shown) => {
    it.each(staffNames)('%s is accessible and in reach', (name) => isPanelAccessible(name, shown))
  })
})
