import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import { describeFields, guardFields, judgeMoves, type FieldNotice } from './field-guard.ts'
import { standBeside } from './protocol.ts'

const binding = 'heardOfField'
const name = 'tellFieldGuard'
const world = globalThis as unknown as Record<string, unknown>

/** Tells the guard, as main does, if Foyer's keys are on the screen, and for which field they type. */
const tellGuard = (shown: boolean, id: number) =>
  (world[name] as (shown: boolean, id: number) => void)(shown, id)

const notices: FieldNotice[] = []
const lastChosen = () =>
  notices.flatMap((notice) => (notice.type === 'chosen' ? [notice.id] : [])).at(-1) ?? 0

const field = (id: string) => document.querySelector<HTMLInputElement>(`#${id}`)!

describe('the guard of fields', () => {
  beforeAll(() => {
    world[binding] = (payload: string) => notices.push(JSON.parse(payload) as FieldNotice)
    guardFields(standBeside(binding, 'opened-anew', 1_000), name, describeFields(), judgeMoves())
  })
  afterEach(() => {
    tellGuard(false, 0)
    document.body.replaceChildren()
    notices.length = 0
  })

  /** Two fields, of which the patient touched the first; gives its number. */
  const touchFirst = async () => {
    document.body.innerHTML = `<input id="first" /><input id="second" />`
    await userEvent.click(field('first'))
    await expect.poll(lastChosen).toBeGreaterThan(0)
    return lastChosen()
  }

  it('lets none reach a field that was touched since, until main types for that one', async () => {
    const first = await touchFirst()
    tellGuard(true, first)
    await userEvent.click(field('second'))
    await expect.poll(lastChosen).toBeGreaterThan(first)
    await userEvent.keyboard('a')
    expect([field('first').value, field('second').value]).toEqual(['', ''])
    tellGuard(true, lastChosen())
    await userEvent.keyboard('b')
    expect([field('first').value, field('second').value]).toEqual(['', 'b'])
  })
})
