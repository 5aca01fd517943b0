import { readdir } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { intakesHtml } from '../../src/main/kiosk/offline/intake-pdf/intake-html.ts'
import { fullIntake, questions } from '../harness/offline/full-intake.ts'
import { formOf } from '../harness/offline/sample-intakes.ts'
import { fromTheRight, readPdf } from '../harness/pdf/read-pdf.ts'
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

    it('holds a whole intake, in every script, and says on each page which intake it is of', async () => {
      const forms = Array.from({ length: 6 }, (_, index) => formOf(questions, `Form ${index}`))
      const intake = fullIntake('王小明', 'नमस्ते', forms)
      const { pages, size, active } = await draw(
        intakesHtml([{ helpNumber: '4711', intake }], print),
      )
      expect(size).toEqual([612, 792])
      expect(pages.length).toBeGreaterThan(2)
      const all = pages.join('\n').normalize('NFKC')
      for (const text of '王小明,नमस्ते,Ünïcode,Since 2019,Form 5,referral.pdf'.split(','))
        expect(all).toContain(text)
      expect(fromTheRight(all)).toContain('مرحبا')
      expect(all).not.toContain('hidden-canary')
      expect(active).toBe(0)
      for (const [index, page] of pages.entries()) {
        expect(page).toContain(`${index + 1} / ${pages.length}`)
        expect(page).toContain('Help number 4711')
      }
    })

    it('begins each of several on a page of its own, with its number at the foot', async () => {
      const { pages } = await draw(
        intakesHtml(
          [
            { helpNumber: '11', intake: fullIntake('Ana', 'Lopez', [formOf(questions, 'Short')]) },
            { helpNumber: '12', intake: null },
          ],
          print,
        ),
      )
      const last = pages.at(-1)
      expect(pages.length).toBeGreaterThan(1)
      for (const page of pages.slice(0, -1)) {
        expect(page).toContain('Help number 11')
        expect(page).not.toContain('Help number 12')
      }
      expect(last).toContain('Help number 12')
      expect(last).not.toContain('Help number 11')
    })

    it('runs no script and asks for nothing', async () => {
      const before = fixture.own.hits.length
      const { origin } = fixture.own
      const { pages } = await draw(`<!doctype html>
        <meta http-equiv="refresh" content="0;url=${origin}/refresh">
        <link rel="stylesheet" href="${origin}/style"><link rel="preconnect" href="${origin}">
        <style>@import '${origin}/import'; body { background: url(${origin}/background) }</style>
        <script>document.write('it ran')</script><script src="${origin}/ran"></script>
        <iframe src="${origin}/frame"></iframe><object data="${origin}/object"></object>
        <img src="${origin}/picture" onerror="document.write('it ran')">
        <img src="x:y" onerror="document.write('it ran')"><p>canary</p>`)
      expect(pages).toHaveLength(1)
      expect(pages[0]).toContain('canary')
      expect(pages[0]).not.toContain('ran')
      expect(fixture.own.hits.slice(before)).toEqual([])
    })

    it('leaves neither a process nor a profile', async () => {
      const folders = await readdir(fixture.subject.profilesDir, { recursive: true })
      const processes = await processesOf(fixture.subject)
      const drawings = ['one', 'two'].map((text) => draw(`<!doctype html><p>${text}`))
      const drawn = await Promise.all(drawings)
      expect(drawn.map(({ pages }) => pages[0]?.trim())).toEqual(['one', 'two'])
      const left = await readdir(fixture.subject.profilesDir, { recursive: true })
      expect(left.filter((path) => /(^|\/)print-[^/]*$/.test(path))).toEqual([])
      expect(folders.filter((path) => /(^|\/)print-/.test(path))).toEqual([])
      const now = await processesOf(fixture.subject)
      expect([...now].filter((pid) => !processes.has(pid))).toEqual([])
    })
  })
}
