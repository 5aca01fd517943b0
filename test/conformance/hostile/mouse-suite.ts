import { beforeEach, describe, expect, it } from 'vitest'
import type { ShellFixture } from '../shell-fixture.ts'
import { eventually, full, inFullTier } from '../subject.ts'
import { barHeight } from '../open-form.ts'
import { middle, type SharedForm } from './shared-form.ts'

/** Fingers and mouse on a browser beside the page: zoom, go back, open, drag. */
export function describeMouse(form: SharedForm, fixture: ShellFixture): void {
  describe('a mouse on the form', () => {
    const zoom = '[devicePixelRatio, visualViewport.scale, innerWidth].join()'

    const saw = (type: string) => eventually(() => form.attempt<string[]>('seen')).toContain(type)
    /** An invisible link over the whole page, so that the screen tells nothing of it. */
    const layLink = (to: string, more = '') =>
      form.attempt(
        `document.body.innerHTML = '<a id="go" ${more} style="position:fixed;inset:0" href="${to}"></a>'`,
      )

    beforeEach(async () => {
      await form.attempt(`
        document.body.innerHTML = ''
        window.seen = []
        if (!window.watching) for (const type of ['wheel', 'mouseup', 'auxclick', 'click', 'contextmenu', 'dragend', 'touchend', 'drop'])
          addEventListener(type, () => seen.push(type), { capture: true })
        window.watching = true`)
      await form.input.moveTo(middle.x - 9, middle.y)
      await form.input.moveTo(middle.x, middle.y)
    })
    /** Chromium's own menu and drags are kept off by a script in the page; Electron has none to keep off. */
    const isGuardedInside = () => fixture.subject.shell.kind === 'browser'
    /** Without what the case laid out: over a link Chromium says where it leads. */
    const expectContained = async () => {
      await form.attempt(`document.body.innerHTML = ''`)
      await form.expectContained()
    }

    const expectNotOpened = async (path: string) => {
      await form.attempt('new Promise(requestAnimationFrame)')
      expect(fixture.own.hits).not.toContain(path)
      await expectContained()
    }
    /** Words over the whole page, so that the screen tells nothing of them. */
    const layWords = () =>
      form.attempt(
        `document.body.innerHTML = '<p style="color:transparent;font-size:90px;margin:300px 0">canary canary canary</p>'`,
      )

    const buttons: [string, number][] = [['in', 4], ...inFullTier<[string, number]>([['out', 5]])]
    it.each(buttons)('zooms %s by no turn of the wheel with Control', async (_how, button) => {
      const before = await form.attempt(zoom)
      // The first turns only tell Chromium where the wheel stands.
      for (const each of [5, 4, 5, 4, button]) await form.input.click(each)
      await saw('wheel')
      await form.attempt('seen.length = 0')
      await form.input.holding('Control', () => form.input.click(button))
      await saw('wheel')
      expect(await form.attempt(zoom)).toBe(before)
      await expectContained()
    })

    it('stays on the screen when the bar above it is touched', async () => {
      await form.input.moveTo(middle.x, barHeight / 2)
      for (let time = 0; time < 3; time++) await form.input.click(1)
      await form.expectContained()
      await form.input.click(1)
      await form.expectContained()
    })

    it('zooms by no pinch of two fingers', async () => {
      const before = await form.attempt(zoom)
      const fingers = (apart: number) => [
        { x: middle.x - apart, y: 500, id: 1 },
        { x: middle.x + apart, y: 500, id: 2 },
      ]
      const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', apart?: number) =>
        form.cdp.send('Input.dispatchTouchEvent', {
          type,
          touchPoints: apart ? fingers(apart) : [],
        })
      await touch('touchStart', 20)
      for (let apart = 40; apart <= 300; apart += 20) await touch('touchMove', apart)
      await touch('touchEnd')
      await saw('touchend')
      expect(await form.attempt(zoom)).toBe(before)
      await expectContained()
    })

    it.each([
      ['the middle button', undefined, 2],
      ['Control', 'Control', 1],
      ...inFullTier<[string, string, number]>([
        ['Shift', 'Shift', 1],
        ['Control and Shift', 'Control+Shift', 1],
        ['Meta', 'Meta', 1],
      ]),
    ])('opens no window by a click on a link with %s', async (_name, keys, button) => {
      // Where a key does nothing, the click is a plain one, and the page stays.
      await layLink('#here')
      if (keys) await form.input.holding(keys, () => form.input.click(button))
      else await form.input.click(button)
      await saw('mouseup')
      await form.attempt(`history.replaceState(null, '', location.pathname)`)
      await expectNotOpened('/empty')
    })

    const openers = ['Shift+Enter', ...inFullTier(['Control+Enter'])]
    it.each(openers)('opens no window by %s on a link', async (keys) => {
      await layLink('/framed')
      await form.attempt(`go.focus({ focusVisible: false })`)
      await form.input.press(keys)
      await form.input.press('a')
      await expectNotOpened('/framed')
    })

    it('opens no window by a click on the button of a form with Control', full, async () => {
      await form.attempt(
        `document.body.innerHTML = '<form action="/framed"><button id="go" style="position:fixed;inset:0;opacity:0">go</button></form>'`,
      )
      await form.input.holding('Control', () => form.input.click(1))
      await saw('mouseup')
      await expectNotOpened('/framed')
    })

    it.each([['back', 8], ...inFullTier<[string, number]>([['forward', 9]])])(
      'goes nowhere by the button "%s" of the mouse',
      async (_name, button) => {
        await form.attempt(
          `history.replaceState(0, ''); history.pushState(1, ''); history.pushState(2, ''); history.go(-1)`,
        )
        await eventually(() => form.attempt('history.state')).toBe(1)
        await form.input.click(button)
        await saw('mouseup')
        await form.attempt('new Promise(requestAnimationFrame)')
        expect(await form.attempt('history.state')).toBe(1)
        await expectContained()
      },
    )

    it('pastes nothing of the one before by the middle button', async () => {
      await form.attempt(
        `document.body.innerHTML = '<textarea id="in" style="position:fixed;inset:0;width:100%;height:100%;box-sizing:border-box;border:0;outline:0;background:transparent;color:transparent;caret-color:transparent;resize:none">secret</textarea>'`,
      )
      await form.input.click(1)
      await form.input.press('Control+a')
      await form.input.press('Right')
      await form.input.click(2)
      await saw('mouseup')
      await form.attempt('new Promise(requestAnimationFrame)')
      expect(await form.attempt(`document.querySelector('#in').value`)).toBe('secret')
    })

    it('shows no menu on a right click on a link or on marked text', async () => {
      await layLink('/framed')
      await form.attempt(`getSelection().selectAllChildren(document.body)`)
      await form.input.click(3)
      await saw('contextmenu')
      await expectContained()
    })

    it('shows no menu on a long press', async () => {
      await layWords()
      await form.attempt(
        `void addEventListener('contextmenu', ({ defaultPrevented }) => { window.menu = defaultPrevented })`,
      )
      await form.cdp.send('Input.synthesizeTapGesture', {
        x: middle.x,
        y: 500,
        duration: 1_000,
        tapCount: 1,
        gestureSourceType: 'touch',
      })
      await saw('touchend')
      if (isGuardedInside()) expect(await form.attempt('window.menu ?? true')).toBe(true)
      await expectContained()
    })

    it('lets nothing be dragged out of the page', async () => {
      await layLink('/framed')
      await form.attempt(
        `void addEventListener('dragstart', ({ defaultPrevented }) => { window.dragged = defaultPrevented })`,
      )
      await form.input.down(1)
      try {
        for (let y = middle.y; y > barHeight / 2; y -= 40) await form.input.moveTo(middle.x, y)
        await eventually(() => form.attempt('typeof window.dragged')).toBe('boolean')
        if (isGuardedInside()) expect(await form.attempt('window.dragged')).toBe(true)
      } finally {
        await form.input.up(1)
      }
      await expectContained()
    })

    it.each([
      ['a file', { files: ['/etc/passwd'], items: [] }],
      ['an address', { items: [{ mimeType: 'text/uri-list', data: 'http://127.0.0.1:9/' }] }],
      ['a page of the site', { items: [{ mimeType: 'text/uri-list', data: '/framed' }] }],
    ])('is not led away by %s that is dropped on it', async (_name, dropped) => {
      const data = { dragOperationsMask: 1, ...dropped }
      if (dropped.items[0]?.data === '/framed')
        data.items = [{ mimeType: 'text/uri-list', data: `${fixture.own.origin}/framed` }]
      for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
        await form.cdp.send('Input.dispatchDragEvent', { type, x: middle.x, y: 500, data })
      await expectNotOpened('/framed')
    })

    it('looks nothing up for a word that is marked', full, async () => {
      await layWords()
      await form.input.click(1)
      await form.input.click(1)
      await eventually(() => form.attempt('String(getSelection())')).toMatch(/canary|^$/)
      await form.input.click(3)
      await saw('mouseup')
      await form.attempt(`getSelection().empty()`)
      await expectContained()
    })
  })
}
