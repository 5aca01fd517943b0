import { setTimeout } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { memoryOfTree } from '../process-memory.ts'
import { m } from '../../src/i18n/paraglide/messages.js'
import { ana, deskViewOf, sampleToday } from '#harness/desk/fake-desk-main.ts'
import type { BenchRow } from '../row.ts'
import { shareOf } from '../share.ts'
import { openDeskPage } from './desk-page.ts'
import { liveObjects } from './live-objects.ts'

const words = { locale: 'en' } as const
/** Events and charts of a desk in eight hours, and before the first measurement. */
const day = { events: shareOf(5_000, 50), charts: shareOf(300, 5) }
const early = { events: Math.ceil(day.events / 48), charts: Math.ceil(day.charts / 48) }
const target = 1.1
/** Time after which the page drops unused answers (`cache.ts`), in ms; a day's charts are opened within less here. */
const letGoMs = 65_000

/**
 * Measures the memory of the desk after a day's events and charts, beside the first ten minutes: its processes, and its
 * page's objects.
 */
export async function benchDeskMemory(): Promise<BenchRow[]> {
  // Each on a desk of its own: reading what the page holds costs memory itself.
  const processes = await earlyAndLate(memoryOfProcesses)
  const objects = await earlyAndLate(async (page) =>
    liveObjects(await page.context().newCDPSession(page)),
  )
  const row = (figure: string, [before, value]: readonly [number, number]): BenchRow => ({
    figure: `${figure} after ${day.events} events and ${day.charts} charts`,
    value,
    unit: 'MB',
    ratio: value / before,
    target: `at most ${target} ×`,
    beside: [{ name: `after ${early.events} and ${early.charts}`, value: before }],
    met: value / before <= target,
  })
  return [
    row("memory of the desk's browser, all its processes,", processes),
    row("what the desk's page holds, without compiled code,", objects),
  ]
}

/** Measures the MB of the browser's processes, after a garbage collection. */
async function memoryOfProcesses(page: Page): Promise<number> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('HeapProfiler.collectGarbage')
  const machine = await page.context().browser()?.newBrowserCDPSession()
  const told = await machine?.send('SystemInfo.getProcessInfo')
  const browser = told?.processInfo.find(({ type }) => type === 'browser')?.id
  if (browser === undefined) throw new Error('the browser does not tell its process')
  const samples: number[] = []
  for (let sample = 0; sample < 5; sample++) samples.push(await memoryOfTree(browser))
  return Math.min(...samples)
}

/** Returns what `measure` finds after the first ten minutes, and after the day. */
async function earlyAndLate(
  measure: (page: Page) => Promise<number>,
): Promise<readonly [number, number]> {
  const patient = (number: number) => ({
    patient: `patient-${number}`,
    name: `Patient Number ${number}`,
    birthYear: 1980,
    phoneEnd: '10',
    isActive: true,
  })
  let asked = 0
  const desk = await openDeskPage({
    today: () => ({ ok: true, value: sampleToday(Date.now()) }),
    helpCalls: () => ({ ok: false, error: { kind: 'failed' } }),
    findPatients: () => ({ ok: true, value: { rows: [patient(++asked)], more: null } }),
    openChart: () => ({ ok: true, value: { chart: `chart-${asked}` } }),
    patientChart: () => ({
      ok: true,
      value: {
        name: `Patient Number ${asked}`,
        firstName: 'Patient',
        lastName: `Number ${asked}`,
        birthDate: '1980-02-16',
        phone: '+1 206 555 0110',
        email: 'p@example.com',
        isActive: true,
        address: null,
        parents: [],
        children: [],
        practitioners: [],
        tags: [],
      },
    }),
  })
  const { page, show } = desk
  let changes = 0
  const hear = async (events: number) => {
    for (let event = 0; event < events; event += 1) {
      changes += 1
      const session = { state: 'open', member: ana('reception') } as const
      show(deskViewOf(session, 'en', { changes, told: changes, calls: changes % 3 }))
      // A page that is busy gets the newest alone; it is to have each.
      await page.evaluate('0')
    }
  }
  // By selectors: looking for roles would have the browser remember the labels of every element, also of those that went.
  const place = (name: string) => page.locator('nav button', { hasText: name })
  const openChart = async () => {
    const number = asked + 1
    // A search is for letters; what was looked for once is not asked for again.
    const name = String(number).replaceAll(/\d/g, (digit) => 'abcdefghij'.charAt(Number(digit)))
    await place(m.desk_place({ place: 'patients' }, words)).click()
    const field = page.locator('main input[type="search"]')
    await field.fill(`Number ${name}`)
    await field.press('Enter')
    const found = `Patient Number ${number}`
    await page.locator('tbody button.open', { hasText: found }).click()
    await page.locator('dialog input').first().fill('02/16/1980')
    await page.locator('dialog input').last().fill('206 555 0110')
    await page.keyboard.press('Enter')
    await page.locator('h1, h2', { hasText: found }).first().waitFor()
  }
  try {
    await hear(1)
    const work = async ({ events, charts }: typeof day) => {
      for (let part = 0; part < charts; part += 1) {
        await hear(Math.round(events / charts))
        await openChart()
      }
      await place(m.desk_place({ place: 'today' }, words)).click()
      await page.locator('tbody tr').first().waitFor()
      await setTimeout(letGoMs)
      return measure(page)
    }
    return [await work(early), await work(day)]
  } finally {
    await desk.close()
  }
}
