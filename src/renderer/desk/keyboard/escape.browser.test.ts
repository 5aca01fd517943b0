import '@fontsource-variable/atkinson-hyperlegible-next'
import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import {
  sampleChoices,
  samplePacket,
  samplePackets,
} from '../../../../test/harness/desk/chart-part-pages.ts'
import { ana, deskViewOf, FakeDeskMain } from '../../../../test/harness/desk/fake-desk-main.ts'
import { answerPatients } from '../../../../test/harness/desk/patient-pages.ts'
import { openDesk } from '../../../../test/harness/renderer/open-desk.ts'
import '../../app.css'
import '../desk.css'

const ok = (value: unknown) => ({ ok: true as const, value })
const button = (name: string) => page.getByRole('button', { name, exact: true })

it('closes one part by one Escape: first what was opened last', async () => {
  const main = new FakeDeskMain()
  answerPatients(main)
  Object.assign(main.answers, {
    packets: () => ok(samplePackets),
    packet: () => ok(samplePacket),
    templateChoices: () => ok(sampleChoices),
  })
  await openDesk(main, deskViewOf({ state: 'open', member: ana('reception') }))
  await button('Patients').click()
  await page.getByRole('searchbox').fill('kim')
  await userEvent.keyboard('{Enter}')
  await button('Daniel Kim').click()
  const [birth, phone] = page.getByRole('dialog').getByRole('textbox').all()
  await birth?.fill('2/16/1981')
  await phone?.fill('(206) 555-0110')
  await userEvent.keyboard('{Enter}')
  const chart = page.getByRole('heading', { level: 1, name: 'Grace Kim' })
  await expect.element(chart).toBeVisible()
  await page.getByRole('tab', { name: 'Forms' }).click()

  const row = samplePackets.rows[0]
  await button(row?.name ?? '').click()
  const packet = page.getByRole('heading', { name: row?.name ?? '', exact: true })
  await expect.element(packet).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(packet).not.toBeInTheDocument()
  await expect.element(chart).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(chart).not.toBeInTheDocument()
  await expect.element(page.getByRole('searchbox')).toHaveValue('kim')
})
