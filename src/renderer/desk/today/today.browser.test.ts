import { expect, it, onTestFinished, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { sampleToday } from '../../../../test/harness/desk/fake-desk-main.ts'
import { isGone, press, sees } from '../../../../test/harness/renderer/on-page.ts'
import {
  answering,
  commands,
  isFit,
  main,
  ok,
  openDesk,
} from '../../../../test/harness/renderer/open-desk.ts'
import { undoMs } from '../kit/navigation.svelte.ts'

answering(() => ({
  today: () => ok(sampleToday(Date.now())),
  markArrived: () => ok(null),
  undoArrival: () => ok(null),
}))

/** Holds the time; the returned function lets five seconds go by, however long the test takes. */
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
  await openDesk()
  await press('Lena Fischer', 'Mark as arrived')
  const note = page.getByRole('complementary', { name: 'Just done' })
  await expect.element(note).toHaveTextContent('Arrived: Lena Fischer Undo Ctrl+Z')
  await isFit()
  // In a field the same key is the field's.
  await page.getByLabelText('Find a patient').fill('le')
  await userEvent.keyboard('{Control>}z{/Control}')
  await sees(note)
  await press('Lena Fischer')
  await userEvent.keyboard('{Control>}z{/Control}')
  await isGone(note)
  expect(commands()).toMatchObject([
    { name: 'markArrived' },
    { name: 'undoArrival', reason: 'Taken back at once by the same person' },
  ])
})

it('offers that no longer after five seconds', async () => {
  const pass = holdUndo()
  await openDesk()
  await press('Lena Fischer', 'Mark as arrived')
  const note = page.getByRole('complementary', { name: 'Just done' })
  await sees(note)
  pass()
  await isGone(note)
  await userEvent.keyboard('{Control>}z{/Control}')
  expect(main.said.map((said) => 'name' in said && said.name)).not.toContain('undoArrival')
})

it('shows who was marked as arrived before the list is read anew', async () => {
  const list = sampleToday(Date.now())
  let reads = 0
  main.answers['today'] = () => (++reads === 1 ? ok(list) : new Promise(() => undefined))
  await openDesk()
  await press('Lena Fischer', 'Mark as arrived')
  const arrived = page.getByRole('row').filter({ hasText: /Lena Fischer.*Arrived/ })
  await sees(arrived)
  await expect.poll(() => reads).toBe(2)
  await sees(arrived)
})
