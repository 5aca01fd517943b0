import { afterEach, describe, expect, it } from 'vitest'
import { settingPaths } from '../../main/settings/setting-paths.ts'
import { m } from '../../i18n/paraglide/messages.js'
import { overwriteGetLocale } from '../../i18n/paraglide/runtime.js'
import { staffScreens } from '#harness/renderer/staff-views.ts'
import { inGroups, valueInWords } from './setting-words.ts'
import { momentInWords } from '../kiosk/state/moment-words.ts'
import { durationInWords } from './words.ts'

afterEach(() => overwriteGetLocale(() => 'en'))

describe('durationInWords', () => {
  it.each([
    [0, '0\u00a0seconds'],
    [1, '1\u00a0second'],
    [60, '1\u00a0minute'],
    [95, '1\u00a0minute, 35\u00a0seconds'],
  ])('says %i', (seconds, words) => expect(durationInWords(seconds)).toBe(words))

  it('speaks the language', () => {
    overwriteGetLocale(() => 'es')
    expect(durationInWords(95)).toBe('1\u00a0minuto y 35\u00a0segundos')
  })
})

it('gives a moment of another day its date', () => {
  const at = new Date(2026, 2, 3, 15, 4).getTime()
  const plain = (text: string) => text.replace('\u202f', ' ')
  expect(plain(momentInWords(at, at + 60_000))).toBe('3:04 PM')
  expect(plain(momentInWords(at, at + 24 * 3_600_000))).toBe('Mar 3, 3:04 PM')
  const elsewhere = (now: string) =>
    plain(momentInWords(Date.parse('2026-03-03T15:04Z'), Date.parse(now), 'Asia/Tokyo'))
  expect(elsewhere('2026-03-04T14:00Z')).toBe('12:04 AM')
  expect(elsewhere('2026-03-04T15:00Z')).toBe('Mar 4, 12:04 AM')
})

it('puts every setting in one group, also one that it does not know', () => {
  const page = staffScreens['staff-settings']!
  if (page.name !== 'staffSettings') throw new Error('another sample')
  const unknown = { ...page.settings[0]!, key: 'new.thing' }
  const groups = inGroups([...page.settings, unknown])
  const all = groups.flatMap(({ settings }) => settings.map(({ key }) => key))
  expect([...all].sort()).toEqual([...page.settings, unknown].map(({ key }) => key).sort())
  expect(m.staff_setting({ key: 'new.thing' })).toBe('new.thing')
  expect(valueInWords({ ...unknown, value: '' })).toBe('None')
  expect(valueInWords({ ...unknown, value: 'neither' })).toBe('neither')
})

it.each(settingPaths.map(({ key }) => key))('has words for the setting %s', (key) => {
  expect(m.staff_setting({ key })).not.toBe(key)
})
