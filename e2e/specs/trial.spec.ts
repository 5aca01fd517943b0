import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { m } from '../../src/i18n/paraglide/messages.js'
import { expect, test } from '../support/test.ts'
import { processTree } from '../support/process-tree.ts'
import { startTrial, type RunningTrial } from '../support/trial.ts'

test.skip(
  process.platform !== 'linux' || process.env['FOYER_SHELL'] === 'electron',
  'follows the start in the browser shell',
)

/** A laptop's screen; the kiosk is 432 px of it wide, and the phone begins 16 px beside it. */
const size = { width: 1366, height: 768 }
const kioskWidth = 432
const [uncovered, besideThePhone] = ['#000000', '#dde7ea']

let trial: RunningTrial
test.beforeEach(async () => {
  trial = await startTrial(size)
})
test.afterEach(() => trial.stop())

/** Kiosk and phone stand beside each other: the screen itself is seen between them, and nothing lies over either. */
async function expectBesideEachOther() {
  const { foyer } = trial
  for (const y of [2, 384, 765])
    for (const x of [kioskWidth + 1, kioskWidth + 14])
      await expect.poll(() => foyer.pixel(x, y), `${x},${y}`).toBe(uncovered)
  for (const [x, y] of [
    [kioskWidth + 18, 2],
    [kioskWidth + 18, 765],
    [kioskWidth + 460, 765],
    [size.width - 40, 2],
  ] as const)
    await expect.poll(() => foyer.pixel(x, y), `${x},${y}`).toBe(besideThePhone)
  for (const y of [2, 765])
    expect(await foyer.pixel(kioskWidth - 2, y), `kiosk at ${y}`).not.toBe(uncovered)
}

const shown = async (phone: Page, what: string) => (await phone.locator(what).textContent()) ?? ''

test('a newcomer checks in by what the phone shows alone', async () => {
  const { patient, foyer } = trial
  await patient.sees(m.kiosk_welcome_title)
  const phone = await trial.phone()
  await phone.getByRole('link', { name: /Nora Berg/ }).click()
  const number = await shown(phone, '#number')
  const born = new Date(`${await shown(phone, '#born')} UTC`).toISOString().slice(0, 10)
  await expectBesideEachOther()

  await patient.begins()
  await patient.givesContact(number.replaceAll(' ', ''))
  await patient.sees(m.kiosk_code_title)
  const code = phone.locator('#messages strong').last()
  await code.waitFor()
  await expect(phone.getByRole('status')).toContainText((await code.textContent()) ?? '-')
  await patient.types((await code.textContent()) ?? '')
  await patient.givesDateOfBirth(born)
  await foyer.form()
  await expectBesideEachOther()

  // Help puts the form out of sight, which is not where the phone is.
  await patient.taps(m.kiosk_help)
  await patient.sees(m.kiosk_help_title)
  await expectBesideEachOther()
  await patient.comesBackFromHelp(born)
  await patient.fillsInForms()
  await patient.sees(m.kiosk_finished_title)
  await patient.leavesBy(m.kiosk_close)
  await foyer.spare()
  await expectBesideEachOther()
})

test('the phone ends with the kiosk, also when that is killed', async () => {
  const { process: start } = trial.foyer
  await trial.phone()
  const before = await processTree(start.pid ?? 0)
  const ended = once(start, 'exit')
  for (const pid of before) {
    const name = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
    if (name.includes('out/main/index.js')) process.kill(pid, 'SIGKILL')
  }
  expect(await ended).toEqual([1, null])
  const ofPhones = async () => {
    const names = before.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => ''))
    return (await Promise.all(names)).filter((name) => name.includes('foyer-phone'))
  }
  await expect.poll(ofPhones).toEqual([])
})

test('the phone is used by keyboard alone, fits a narrow window, and axe finds nothing against it', async () => {
  const phone = await trial.phone()
  const faults = () => phone.evaluate('axe.run().then(({ violations }) => violations)')
  await phone.evaluate(axe.source)
  expect(await faults()).toEqual([])
  await phone.keyboard.press('Tab')
  await expect(phone.getByRole('link', { name: /Nora Berg/ })).toBeFocused()
  await phone.keyboard.press('Enter')
  await expect(phone.locator('#number')).toHaveText('206 555 0109')
  await phone.evaluate(axe.source)
  expect(await faults()).toEqual([])

  const session = await phone.context().newCDPSession(phone)
  const narrow = { width: 320, height: 640, deviceScaleFactor: 1, mobile: false }
  await session.send('Emulation.setDeviceMetricsOverride', narrow)
  await expect.poll(() => phone.evaluate('innerWidth')).toBe(320)
  expect(await phone.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(320)
})
