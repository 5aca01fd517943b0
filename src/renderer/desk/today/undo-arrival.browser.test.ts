import '@fontsource-variable/atkinson-hyperlegible-next'
import { expect, it, onTestFinished, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import {
  deskViewOf,
  FakeDeskMain,
  sampleToday,
} from '../../../../test/harness/desk/fake-desk-main.ts'
import { violations } from '../../../../test/harness/renderer/accessibility-checks.ts'
import { openDesk } from '../../../../test/harness/renderer/open-desk.ts'
import '../../app.css'
import '../desk.css'
import { undoMs } from '../frame/navigation.svelte.ts'

const ok = (value: unknown) => ({ ok: true as const, value })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const patient = button

function mainWithToday(): FakeDeskMain {
  const main = new FakeDeskMain()
  main.answers['today'] = () => ok(sampleToday(Date.now()))
  return main
}

/** Five seconds go by when the function that comes back is called, however long the test takes. */
function holdUndo(): () => void {
  const real = window.setTimeout.bind(window)
  let end = () => {}
  const held = (run: () => void, ms?: number) => {
    if (ms !== undoMs) return real(run, ms)
    end = run
    return 0
  }
  vi.spyOn(window, 'setTimeout').mockImplementation(held as typeof setTimeout)
  onTestFinished(() => void vi.restoreAllMocks())
  return () => end()
}

it('takes an arrival back by one key for five seconds, with a reason of its own', async () => {
  holdUndo()
  const main = mainWithToday()
  main.answers['markArrived'] = () => ok(null)
  main.answers['undoArrival'] = () => ok(null)
  await openDesk(main, deskViewOf())
  await patient('Lena Fischer').click()
  await button('Mark as arrived').click()
  const note = page.getByRole('complementary', { name: 'Just done' })
  await expect.element(note).toHaveTextContent('Arrived: Lena Fischer Undo Ctrl+Z')
  expect(await violations()).toEqual([])
  // In a field the same key is the field's.
  await page.getByLabelText('Find a patient').fill('le')
  await userEvent.keyboard('{Control>}z{/Control}')
  await expect.element(note).toBeVisible()
  await patient('Lena Fischer').click()
  await userEvent.keyboard('{Control>}z{/Control}')
  await expect.element(note).not.toBeInTheDocument()
  expect(main.said.filter(({ type }) => type === 'command')).toMatchObject([
    { name: 'markArrived' },
    { name: 'undoArrival', reason: 'Taken back at once by the same person' },
  ])
})

it('offers that no longer after five seconds', async () => {
  const pass = holdUndo()
  const main = mainWithToday()
  main.answers['markArrived'] = () => ok(null)
  await openDesk(main, deskViewOf())
  await patient('Lena Fischer').click()
  await button('Mark as arrived').click()
  const note = page.getByRole('complementary', { name: 'Just done' })
  await expect.element(note).toBeVisible()
  pass()
  await expect.element(note).not.toBeInTheDocument()
  await userEvent.keyboard('{Control>}z{/Control}')
  expect(main.said.map((said) => 'name' in said && said.name)).not.toContain('undoArrival')
})
