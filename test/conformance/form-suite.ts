import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { ShellFixture } from './shell-fixture.ts'
import { addFrame, barHeight, formBench, type FormBench, type OpenForm } from './open-form.ts'
import { formColor } from './sites.ts'
import { eventually, full, kioskColor, newProcesses, processesOf, screenSize } from './subject.ts'

/** The form view: where it stands, and when it is seen. */
export function describeFormView(bench: FormBench, fixture: ShellFixture): void {
  describe('the form view', () => {
    const { width, height } = screenSize
    // Not the middle: the pointer rests there.
    const inside = [width / 3, height / 3] as const
    const pixel = (x: number, y: number) => fixture.subject.pixel(x, y)

    /** A frame of another site over the lower half of the form; resolves when it has loaded. */
    const showFrame = (evaluate: OpenForm['evaluate']) =>
      addFrame(evaluate, framed(), 'position:fixed;inset:50% 0 0 0;width:100%;height:50%;border:0')
    const framed = () => `${fixture.listed.origin}/framed`

    it('lies under the bar and fills the rest of the screen once it is shown, and not before', async () => {
      const { page, view } = await bench.open('/form', { hidden: true })
      expect(await pixel(...inside)).toBe(kioskColor)
      await view.setVisible(true)
      // Its first picture may reach the screen in parts.
      await eventually(() => pixel(0, barHeight)).toBe(formColor)
      await eventually(() => pixel(width - 1, barHeight)).toBe(formColor)
      await eventually(() => pixel(width - 1, height - 1)).toBe(formColor)
      expect(await pixel(0, barHeight - 1)).toBe(kioskColor)
      expect(await pixel(width - 1, 0)).toBe(kioskColor)
      expect(await page.evaluate('[innerWidth, innerHeight]')).toEqual([width, height - barHeight])
    })

    it('leaves more of the kiosk free while asked to, and keeps what was typed', full, async () => {
      const { view, page } = await bench.open('/form')
      await eventually(() => pixel(width - 1, height - 1)).toBe(formColor)
      await page.fill('#answer', 'kept')
      await view.setInsets({ top: 0, bottom: 200 })
      await eventually(() => pixel(width - 1, height - 1)).toBe(kioskColor)
      await eventually(() => pixel(0, 0)).toBe(formColor)
      expect(await pixel(0, height - 201)).toBe(formColor)
      await eventually(() => page.evaluate('innerHeight')).toBe(height - 200)
      await view.setVisible(false)
      await view.setInsets({ top: barHeight, bottom: 0 })
      await eventually(() => pixel(...inside)).toBe(kioskColor)
      await view.setVisible(true)
      await eventually(() => pixel(width - 1, height - 1)).toBe(formColor)
      expect(await pixel(0, barHeight - 1)).toBe(kioskColor)
      expect(await page.inputValue('#answer')).toBe('kept')
    })

    it('is laid out anew in larger text, also beside the keys, and takes the touches where they fall', async () => {
      const { view, page } = await bench.open('/form')
      await page.fill('#answer', 'kept')
      const inner = () => page.evaluate('[innerWidth, innerHeight]')
      const full = height - barHeight
      await view.setZoom(2)
      await eventually(inner).toEqual([width / 2, full / 2])
      await eventually(() => pixel(width - 1, height - 1)).toBe(formColor)
      await view.setInsets({ top: barHeight, bottom: 200 })
      await eventually(inner).toEqual([width / 2, (full - 200) / 2])
      await eventually(() => pixel(width - 1, height - 1)).toBe(kioskColor)
      await page.evaluate(`addEventListener('pointerdown', ({ clientX, clientY }) => {
        document.title = [clientX, clientY].join()
      })`)
      await fixture.input.moveTo(width - 100, barHeight + 200)
      await eventually(async () => {
        await fixture.input.click(1)
        return page.title()
      }).toBe(`${(width - 100) / 2},100`)
      await view.setInsets({ top: barHeight, bottom: 0 })
      await view.setZoom(1)
      await eventually(inner).toEqual([width, full])
      expect(await page.inputValue('#answer')).toBe('kept')
    })

    it('tells the page which colours and language the patient wants, and the next page, and loses nothing typed', async () => {
      const { view, page } = await bench.open('/form')
      await page.fill('#answer', 'kept')
      const asks = () =>
        page.evaluate(`['(prefers-contrast: more)', '(prefers-color-scheme: dark)'].map(
          (query) => matchMedia(query).matches)`)
      await view.setTheme('contrastDark')
      await eventually(asks).toEqual([true, true])
      await view.setTheme('contrastLight')
      await eventually(asks).toEqual([true, false])
      await view.setTheme('standard')
      await eventually(asks).toEqual([false, false])
      await page.evaluate(`void addEventListener('languagechange', () => {
        document.title = navigator.languages.join()
      })`)
      await view.setLanguage('vi')
      await eventually(() => page.title()).toBe('vi')
      expect(await page.inputValue('#answer')).toBe('kept')
      await page.evaluate(`void (location.href = '/empty')`)
      await eventually(() => page.url()).toContain('/empty')
      await eventually(() => page.evaluate('navigator.language')).toBe('vi')
      await view.setLanguage('es')
    })

    it('does not take what a script pretends for a touch', async () => {
      const { page } = await bench.open('/form')
      await page.evaluate(`
        for (const type of ['pointerdown', 'keydown', 'wheel', 'touchstart'])
          document.body.dispatchEvent(new Event(type, { bubbles: true }))`)
      await page.evaluate('new Promise(requestAnimationFrame)')
      expect(bench.onActivity).not.toHaveBeenCalled()
      // Chromium hands a page no input before it painted its first content.
      await eventually(async () => {
        await page.mouse.click(300, 600)
        return bench.onActivity.mock.calls.length
      }).toBeGreaterThan(0)
    })

    it('tells of the touches and keys of the patient, in frames too, at most once a second', async () => {
      const { evaluate } = await bench.open('/form')
      await showFrame(evaluate)
      await eventually(() => pixel(...inside)).toBe(formColor)
      const { input } = fixture
      const calls = () => bench.onActivity.mock.calls.length
      const start = performance.now()
      await input.moveTo(width / 2, height - 100)
      // Chromium hands a page no input before it painted its first content.
      await eventually(async () => {
        await input.click(1)
        return calls()
      }).toBeGreaterThan(0)
      const touched = calls()
      await eventually(async () => {
        await input.press('a')
        return calls()
      }).toBeGreaterThan(touched)
      await evaluate(`void addEventListener('keyup', () => { window.typed = true })`)
      await input.moveTo(width / 2, barHeight + 200)
      for (let time = 0; time < 9; time++) await input.click(1)
      // A window that comes up beside the screen may take the keys for a moment.
      await eventually(async () => {
        await input.click(1)
        await input.press('a')
        return evaluate('window.typed')
      }).toBe(true)
      expect(calls()).toBeLessThanOrEqual(1 + (performance.now() - start) / 1000)
    })
  })
}

