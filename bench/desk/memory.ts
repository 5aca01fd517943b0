import { setTimeout } from 'node:timers/promises'
import type { CDPSession } from 'playwright-core'
import { m } from '../../src/i18n/paraglide/messages.js'
import { ana, deskViewOf, sampleToday } from '../../test/harness/desk/fake-desk-main.ts'
import type { BenchRow } from '../row.ts'
import { shareOf } from '../share.ts'
import { openDeskPage } from './desk-page.ts'

const words = { locale: 'en' } as const
/** What a desk hears and opens in eight hours, and before the first measurement. */
const day = { events: shareOf(5_000, 50), charts: shareOf(300, 5) }
const early = { events: Math.ceil(day.events / 48), charts: Math.ceil(day.charts / 48) }
const target = 1.1
/** The page lets go of what nobody looks at after a minute (`cache.ts`); a day's charts are opened within less here. */
const letGoMs = 65_000

/** MB of live script objects, after what nobody holds is thrown away. */
async function heap(cdp: CDPSession): Promise<number> {
  await cdp.send('HeapProfiler.collectGarbage')
  const { usedSize } = await cdp.send('Runtime.getHeapUsage')
  return usedSize / 1e6
}

/** Live script objects of the desk's page after a day's events and charts, beside the first ten minutes. */
export async function benchDeskMemory(): Promise<BenchRow[]> {
  const patient = (number: number) => ({
    ...{ patient: `patient-${number}`, name: `Patient Number ${number}`, birthYear: 1980 },
    ...{ phoneEnd: '10', isActive: true },
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
        ...{ name: `Patient Number ${asked}`, firstName: 'Patient', lastName: `Number ${asked}` },
        ...{ birthDate: '1980-02-16', phone: '+1 206 555 0110', email: 'p@example.com' },
        ...{
          isActive: true,
          address: null,
          parents: [],
          children: [],
          practitioners: [],
          tags: [],
        },
      },
    }),
  })
  const { page, show } = desk
  let changes = 0
  const hear = (events: number) => {
    for (let event = 0; event < events; event += 1) {
      changes += 1
      const session = { state: 'open', member: ana('reception') } as const
      show(deskViewOf(session, 'en', { changes, told: changes, calls: changes % 3 }))
    }
  }
  const openChart = async () => {
    const number = asked + 1
    // A search is for letters; what was looked for once is not asked for again.
    const name = String(number).replaceAll(/\d/g, (digit) => 'abcdefghij'.charAt(Number(digit)))
    await page.getByRole('button', { name: m.desk_place_patients({}, words), exact: true }).click()
    const field = page.getByLabel(m.desk_patients_search({}, words))
    await field.fill(`Number ${name}`)
    await field.press('Enter')
    const found = `Patient Number ${number}`
    await page.getByRole('button', { name: found, exact: true }).click()
    await page.locator('#guard-birth').fill('02/16/1980')
    await page.getByLabel(m.desk_guard_also({}, words)).fill('206 555 0110')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: found }).first().waitFor()
  }
  try {
    hear(1)
    const cdp = await page.context().newCDPSession(page)
    const work = async ({ events, charts }: typeof day) => {
      for (let part = 0; part < charts; part += 1) {
        hear(Math.round(events / charts))
        await openChart()
      }
      await page.getByRole('button', { name: m.desk_place_today({}, words), exact: true }).click()
      await page.locator('tbody tr').first().waitFor()
      await setTimeout(letGoMs)
      return heap(cdp)
    }
    const atEarly = await work(early)
    const atLate = await work(day)
    const ratio = atLate / atEarly
    return [
      {
        figure: `live objects of the desk's page after ${day.events} events and ${day.charts} charts`,
        value: atLate,
        unit: 'MB',
        beside: [{ name: `after ${early.events} and ${early.charts}`, value: atEarly }],
        ratio,
        target: `at most ${target} ×`,
        met: ratio <= target,
      },
    ]
  } finally {
    await desk.close()
  }
}
