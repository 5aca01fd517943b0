import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import {
  describeFields,
  guardFields,
  judgeMoves,
  type FieldNotice,
  offerSuggestions,
} from './field-guard.ts'
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
    const beside = standBeside(binding, 'opened-anew', 1_000)
    guardFields(beside, name, describeFields, judgeMoves, offerSuggestions)
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

  it('is not misled by elements with the names of what it asks the document', async () => {
    const first = await touchFirst()
    document.body.insertAdjacentHTML('beforeend', '<img name="activeElement"><img name="hasFocus">')
    field('first').addEventListener('input', () => field('second').focus())
    tellGuard(true, first)
    await userEvent.keyboard('ab')
    expect([field('first').value, field('second').value]).toEqual(['a', ''])
  })

  describe('the suggestions of a field', () => {
    const list = () => document.querySelector<HTMLElement>('.foyer-suggestions')
    const options = `<datalist id="names">
      <option>Ana</option><option>Beatriz</option><option value="ana@x.example">at work</option></datalist>`
    /** Touches a field with suggestions, for which Foyer's keys then type. */
    const open = async (html: string) => {
      document.body.innerHTML = html + options
      document.querySelector('dialog')?.showModal()
      await userEvent.click(field('first'))
      await expect.poll(lastChosen).toBeGreaterThan(0)
      tellGuard(true, lastChosen())
    }
    const rowsSeen = () => Math.round(((list()?.offsetHeight ?? 4) - 4) / 48)
    const touchFirstRow = () => {
      const { left, top } = list()!.getBoundingClientRect()
      return userEvent.click(document.documentElement, { position: { x: left + 30, y: top + 24 } })
    }

    it('are those that hold what is typed, and one is taken by a touch', async () => {
      const heard: string[] = []
      await open(`<input id="first" list="names" />`)
      for (const type of ['input', 'change'])
        field('first').addEventListener(type, () => heard.push(type))
      expect(rowsSeen()).toBe(3)
      await userEvent.keyboard('AN')
      expect(rowsSeen()).toBe(2)
      await userEvent.keyboard('n')
      expect(list()).toBe(null)
      await userEvent.keyboard('{Backspace}')
      heard.length = 0
      await touchFirstRow()
      await expect.poll(() => field('first').value).toBe('Ana')
      expect(heard).toEqual(['input', 'change'])
      expect(document.activeElement).toBe(field('first'))
      expect(list()).toBe(null)
    })

    it('are found by their label, and stand in the dialog of their field', async () => {
      await open(`<dialog id="dialog"><input id="first" list="names" /></dialog>`)
      const offer = () => field('first').list!.append(new Option(`${field('first').value}er`))
      field('first').addEventListener('input', offer)
      await userEvent.keyboard('work')
      await expect.poll(rowsSeen).toBe(2)
      await touchFirstRow()
      await expect.poll(() => field('first').value).toBe('ana@x.example')
    })

    it('stand above a field that has no room beneath it', async () => {
      await open(`<input id="first" list="names" style="position: fixed; bottom: 0" />`)
      expect(list()!.getBoundingClientRect().bottom).toBeLessThanOrEqual(
        field('first').getBoundingClientRect().top,
      )
    })

    it('go with the keys, and with the focus', async () => {
      await open(`<input id="first" list="names" /><input id="second" />`)
      tellGuard(false, 0)
      expect(list()).toBe(null)
      tellGuard(true, lastChosen())
      expect(rowsSeen()).toBe(3)
      await userEvent.click(field('second'))
      await expect.poll(list).toBe(null)
    })

    it('are none where a page has none for what is typed there', async () => {
      await open(`<input id="first" type="password" list="names" />`)
      expect(list()).toBe(null)
    })
  })
})
