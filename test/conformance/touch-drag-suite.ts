import type { CDPSession } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import type { FormBench } from './open-form.ts'
import type { ShellFixture } from './shell-fixture.ts'
import { formColor } from './sites.ts'
import { eventually, full } from './subject.ts'

/** Things that a finger drags in a page, as a mouse would. */
export function describeTouchDrag(bench: FormBench, fixture: ShellFixture): void {
  describe('a form with what can be dragged', () => {
    const open = async () => {
      const form = await bench.open('/sort')
      const cdp = await form.page.context().newCDPSession(form.page)
      await eventually(() => fixture.subject.pixel(700, 1200)).toBe(formColor)
      return { ...form, cdp }
    }
    const middleOf = (evaluate: Awaited<ReturnType<typeof open>>['evaluate'], id: string) =>
      evaluate<{ x: number; y: number }>(`(({ left, top, width, height }) =>
        ({ x: left + width / 2, y: top + height / 2 }))(document.querySelector('#${id}').getBoundingClientRect())`)
    const touch = (cdp: CDPSession, type: string, at?: { x: number; y: number }) =>
      cdp.send('Input.dispatchTouchEvent', {
        type: type as 'touchStart',
        touchPoints: at ? [at] : [],
      })
    const orderOf = (evaluate: Awaited<ReturnType<typeof open>>['evaluate']) =>
      evaluate<string>(`[...document.querySelectorAll('li')].map(({ id }) => id).join('')`)
    const drag = async ({ cdp, evaluate }: Awaited<ReturnType<typeof open>>, to: { y: number }) => {
      const { x, y } = await middleOf(evaluate, 'a')
      await touch(cdp, 'touchStart', { x, y })
      for (let step = 1; step <= 8; step += 1)
        await touch(cdp, 'touchMove', { x, y: y + ((to.y - y) * step) / 8 })
    }

    it('is sorted with a finger', async () => {
      const form = await open()
      await drag(form, await middleOf(form.evaluate, 'c'))
      await touch(form.cdp, 'touchEnd')
      await eventually(() => orderOf(form.evaluate)).toBe('bca')
      const drags = await form.evaluate<string[]>('drags')
      expect([drags.at(0), drags.at(-2), drags.at(-1)]).toEqual([
        'dragstart a',
        'drop c',
        'dragend a',
      ])
      expect(await form.evaluate('scrollY')).toBe(0)
    })

    it('is as it was when the finger lets go elsewhere, or is taken away', full, async () => {
      const form = await open()
      for (const [to, end] of [
        [{ y: 800 }, 'touchEnd'],
        [await middleOf(form.evaluate, 'c'), 'touchCancel'],
      ] as const) {
        await drag(form, to)
        await touch(form.cdp, end)
        await eventually(() => form.evaluate<string[]>('drags.splice(0)')).toContain('dragend a')
        expect(await orderOf(form.evaluate)).toBe('abc')
      }
    })

    it('scrolls where nothing can be dragged', async () => {
      const form = await open()
      await touch(form.cdp, 'touchStart', { x: 600, y: 800 })
      for (let y = 760; y > 200; y -= 40) await touch(form.cdp, 'touchMove', { x: 600, y })
      await touch(form.cdp, 'touchEnd')
      await eventually(() => form.evaluate<number>('scrollY')).toBeGreaterThan(100)
      expect(await form.evaluate('drags')).toEqual([])
    })
  })
}
