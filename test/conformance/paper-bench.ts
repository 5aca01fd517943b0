import { expect } from 'vitest'
import type { FormViewOptions } from '../../src/main/shell/port.ts'
import { connectToPage, type PageConnection } from './devtools.ts'
import { barHeight, formBench, type FormBench, type OpenForm } from './open-form.ts'
import type { ShellFixture } from './shell-fixture.ts'
import { eventually, kioskColor, screenSize } from './subject.ts'

/** A form, and what was told of its papers. */
export interface FormWithPapers extends OpenForm {
  readonly papers: readonly boolean[]
}

/** What the tests of one suite do with papers. */
export interface PaperBench {
  readonly bench: FormBench
  readonly open: (path: string, options?: Partial<FormViewOptions>) => Promise<FormWithPapers>
  /** What is over the form, or the form, is on the screen, from edge to edge and no further. */
  readonly seen: (color: string) => Promise<void>
  /** Has the page do what a button of its own does, by a press of that button. */
  readonly press: (form: Pick<OpenForm, 'page' | 'evaluate'>, code: string) => Promise<void>
  /** Takes hold of the page whose address ends so. */
  readonly inPaper: (path: string) => Promise<PageConnection>
}

/** Registers the hooks that a suite needs, and gives it its bench. */
export function paperBench(fixture: ShellFixture): PaperBench {
  const bench = formBench(fixture, { serves: 3 })
  return {
    bench,
    async open(path, options) {
      const papers: boolean[] = []
      const form = await bench.open(path, {
        onPaper: (isOpen) => papers.push(isOpen),
        ...options,
      })
      return { ...form, papers }
    },
    async seen(color) {
      const { width, height } = screenSize
      for (const [x, y] of [
        [2, barHeight],
        [width - 1, barHeight],
        [width - 1, height - 1],
      ] as const)
        await eventually(() => fixture.subject.pixel(x, y)).toBe(color)
      expect(await fixture.subject.pixel(2, barHeight - 1)).toBe(kioskColor)
    },
    async press({ page, evaluate }, code) {
      await evaluate(`void (document.querySelector('#next').onclick = () => { ${code} })`)
      await page.locator('#next').click({ noWaitAfter: true })
    },
    inPaper: (path) => connectToPage(fixture.subject.endpoint('form'), new RegExp(`${path}$`)),
  }
}
