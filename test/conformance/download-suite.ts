import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { ShellFixture } from './shell-fixture.ts'
import type { FormBench } from './open-form.ts'
import { attachmentText } from './sites.ts'
import { eventually } from './subject.ts'

/** Files that a form page would have the kiosk keep: by a link, and in the place of a page. */
export function describeDownloads(bench: FormBench, fixture: ShellFixture): void {
  describe('a form that brings a file', () => {
    // Chromium makes and removes folders while one looks: a look that fails is made again.
    /** Files of the shell's profiles that hold what the attachment holds. */
    const kept = async () => {
      const found: string[] = []
      for (const entry of await readdir(fixture.subject.profilesDir, {
        recursive: true,
        withFileTypes: true,
      })) {
        const path = join(entry.parentPath, entry.name)
        const content = entry.isFile() ? await readFile(path).catch(() => undefined) : undefined
        if (content?.includes(attachmentText)) found.push(path)
      }
      return found
    }

    it('downloads nothing by a link', async () => {
      const to = encodeURIComponent(`${fixture.own.origin}/attachment`)
      const { page } = await bench.open(`/link?to=${to}`)
      await page.locator('#go').click({ noWaitAfter: true })
      await eventually(() => fixture.own.hits).toContain('/attachment')
      await eventually(kept).toEqual([])
      expect(page.url()).toContain('/link')
    })

    it('downloads nothing when the service answers with a file', async () => {
      const { page } = await bench.open('/form')
      // As the shell itself goes to the completion URL: no page began it, so no page's confinement counts.
      await page.goto(`${fixture.own.origin}/attachment`).catch(() => undefined)
      await bench.expectRefused('download', fixture.own.origin)
      await eventually(kept).toEqual([])
      expect(page.url()).toBe(`${fixture.own.origin}/form`)
    })

    it('is not opened when its own address answers with a file', async () => {
      const error = await bench.openFails(`${fixture.own.origin}/attachment`)
      expect(error.kind).toBe('notLoaded')
      await eventually(kept).toEqual([])
    })
  })
}