/** The beginning and the end of a form view. */
export function describeFormEnds(fixture: ShellFixture): void {
  describe('the beginning and the end of a form view', () => {
    const bench = formBench(fixture)

    /** Opens a form, has it ended, and holds that neither a process nor a profile is left of it. */
    const leavesNothing = async (end: (form: OpenForm) => Promise<unknown>) => {
      const before = await processesOf(fixture.subject)
      const profiles = await profilesOf(fixture)
      await end(await bench.open('/form'))
      expect(await newProcesses(fixture.subject, before)).toEqual([])
      expect(await profilesOf(fixture)).toEqual(profiles)
    }

    it('says that it is gone when its process is killed, and leaves nothing', () =>
      leavesNothing(async ({ page }) => {
        process.kill(await fixture.subject.formProcess(page), 'SIGKILL')
        await eventually(() => bench.onGone).toHaveBeenCalledTimes(1)
      }))

    it('is gone without a trace once it is closed, and says nothing more', async () => {
      await leavesNothing(async ({ view, page }) => {
        await page.evaluate(`localStorage.canary = document.cookie = 'canary=1'`)
        await view.close()
        await view.close()
      })
      expect(bench.onGone).not.toHaveBeenCalled()
    })

    it('is closed when another is opened', full, async () => {
      const before = await processesOf(fixture.subject)
      const first = await bench.open('/form')
      const pid = await fixture.subject.formProcess(first.page)
      await bench.open('/form')
      expect(
        [...(await processesOf(fixture.subject))].filter((each) => !before.has(each)),
      ).not.toContain(pid)
      expect(bench.onGone).not.toHaveBeenCalled()
    })
  })
}

/** Acts of the browser while forms stand open: after forms that did nothing, before any that provokes its browser. */
export function describeQuiet(fixture: ShellFixture): void {
  it('the form view, looking back, made no call of the browser: none for an update, none to know who is there', () => {
    expect(fixture.formsOpened).toBeGreaterThan(0)
    expect(fixture.refusedInAll.filter(({ target }) => callsOfBrowsers.test(target))).toEqual([])
  })
}

/** Hosts that Chromium and Electron call of themselves; no case of the suite names one. */
const callsOfBrowsers =
  /(^|[./])(google|googleapis|gstatic|gvt1|gvt2|googleusercontent|chromium|chrome|electronjs)\./

/** The profile folders on disk: one level below the folder of each run. */
async function profilesOf({ subject }: ShellFixture): Promise<string[]> {
  const runs = await readdir(subject.profilesDir, { withFileTypes: true })
  const folders = runs.filter((each) => each.isDirectory())
  const inside = folders.map((each) => readdir(join(subject.profilesDir, each.name)))
  return (await Promise.all(inside)).flat()
}
