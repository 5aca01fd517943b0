import { expect } from 'vitest'
import type { FormViewOptions } from '../../src/main/form-view/form-options.ts'
import { connectToPage } from './devtools.ts'
import { barHeight, formBench, type OpenForm } from './open-form.ts'
import type { ShellFixture } from './shell-fixture.ts'
import { formColor, paperColor } from './sites.ts'
import { eventually, kioskColor, screenSize } from './subject.ts'

export type FormWithPapers = Awaited<ReturnType<ReturnType<typeof paperBench>['open']>>

/** Registers the hooks that a suite needs, and gives it its bench. */
export function paperBench(fixture: ShellFixture) {
  const bench = formBench(fixture, { serves: 3 })
  const open = async (path: string, options?: Partial<FormViewOptions>) => {
    const papers: boolean[] = []
    const form = await bench.open(path, { onPaper: (isOpen) => papers.push(isOpen), ...options })
    return { ...form, papers }
  }
  /** Expects the form, or what is over it, on the screen, from edge to edge and no further. */
  const seen = async (color: string) => {
    const { width, height } = screenSize
    for (const [x, y] of [
      [2, barHeight],
      [width - 1, barHeight],
      [width - 1, height - 1],
    ] as const)
      await eventually(() => fixture.subject.pixel(x, y)).toBe(color)
    expect(await fixture.subject.pixel(2, barHeight - 1)).toBe(kioskColor)
  }
  /** Has the page do what a button of its own does after a tap: no pointer has to find that button. */
  const press = ({ evaluate }: Pick<OpenForm, 'evaluate'>, code: string) =>
    evaluate(`{
      const button = document.querySelector('#next')
      button.onclick = () => { ${code} }
      button.click()
    } void 0`)
  return {
    bench,
    open,
    seen,
    press,
    /** Opens a form and has it do what opens a paper, which then lies over it. */
    openPaper: async (code: string) => {
      const form = await open('/form')
      await press(form, code)
      await eventually(() => form.papers).toEqual([true])
      await seen(paperColor)
      return form
    },
    /** Puts the paper away; the form is seen again, and its page knows: until then it opens no other. */
    closePaper: async ({ view, papers, evaluate }: Awaited<ReturnType<typeof open>>) => {
      view.closePaper()
      await eventually(() => papers.at(-1)).toBe(false)
      await seen(formColor)
      await eventually(() => evaluate('window.paper?.closed ?? true')).toBe(true)
    },
    inPaper: (path: string) =>
      connectToPage(fixture.subject.endpoint('form'), new RegExp(`${path}$`)),
  }
}
