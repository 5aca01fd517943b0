import { readFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import type { ShellFixture } from '../shell-fixture.ts'
import { ownPage } from '../../../src/main/windows/driver.ts'
import { connectToPage } from '../devtools.ts'
import { formBench } from '../open-form.ts'
import { absent, eventually, full, inFullTier, kioskColor, screenSize } from '../subject.ts'

/** Resolves when our own page has sent a command, and heard its answer. */
export async function kioskAnswers({ subject }: ShellFixture): Promise<void> {
  const kiosk = await connectToPage(subject.endpoint('kiosk'), ownPage)
  try {
    expect(await kiosk.evaluate(`foyer.send({ type: 'begin' })`)).toMatchObject({ ok: true })
  } finally {
    kiosk.close()
  }
}

/** A form page that will not end, ends itself, or takes all there is; and what stays of its workers. */
export function describeProcesses(fixture: ShellFixture): void {
  describe('a form page that misbehaves', () => {
    const bench = formBench(fixture, { serves: 2 })
    const isGone = () =>
      eventually(() => fixture.subject.pixel(screenSize.width / 3, screenSize.height / 3)).toBe(
        kioskColor,
      )

    const misdeeds = {
      'work when it is left':
        'for (const type of ["pagehide", "unload"]) addEventListener(type, () => { for (;;); })',
    }
    const moreMisdeeds = {
      'an endless loop': 'for (;;);',
      'an endless loop of asking':
        'for (;;) { try { alert(1); confirm(1); prompt(1); print() } catch {} }',
      'an endless loop of frames':
        'for (;;) document.body.append(document.createElement("iframe"))',
      'an endless loop of going elsewhere':
        'for (;;) { location.href = "/form?" + Math.random(); history.pushState(0, "", "?" + Math.random()) }',
      'speech that never ends':
        'for (let n = 0; n < 1000; n += 1) speechSynthesis.speak(new SpeechSynthesisUtterance("again and again"))',
      'a question before it is left':
        'document.body.click(); addEventListener("beforeunload", (event) => { event.preventDefault(); event.returnValue = "stay"; for (;;); })',
    }
    it('fills no memory of main with what it says', async () => {
      const { rootProcess } = fixture.subject
      const heldMb = () =>
        Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${rootProcess}/status`, 'utf8'))?.[1]) /
        1024
      const { evaluate } = await bench.open('/empty')
      const before = heldMb()
      await evaluate(`for (let n = 0; n < 10; n += 1) console.log('x'.repeat(50e6) + n)`)
      await kioskAnswers(fixture)
      expect(heldMb() - before).toBeLessThan(200)
    })

    it('ends where it says too much at once', full, async ({ skip }) => {
      if (fixture.subject.shell.kind !== 'browser')
        skip(absent('a channel to a process of its own'))
      const { evaluate } = await bench.open('/empty')
      await evaluate(`void setTimeout(() => { throw new Error('x'.repeat(200e6)) })`)
      await eventually(() => bench.onGone.mock.calls.length).toBe(1)
      await isGone()
      await kioskAnswers(fixture)
    })

    const misuses = [...Object.entries(misdeeds), ...inFullTier(Object.entries(moreMisdeeds))]
    it.each(misuses)('is closed for all of %s, and the bar works on', async (_name, code) => {
      const { page, view, evaluate } = await bench.open('/empty')
      await page.mouse.click(300, 600)
      await evaluate(`void setTimeout(() => { ${code} }, 0)`)
      await kioskAnswers(fixture)
      // No patient waits longer than that for a word.
      const isClosed = view.close().then(() => true)
      expect(await Promise.race([isClosed, setTimeout(15_000, false)])).toBe(true)
      expect(bench.onGone).not.toHaveBeenCalled()
      await isGone()
      await kioskAnswers(fixture)
    })

    it('ends with developer tools that come up in spite of all', async ({ skip }) => {
      const { page } = await bench.open('/empty')
      const browser = await page.context().browser()?.newBrowserCDPSession()
      const url = 'devtools://devtools/bundled/devtools_app.html'
      const opened = await browser?.send('Target.createTarget', { url }).catch(() => undefined)
      if (!opened) skip(absent('a way for a driver to open developer tools'))
      await eventually(() => bench.onGone.mock.calls.length).toBe(1)
      await isGone()
      await kioskAnswers(fixture)
    })
  })
}
