import { setTimeout } from 'node:timers/promises'
import { m } from '../../src/i18n/paraglide/messages.js'
import type { TodayList, TodayState } from '../../src/shared/desk/today.ts'
import { ana, deskViewOf } from '#harness/desk/fake-desk-main.ts'
import type { BenchRow } from '../row.ts'
import { shareOf } from '../share.ts'
import { median, percentile } from '../statistics.ts'
import { openDeskPage, type DeskPage } from './desk-page.ts'
import { benchDeskMemory } from './memory.ts'

const words = { locale: 'en' } as const
const rounds = shareOf(20, 3)
const appointments = 500
/** Appointments of a usual day, beside which the longest is measured, and the most that it may take of that. */
const few = { appointments: 20, mostRatio: 4 } as const
const targetMs = { open: 200, change: 50, key: 50 }
const serviceMs = 40
const people = 20

const open = deskViewOf({ state: 'open', member: ana('reception') })
const locked = deskViewOf({ state: 'locked', members: [] })
const button = (page: DeskPage['page'], name: string) =>
  page.getByRole('button', { name, exact: true })

/** Builds a day with many appointments, all in one state but those that have arrived. */
function dayOf(arrived: ReadonlySet<string>, count: number): TodayList {
  const startsAt = Date.now() + 60_000
  const rows = Array.from({ length: count }, (_, index) => {
    const appointment = `appointment-${index + 1}`
    const state: TodayState = arrived.has(appointment) ? 'arrived' : 'expected'
    return {
      appointment,
      startsAt: startsAt + index * 60_000,
      state,
      saidAt: null,
      isTelehealth: false,
      patient: `Patient Number ${index + 1}`,
      practitioner: 'Dr. Maya Chen',
      type: 'Check-up',
      forms: { open: 2, started: 0, completed: 1 },
    }
  })
  return { rows, readAt: Date.now() }
}

const row = (
  figure: string,
  value: number,
  most: number,
  beside: Pick<BenchRow, 'beside'> = {},
  over = '',
): BenchRow => ({
  figure,
  value,
  unit: 'ms',
  ...beside,
  target: `at most ${most} ms${over}`,
  met: value - (over ? (beside.beside?.[0]?.value ?? NaN) : 0) <= most,
})

/** Measures the desk's page at its largest lists: opened, changed, searched; and its memory after a day of work. */
export async function benchDesk(): Promise<BenchRow[]> {
  return [...(await benchSpeed()), ...(await benchDeskMemory())]
}

async function benchSpeed(): Promise<BenchRow[]> {
  const arrived = new Set<string>()
  const calls: number[] = []
  let count: number = appointments
  const desk = await openDeskPage({
    today: () => ({ ok: true, value: dayOf(arrived, count) }),
    markArrived: (input) => {
      arrived.add((input as { readonly appointment: string }).appointment)
      return { ok: true, value: null }
    },
    // Each is answered as late as a service is, and what that took is what the page is measured beside.
    findPatients: async (input) => {
      const { search } = input as { readonly search: { readonly name: string } }
      const from = performance.now()
      await setTimeout(serviceMs)
      calls.push(performance.now() - from)
      const rows = Array.from({ length: people }, (_, index) => ({
        patient: `patient-${index + 1}`,
        name: `${search.name} ${index}`,
        isActive: true,
        birthYear: 1960 + index,
        phoneEnd: '10',
      }))
      return { ok: true, value: { rows, more: null } }
    },
  })
  try {
    const opened = await openings(desk)
    const many = await narrowings(desk)
    count = few.appointments
    await openings(desk, count, 1)
    const narrowed = ratios(many, await narrowings(desk))
    count = appointments
    await openings(desk, count, 1)
    const changed = await changes(desk)
    const told = await tellings(desk, arrived)
    const palette = await paletteKeys(desk)
    const searched = await searches(desk)
    const call = percentile(calls, 0.95)
    return [
      ...narrowed,
      row(`Today with ${appointments} appointments: opened`, median(opened), targetMs.open),
      row('one of them arrived, painted', median(changed), targetMs.change),
      row('one of them told by a kiosk, painted', median(told), targetMs.change),
      row('a key in the palette to painted, p95', percentile(palette, 0.95), targetMs.key),
      row(
        'Enter in the search to the patients painted, p95',
        percentile(searched, 0.95),
        targetMs.key,
        { beside: [{ name: 'the service call alone, p95', value: call }] },
        ' over the call',
      ),
    ]
  } finally {
    await desk.close()
  }
}

