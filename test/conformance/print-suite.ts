import { readdir } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { intakesHtml } from '../../src/main/kiosk/offline/intake-pdf/intake-html.ts'
import { fullIntake, questions } from '#harness/offline/full-intake.ts'
import { formOf } from '#harness/offline/sample-intakes.ts'
import { fromTheRight, readPdf } from '#harness/pdf/read-pdf.ts'
import type { ShellFixture } from './shell-fixture.ts'
import { processesOf } from './subject.ts'

/** Documents of Foyer's own that are drawn as PDFs, unseen. */
export function describePrinting(fixture: ShellFixture): void {
  describe('a document that is drawn as a PDF', () => {
    const draw = async (html: string) => {
      const drawn = await fixture.subject.shell.drawPdf(html)
      if (!drawn.ok) throw new Error(drawn.error.kind)
      return readPdf(drawn.value)
    }
    const print = {
      locale: 'en',
      paper: 'letter',
      kiosk: 'front desk',
      printedAt: new Date('2026-03-10T18:00:00Z'),
    } as const

    it('holds whole intakes, in every script, each on pages of its own that say which it is of', async () => {
      const forms = Array.from({ length: 6 }, (_, index) => formOf(questions, `Form ${index}`))
      const intakes = [
        { helpNumber: '4711', intake: fullIntake('王小明', 'नमस्ते', forms) },
        { helpNumber: '12', intake: null },
      ]
      const { pages, size, active } = await draw(intakesHtml(intakes, print))
      expect(size).toEqual([612, 792])
      expect(pages.length).toBeGreaterThan(3)
      const all = pages.join('\n').normalize('NFKC')
      for (const text of '王小明,नमस्ते,Ünïcode,Since 2019,Form 5,referral.pdf'.split(','))
        expect(all).toContain(text)
      expect(fromTheRight(all)).toContain('مرحبا')
      expect(all).not.toContain('hidden-canary')
      expect(active).toBe(0)
      for (const [index, page] of pages.entries()) {
        expect(page).toContain(`${index + 1} / ${pages.length}`)
        const [own, other] = index + 1 < pages.length ? ['4711', '12'] : ['12', '4711']
        expect(page).toContain(`Help number ${own}`)
        expect(page).not.toContain(`Help number ${other}`)
      }
    })

    it('runs no script, asks for nothing, and leaves neither a process nor a profile', async () => {
      const { origin } = fixture.own
      const folders = () => readdir(fixture.subject.profilesDir, { recursive: true })
      const before = await processesOf(fixture.subject)
      const asked = fixture.own.hits.length
      const [tries, other] = await Promise.all([
        draw(`<!doctype html>
          <meta http-equiv="refresh" content="0;url=${origin}/refresh">
          <link rel="stylesheet" href="${origin}/style"><link rel="preconnect" href="${origin}">
          <style>@import '${origin}/import'; body { background: url(${origin}/background) }</style>
          <script>document.write('it ran')</script><script src="${origin}/ran"></script>
          <iframe src="${origin}/frame"></iframe><object data="${origin}/object"></object>
          <img src="${origin}/picture" onerror="document.write('it ran')">
          <img src="x:y" onerror="document.write('it ran')"><p>canary</p>`),
        draw('<!doctype html><p>two'),
      ])
      expect(tries.pages).toHaveLength(1)
      expect(tries.pages[0]).toContain('canary')
      expect(tries.pages[0]).not.toContain('ran')
      expect(other.pages[0]?.trim()).toBe('two')
      expect(fixture.own.hits.slice(asked)).toEqual([])
      expect((await folders()).filter((path) => /(^|\/)print-[^/]*$/.test(path))).toEqual([])
      const now = await processesOf(fixture.subject)
      expect([...now].filter((pid) => !before.has(pid))).toEqual([])
    })
  })
}
