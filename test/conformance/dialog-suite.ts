import { describe, expect, it } from 'vitest'
import type { ShellFixture } from './shell-fixture.ts'
import type { DialogAnswer, PageDialog } from '../../src/shared/windows.ts'
import { dialogPath } from '../../src/main/form-view/page-dialogs.ts'
import { barHeight, formBench } from './open-form.ts'
import { eventually, full, inFullTier } from './subject.ts'

/** The dialogs of a form's page: asked by the page as of any browser, answered by who opened the form. */
export function describeDialogs(fixture: ShellFixture): void {
  describe('a dialog of a form', () => {
    const bench = formBench(fixture, { serves: 6 })
    const json = JSON.stringify
    const encoded = encodeURIComponent

    /** Opens a form whose dialogs are kept, and answered when the test says how. */
    const open = async (path: string) => {
      const asked: PageDialog[] = []
      const waiting: ((answer: DialogAnswer) => void)[] = []
      const onDialog = (dialog: PageDialog) => {
        asked.push(dialog)
        return new Promise<DialogAnswer>((resolve) => waiting.push(resolve))
      }
      const { page, evaluate, view } = await bench.open(path, { onDialog })
      const answer = async (what: DialogAnswer) => {
        await eventually(() => waiting.length).toBeGreaterThan(0)
        waiting.shift()?.(what)
        return asked.at(-1)
      }
      return { page, evaluate, view, asked, answer }
    }
    /** Runs code in the page while its dialog waits to be answered. */
    const during = async <T>(
      { evaluate, answer }: Awaited<ReturnType<typeof open>>,
      code: string,
      what: DialogAnswer,
    ) => {
      const [result, dialog] = await Promise.all([evaluate<T>(code), answer(what)])
      return { result, dialog }
    }

    it('gives the page the answer, as its own words ask for it', async () => {
      const form = await open('/form')
      for (const [code, what, given, dialog] of [
        ['alert("Saved")', '', null, { kind: 'alert', text: 'Saved', typed: '' }],
        ['confirm("Send?")', '', true, { kind: 'confirm', text: 'Send?', typed: '' }],
        ['confirm("Send?")', null, false, { kind: 'confirm', text: 'Send?', typed: '' }],
        ['prompt("Name", "An")', 'Ana', 'Ana', { kind: 'prompt', text: 'Name', typed: 'An' }],
        ['prompt("Name")', null, null, { kind: 'prompt', text: 'Name', typed: '' }],
      ] as const) {
        const told = await during(form, `Promise.resolve(${code}).then((it) => it ?? null)`, what)
        expect(told, code).toEqual({ result: given, dialog })
      }
    })

    it('is plain text of bounded length, and asked for in the words of the protocol alone', async () => {
      const form = await open('/form')
      const turned = `'<b>Bold</b>\\u202E\\u0007 end\\u2066' + 'x'.repeat(3e6)`
      const { dialog } = await during(form, `alert(${turned})`, '')
      expect(dialog?.text).toMatch(/^<b>Bold<\/b> endx+…$/)
      expect(dialog?.text.length).toBeLessThanOrEqual(600)
      const raw = (search: string) =>
        form.evaluate(`fetch(${json(`${dialogPath}?${search}`)}).then((it) => it.json())`)
      for (const words of [
        { kind: 'paint', text: '', typed: '' },
        { kind: 'alert', text: 1, typed: '' },
      ])
        expect(await raw(encoded(json(words)))).toBe(null)
      expect(await raw('nothing')).toBe(null)
      expect(form.asked).toHaveLength(1)
    })

    it('stops the page until it is answered', async () => {
      const form = await open('/form')
      const code = `(() => { window.ran = 1; confirm('?'); return ++window.ran })()`
      const running = form.evaluate<number>(code)
      let isOver = false
      void running.then(() => (isOver = true))
      await eventually(() => form.asked.length).toBe(1)
      expect(isOver).toBe(false)
      await form.answer('')
      expect(await running).toBe(2)
      expect(fixture.own.hits).not.toContain(dialogPath)
    })

    it('is asked from a frame of another site as well', full, async () => {
      const asked: PageDialog[] = []
      // Nobody drives it: a frame that comes while a client of DevTools connects may stay held for that.
      const opened = await fixture.subject.shell.openForm({
        url: `${fixture.own.origin}/frame?to=${encoded(`${fixture.listed.origin}/ask`)}`,
        allowedOrigins: [fixture.listed.origin],
        locale: 'es',
        insets: { top: barHeight, bottom: 0 },
        onDialog: (dialog) => Promise.resolve(asked.push(dialog) === 1 ? '' : null),
      })
      await eventually(() => fixture.listed.hits).toContain('/said/true')
      expect(asked).toEqual([{ kind: 'confirm', text: 'From a frame', typed: '' }])
      if (opened.ok) await opened.value.close()
    })

    it.each([
      `default-src 'none'; script-src 'self'`,
      ...inFullTier([`default-src 'self'`, `connect-src 'none'`]),
    ])('is asked by a page that its server confines by %s', async (policy) => {
      const form = await open(`/policy?to=${encoded(policy)}`)
      expect(await during(form, `confirm('?')`, '')).toMatchObject({ result: true })
    })

    it('is no at once where the page is being left', async () => {
      const form = await open('/form')
      await form.evaluate(`addEventListener('pagehide', () => {
        localStorage.setItem('left', String(confirm('in unload')))
      })`)
      await form.page.reload()
      expect(await form.evaluate(`localStorage.getItem('left')`)).toBe('false')
      expect(form.asked).toEqual([])
    })

    const stays = `addEventListener('beforeunload', (event) => { event.preventDefault() })`
    it('asks before a page leaves that wants to be asked, and stays or leaves as is answered', async () => {
      const form = await open('/form')
      await form.evaluate(stays)
      const go = `void (location.href = '/framed')`
      expect((await during(form, go, null)).dialog).toEqual({ kind: 'leave', text: '', typed: '' })
      expect(form.page.url()).toBe(`${fixture.own.origin}/form`)
      await during(form, go, '')
      await eventually(() => form.page.url()).toBe(`${fixture.own.origin}/framed`)
      expect(form.asked).toHaveLength(2)
    })

    it('does not ask a page that does not want to stay', async () => {
      const form = await open('/form')
      await form.evaluate(`void (location.hash = 'part')`)
      await form.evaluate(`addEventListener('beforeunload', () => undefined)`)
      await form.evaluate(`void (location.href = '/empty')`)
      await eventually(() => form.page.url()).toBe(`${fixture.own.origin}/empty`)
      expect(form.asked).toEqual([])
    })

    it('does not ask before a call or a letter, for which no page is left', async () => {
      const form = await open('/form')
      await form.evaluate(stays)
      for (const to of ['tel:+12065550110', 'mailto:desk@example.com'])
        await form.evaluate(`void (location.href = '${to}')`)
      await form.evaluate(`void (location.hash = 'part')`)
      await eventually(() => form.page.url()).toBe(`${fixture.own.origin}/form#part`)
      expect(form.asked).toEqual([])
    })

    it('keeps no form from being closed, nor does a page that wants to stay', async () => {
      const form = await open('/form')
      await form.evaluate(stays)
      form.evaluate(`confirm('?')`).catch(() => undefined)
      await eventually(() => form.asked.length).toBe(1)
      await form.view.close()
      expect(form.asked).toHaveLength(1)
      expect(bench.onGone).not.toHaveBeenCalled()
    })
  })
}
