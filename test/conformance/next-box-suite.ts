import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { formBench } from './open-form.ts'
import type { ShellFixture } from './shell-fixture.ts'
import { eventually } from './subject.ts'
import { openTypist, type Typist } from './typist.ts'
import { openPointerAndKeyboard, type PointerAndKeyboard } from './x-pointer-and-keyboard.ts'

/** Foyer's keys on pages that put a number into several boxes and lead from one to the next by themselves. */
export function describeNextBoxes(fixture: ShellFixture): void {
  describe('a number in several boxes', () => {
    const bench = formBench(fixture)
    let input: PointerAndKeyboard
    beforeAll(async () => {
      input = await openPointerAndKeyboard(fixture.subject.screen.display)
    })
    afterAll(() => input.close())
    const valuesOf = ({ evaluate }: Typist, name: string) =>
      evaluate<string>(`[...document.querySelectorAll('[id^="${name}"]'),
        ...document.querySelector('#shadow').shadowRoot.querySelectorAll('[id^="${name}"]')]
        .map((each) => each.value).join('-')`)
    it.each([
      ['ssn', '#ssn0', '123456789', '123-45-6789'],
      ['code', '#code0', '135791', '1-3-5-7-9-1'],
      ['letter', '#letter0', 'abc', 'a-b-c'],
      ['day', '#day0', '11121984', '11-12-1984'],
      ['pin', '#pin0', '2468', '2-4-6-8'],
      ['shade', '#shadow', '357', '3-5-7'],
    ])(
      'is typed in one go, however fast, where its boxes are %s',
      async (name, first, typed, written) => {
        const page = await openTypist(bench, input, '/boxes')
        const { token } = await page.choose(first)
        page.press(...Array.from(typed))
        await eventually(() => valuesOf(page, name)).toBe(written)
        expect(page.fields.every((field) => field?.token === token)).toBe(true)
      },
    )

    it('is deleted back into the boxes before', async () => {
      const page = await openTypist(bench, input, '/boxes')
      await page.choose('#code0')
      page.press('1', '3', '5')
      await eventually(() => valuesOf(page, 'code')).toBe('1-3-5---')
      for (const left of ['1-3----', '1-----', '-----']) {
        // One that leads back and one that deletes.
        await eventually(async () => {
          page.press({ type: 'delete' })
          await page.evaluate('new Promise(requestAnimationFrame)')
          return valuesOf(page, 'code')
        }).toBe(left)
      }
      page.press('2')
      await eventually(() => valuesOf(page, 'code')).toBe('2-----')
    })
  })
}
