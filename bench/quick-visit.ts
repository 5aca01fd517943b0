import { expect } from '@playwright/test'
import type { Command } from '../src/shared/ipc.ts'
import type { RunningFoyer } from '../e2e/support/running-foyer.ts'
import type { Visitor } from '../test/leak-scan/canary.ts'

/** Sends commands by the page's own bridge: faster than taps, and no animation to wait for. */
async function handOn(foyer: RunningFoyer) {
  const kiosk = await foyer.kiosk()
  return {
    send: (command: Command) => kiosk.evaluate(`window.foyer.send(${JSON.stringify(command)})`),
    on: (screen: string) => kiosk.locator(`.kiosk.${screen}`).waitFor(),
  }
}

/**
 * Starts a visit. The page may refuse a tap while staff leave or the last visit is wiped, or the next page answers it.
 */
async function begin(foyer: RunningFoyer): Promise<void> {
  const started = async () => {
    const kiosk = await foyer.kiosk()
    try {
      await kiosk.locator('.kiosk.welcome, .kiosk.contact').waitFor()
      if (await kiosk.locator('.kiosk.contact').isVisible()) return true
      await kiosk.evaluate(`window.foyer.send({ type: 'begin' })`)
    } catch (error) {
      if (!kiosk.isClosed()) throw error
    }
    return false
  }
  await expect.poll(started).toBe(true)
}

/** One visit over the page's own bridge, from the welcome screen until the date of birth was given. */
async function prove(foyer: RunningFoyer, { contact, dateOfBirth }: Visitor): Promise<void> {
  await begin(foyer)
  const { send, on } = await handOn(foyer)
  if (contact.includes('@')) await send({ type: 'useOtherChannel' })
  await send({ type: 'submitContact', value: contact })
  await on('code')
  await send({ type: 'submitCode', code: foyer.sandbox.control.latestCode(contact) ?? '' })
  await on('dateOfBirth')
  const [year = '', month = '', day = ''] = dateOfBirth.split('-')
  await send({ type: 'submitDateOfBirth', year, month, day })
}

/** One visit over the page's own bridge, from the welcome screen until the form stands open: proof and date of birth. */
export async function checkIn(foyer: RunningFoyer, visitor: Visitor): Promise<void> {
  await prove(foyer, visitor)
  const { on } = await handOn(foyer)
  await on('completing')
  await (await foyer.form()).locator('h1').first().waitFor()
}

/** Ends the visit, and waits for the next one's fresh page. */
export async function startOver(foyer: RunningFoyer): Promise<void> {
  const { send } = await handOn(foyer)
  const used = (await foyer.kiosk()).url()
  await send({ type: 'startOver' })
  // The page may be gone before it is told.
  await send({ type: 'confirmStartOver' }).catch(() => undefined)
  await foyer.kioskAfter(used)
}