/** Measures from main's view with a signed-in member to the list. */
async function openings(
  { page, show, painted }: DeskPage,
  count = appointments,
  often = rounds,
): Promise<number[]> {
  const times: number[] = []
  for (let round = 0; round < often; round += 1) {
    show(locked)
    await page.locator('tbody').waitFor({ state: 'detached' })
    // Rows out of sight are drawn later.
    const isThere = `document.querySelector('table')?.ariaRowCount === '${count + 1}'`
    times.push(await painted(() => show(open), isThere))
  }
  return times
}

/** Measures a key in the search of the list, and one that goes to its other end, to what is painted then. */
async function narrowings({ page, painted }: DeskPage): Promise<[number[], number[]]> {
  const [filtered, scrolled]: [number[], number[]] = [[], []]
  const read = (what: string) => page.evaluate<string>(what)
  const count = "document.querySelector('table').ariaRowCount"
  const row = "document.activeElement.closest('tr')?.ariaRowIndex"
  for (let round = 0; round < 2 * rounds; round += 1) {
    if (round === 0) await page.keyboard.press('/')
    const isThere = `${count} !== '${await read(count)}'`
    const key = round % 2 === 0 ? '1' : 'Backspace'
    filtered.push(await painted(() => page.keyboard.press(key), isThere, 'keydown'))
  }
  await page.keyboard.press('Enter')
  for (let round = 0; round < 2 * rounds; round += 1) {
    const isThere = `${row} !== '${await read(row)}'`
    const key = round % 2 === 0 ? 'End' : 'Home'
    scrolled.push(await painted(() => page.keyboard.press(key), isThere, 'keydown'))
  }
  return [filtered, scrolled]
}

/** Sets what the longest day took beside a usual one. */
const ratios = (many: readonly [number[], number[]], usual: readonly [number[], number[]]) =>
  (['a letter in its search', 'its other end'] as const).map((what, at): BenchRow => {
    const [value, beside] = [percentile(many[at] ?? [], 0.95), percentile(usual[at] ?? [], 0.95)]
    return {
      figure: `Today with ${appointments} appointments: ${what} to painted, p95`,
      value,
      unit: 'ms',
      beside: [{ name: `with ${few.appointments}`, value: beside }],
      ratio: value / beside,
      target: `at most ${few.mostRatio} ×`,
      met: value / beside <= few.mostRatio,
    }
  })

/** Measures from the click on "arrived" until the list shows it: a command. */
async function changes({ page, painted }: DeskPage): Promise<number[]> {
  const times: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    await page.locator('tr.day-expected button.open').first().click()
    const arrive = button(page, m.desk_arrive({}, words))
    await arrive.click({ trial: true })
    const isThere = `document.querySelectorAll('tr.day-arrived').length === ${round + 1}`
    times.push(await painted(() => arrive.click(), isThere, 'click'))
  }
  return times
}

/** Measures from main's note of an arrival at a kiosk until the list shows it: the list is read anew. */
async function tellings({ show, painted }: DeskPage, arrived: Set<string>): Promise<number[]> {
  const session = { state: 'open', member: ana('reception') } as const
  const times: number[] = []
  for (let told = 1; told <= rounds; told += 1) {
    const isThere = `document.querySelectorAll('tr.day-arrived').length === ${arrived.size + 1}`
    const tell = () => {
      arrived.add(`appointment-${arrived.size + 1}`)
      show(deskViewOf(session, 'en', { arrived: told, told, changes: told }))
    }
    times.push(await painted(tell, isThere))
  }
  return times
}

async function paletteKeys({ page, painted }: DeskPage): Promise<number[]> {
  const times: number[] = []
  await page.keyboard.press('Control+k')
  await page.locator('dialog li').first().waitFor()
  const shown = () => page.locator('dialog li').count()
  for (let round = 0; round < 2 * rounds; round += 1) {
    const before = await shown()
    const key = round % 2 === 0 ? 'k' : 'Backspace'
    const isThere = `document.querySelectorAll('dialog li').length !== ${before}`
    times.push(await painted(() => page.keyboard.press(key), isThere, 'keydown'))
  }
  await page.keyboard.press('Escape')
  return times
}

async function searches({ page, painted }: DeskPage): Promise<number[]> {
  const times: number[] = []
  await button(page, m.desk_place({ place: 'patients' }, words)).click()
  const field = page.getByLabel(m.desk_patients_search({}, words))
  for (let round = 0; round < 2 * rounds; round += 1) {
    const name = `Okafor${'abcdefghij'[round % 10]}${'abcdefghij'[Math.floor(round / 10)]}`
    await field.fill(name)
    const isThere = `document.querySelector('tbody')?.innerText.includes('${name} ${people - 1}')`
    times.push(await painted(() => field.press('Enter'), isThere, 'keydown'))
  }
  return times
}
