import { expect } from '@playwright/test'
import type { Locator, Page } from 'playwright-core'
import type { DeskPlace } from '../../src/shared/desk/rights.ts'
import { m } from '../../src/i18n/paraglide/messages.js'
import type { Message } from './patient.ts'
import type { RunningFoyer } from './running-foyer.ts'
import { words } from './staff.ts'
import { given } from '#harness/given.ts'

/** Member of staff at a desk: its administrator, who has the rights of reception, too. */
export const member = { name: 'Ana Ruiz', secret: 'six small boats at noon' } as const

/** Milliseconds in which all comes about that somebody at a desk waits for, on a busy machine too. */
export const patienceMs = 120_000

/** A date of birth (YYYY-MM-DD) as it is typed at a desk. */
function typedDate(date: string): string {
  const [year, month, day] = date.split('-')
  return `${month}/${day}/${year}`
}

/** Facts that a person tells of themselves: date of birth (YYYY-MM-DD) and phone. */
type Said = { readonly dateOfBirth: string; readonly phone: string | null }

export class Receptionist {
  page: Page

  constructor(page: Page) {
    this.page = page
  }

  button(name: string, within: Page | Locator = this.page): Locator {
    return within.getByRole('button', { name, exact: true })
  }

  async presses(message: Message, inputs: object = {}): Promise<void> {
    await this.button(words(message, inputs)).click()
  }

  /** Signs in as the only member that this desk has. */
  async signsIn(secret: string): Promise<void> {
    await this.page.getByLabel(words(m.desk_secret)).fill(secret)
    await this.presses(m.desk_sign_in_send)
  }

  /** Types who is the first administrator of a desk that nobody has set up yet. */
  async namesFirst(name: string, secret: string): Promise<void> {
    for (const [label, typed] of [
      [m.desk_name, name],
      [m.desk_secret, secret],
      [m.desk_secret_again, secret],
    ] as const)
      await this.page.getByLabel(words(label)).fill(typed)
  }

  /** Asks for the address and the code by which another kiosk is paired, on the page of kiosks. */
  async invitesKiosk(): Promise<readonly [address: string, code: string]> {
    await this.presses(m.desk_pair_title)
    const shown = this.page.locator('aside dd.typed')
    return [await shown.first().innerText(), await shown.last().innerText()]
  }

  async opens(place: DeskPlace): Promise<void> {
    const places = this.page.getByRole('navigation')
    // The number of those who wait there stands beside its name.
    await places.getByRole('button', { name: words(m.desk_place, { place }) }).click()
  }

  async sees(message: Message, inputs: object = {}): Promise<void> {
    await this.page.getByText(words(message, inputs)).first().waitFor({ timeout: patienceMs })
  }

  rows(text: string): Locator {
    return this.page.locator('tbody tr').filter({ hasText: text })
  }

  async seesOf(text: string, message: Message, inputs: object = {}): Promise<void> {
    await expect(this.rows(text)).toContainText(words(message, inputs), { timeout: patienceMs })
  }

  /** Opens what is known of an appointment of today. */
  async looksAt(row: Locator): Promise<Locator> {
    const patient = row.locator('button.open')
    if ((await patient.getAttribute('aria-expanded')) !== 'true') await patient.click()
    return this.page.locator('aside')
  }

  /** Waits until the panel of an appointment offers to take its arrival back. */
  async seesArrived(panel: Locator): Promise<void> {
    const back = this.button(words(given(m.desk_undo_why, { why: 'left' })), panel)
    await back.waitFor({ timeout: patienceMs })
  }

  /** Asks for the chart of an appointment of today with what the person says: birth date (YYYY-MM-DD) and phone. */
  async asksForChart(row: Locator, said: Said): Promise<void> {
    const panel = await this.looksAt(row)
    await this.button(words(m.desk_chart_open), panel).click()
    await this.passesGuard(said)
  }

  async passesGuard({ dateOfBirth, phone }: Said): Promise<void> {
    const guard = this.page.getByRole('dialog')
    await guard.getByLabel(words(m.desk_patients_birth)).fill(typedDate(dateOfBirth))
    await guard.getByLabel(words(m.desk_guard_also)).fill(phone ?? '')
    await this.button(words(m.desk_chart_open), guard).click()
  }

  /** Finds somebody who came, and opens their chart with what they say: birth date (YYYY-MM-DD) and phone. */
  async findsWhoCame(person: Said & { firstName: string; lastName: string }): Promise<void> {
    await this.opens('checkIn')
    await this.page.getByLabel(words(m.desk_patients_search)).fill(person.lastName)
    await this.page.keyboard.press('Enter')
    await this.button(`${person.firstName} ${person.lastName}`).click()
    await this.passesGuard(person)
  }

  async closesChart(): Promise<void> {
    await this.presses(m.desk_chart_back, { place: words(given(m.desk_place, { place: 'today' })) })
  }

  async opensPart(part: Message): Promise<void> {
    await this.page.getByRole('tab', { name: words(part), exact: true }).click()
  }

  async locks({ kioskAfter }: Pick<RunningFoyer, 'kioskAfter'>): Promise<void> {
    const before = this.page.url()
    // The page may be gone before the driver hears of the key.
    await this.page.keyboard.press('Control+l').catch(() => undefined)
    this.page = await kioskAfter(before)
  }
}
