import { describe, expect, it } from 'vitest'
import type { FormSign } from '../../src/shared/windows.ts'
import { kioskAnswers } from './hostile/processes-suite.ts'
import { addFrame, formBench } from './open-form.ts'
import type { ShellFixture } from './shell-fixture.ts'
import { formColor } from './sites.ts'
import { eventually, full, screenSize } from './subject.ts'

/** Signs from a form view of what may be the end of a form, and of a file that it asked for. */
export function describeFormSigns(fixture: ShellFixture): void {
  describe('signs that a form may be at its end', () => {
    const bench = formBench(fixture, { serves: 3 })

    async function openForm() {
      const signs: FormSign[] = []
      return { ...(await bench.open('/form', { onSign: (sign) => signs.push(sign) })), signs }
    }
    /** A request of the page's own; resolves when it was answered. */
    const send = (path: string, method = 'POST') =>
      `fetch('${path}', { method: '${method}', body: ${method === 'GET' ? 'undefined' : "'x'"} }).then(() => true)`

    it('another address of the same document, and another document', async () => {
      const { signs, evaluate } = await openForm()
      await evaluate(`history.pushState({}, '', '/thank-you')`)
      await eventually(() => signs).toEqual(['address'])
      await evaluate(`void (location.href = '/empty')`)
      await eventually(() => signs).toEqual(['address', 'document'])
    })

    it('none while nothing happens nor by a document of a frame, then a request that was taken, and one to the same place again', async () => {
      const { signs, evaluate } = await openForm()
      await evaluate(send('/form', 'GET'))
      await addFrame(evaluate, '/framed')
      // A page may call something of its own so.
      const mine = await evaluate(`
        const script = document.createElement('script')
        script.textContent = '"use strict"; function close() { return 7 }'
        document.body.append(script)
        close()`)
      expect(mine).toBe(7)
      expect(signs).toEqual([])
      await evaluate(send('/form'))
      await eventually(() => signs).toEqual(['sent'])
      await evaluate(send('/form'))
      await eventually(() => signs).toEqual(['sent', 'sentAgain'])
      await evaluate(send('/nothing-here'))
      await evaluate(send('/empty'))
      await eventually(() => signs).toEqual(['sent', 'sentAgain', 'sent'])
    })

    it('a session at the server that is over, once the page would send something', async () => {
      const { signs, evaluate } = await openForm()
      await evaluate(send('/secret', 'GET'))
      await evaluate(send('/secret'))
      await eventually(() => signs).toEqual(['expired'])
    })

    it('a move to where the page may not go, by a link and by a redirect', full, async () => {
      const { signs, evaluate } = await openForm()
      await evaluate(`void (location.href = '${fixture.forbidden.origin}/form')`)
      await eventually(() => signs).toContain('leaving')
      signs.length = 0
      await evaluate(
        `void (location.href = '/redirect?to=${encodeURIComponent(`${fixture.forbidden.origin}/form`)}')`,
      )
      await eventually(() => signs).toContain('leaving')
      expect(fixture.forbidden.hits).toEqual([])
      expect(signs).not.toContain('document')
    })

    it('a page that asks to be closed; it stays where it is', async () => {
      const { signs, page, evaluate } = await openForm()
      await evaluate('void window.close()')
      await eventually(() => signs).toEqual(['closing'])
      const { width, height } = screenSize
      await eventually(() => fixture.subject.pixel(width / 3, height / 3)).toBe(formColor)
      for (const close of [
        'self.top.close()',
        `open('', '_self').close()`,
        'Object.getPrototypeOf(window).close?.call(window)',
      ])
        await evaluate(`try { ${close} } catch {} void 0`)
      expect(await evaluate('document.readyState')).toBe('complete')
      await kioskAnswers(fixture)
      const before = signs.length
      await evaluate('void document.open(); void window.close()')
      await eventually(() => signs.length).toBe(before + 1)
      expect(new Set(signs)).toEqual(new Set(['closing']))
      expect(page.isClosed()).toBe(false)
      expect(bench.onGone).not.toHaveBeenCalled()
    })
  })
}
