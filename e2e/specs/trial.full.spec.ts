import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { m } from '../../src/i18n/paraglide/messages.js'
import { expect, test } from '../support/test.ts'
import { processTree } from '../../src/main/windows/chromium/resource-usage.ts'
import type { RunningFoyer } from '../support/running-foyer.ts'
import { startTrial } from '../support/trial.ts'
import { given } from '#harness/given.ts'

test.skip(process.platform !== 'linux', 'reads /proc')

/** A laptop's screen; the kiosk is 432 px of it wide, and the phone begins 16 px beside it. */
const size = { width: 1366, height: 768 }
const kioskWidth = 432
const [uncovered, besideThePhone] = ['#000000', '#dde7ea']

/** Kiosk and phone stand beside each other: the screen itself is seen between them, and nothing lies over either. */
async function expectBesideEachOther(foyer: RunningFoyer) {
  for (const y of [2, 384, 765])
    // A window whose scale is no whole number may be rounded up by some pixels.
    for (const x of [kioskWidth + 4, kioskWidth + 14])
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

test('a newcomer checks in by what the phone shows alone, by a keyboard too, and it ends with a kiosk that is killed', async () => {
  test.setTimeout(300_000)
  const trial = await startTrial(size)
  const { patient, foyer } = trial
  try {
    await patient.sees(m.kiosk_welcome_title)
    const phone = await trial.phone()
    const faults = async () => {
      await phone.evaluate(axe.source)
      return phone.evaluate('axe.run().then(({ violations }) => violations)')
    }
    expect(await faults()).toEqual([])
    await phone.getByRole('link', { name: 'Make the network fail' }).click()
    await phone.getByRole('button', { name: /The network is gone/ }).waitFor()
    expect(await faults()).toEqual([])
    await phone.goBack()
    await phone.keyboard.press('Tab')
    await expect(phone.getByRole('link', { name: /Nora Berg/ })).toBeFocused()
    await phone.keyboard.press('Enter')
    await expect(phone.locator('#number')).toHaveText('206 555 0109')
    expect(await faults()).toEqual([])
    const number = await shown(phone, '#number')
    const born = new Date(`${await shown(phone, '#born')} UTC`).toISOString().slice(0, 10)
    await expectBesideEachOther(foyer)

    await patient.begins()
    await patient.givesContact(number.replaceAll(' ', ''))
    await patient.sees(m.kiosk_code_title)
    const code = phone.locator('#messages strong').last()
    await code.waitFor()
    await expect(phone.getByRole('status')).toContainText((await code.textContent()) ?? '-')
    await patient.types((await code.textContent()) ?? '')
    await patient.givesDateOfBirth(born)
    await foyer.form()
    await expectBesideEachOther(foyer)

    // Help puts the form out of sight, which is not where the phone is.
    await patient.taps(m.kiosk_help)
    await patient.sees(given(m.kiosk_help_heard_title, { heard: 'nobody' }))
    await expectBesideEachOther(foyer)
    await patient.comesBackFromHelp(born)
    await patient.fillsInForms()
    await patient.sees(given(m.kiosk_finished_title, { kind: 'complete' }))
    await patient.leavesBy(m.kiosk_close)
    if (foyer.shell === 'browser') await foyer.spare()
    await expectBesideEachOther(foyer)

    // A narrow window has room for it.
    const session = await phone.context().newCDPSession(phone)
    const narrow = { width: 320, height: 640, deviceScaleFactor: 1, mobile: false }
    await session.send('Emulation.setDeviceMetricsOverride', narrow)
    await expect.poll(() => phone.evaluate('innerWidth')).toBe(320)
    expect(await phone.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(320)

    const all = await processTree(foyer.process.pid ?? 0)
    const nameOf = (pid: number) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
    const running = async (name: RegExp) => {
      const names = await Promise.all(all.map(nameOf))
      return all.filter((_, index) => name.test(names[index] ?? ''))
    }
    const ended = once(foyer.process, 'exit')
    // Electron's own processes, each of a type, end with its main one.
    const main =
      foyer.shell === 'browser'
        ? /out\/main\/index\.js/
        : /^(?!.*--type=).*user-data-dir=\S*foyer-trial-/
    for (const pid of await running(main)) process.kill(pid, 'SIGKILL')
    expect(await ended).toEqual([1, null])
    await expect.poll(() => running(/foyer-phone/)).toEqual([])
  } finally {
    await trial.stop()
  }
})
