import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { PageHarness } from '../../../test/harness/renderer/page-harness.ts'
import { staffScreens } from '../../../test/harness/renderer/staff-views.ts'
import { viewOf } from '../../../test/harness/renderer/views.ts'

const open = (name: string) => PageHarness.open(viewOf(staffScreens[name]!))

describe('a visit that waits for staff', () => {
  it('is named by its number, and helped with by a tap', async () => {
    const harness = await open('staff-home-visit')
    await expect.element(page.getByText(/A visit is waiting: 4.271/)).toBeVisible()
    await page.getByRole('button', { name: 'Help this patient', exact: true }).click()
    expect(harness.commands).toContainEqual({ type: 'helpPatient' })
  })

  it('is not there where none waits', async () => {
    await open('staff-home-quiet')
    await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(document.body.textContent).not.toContain('Help this patient')
  })
})
