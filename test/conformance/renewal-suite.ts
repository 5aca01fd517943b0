import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import type { View } from '../../src/shared/ipc.ts'
import type { Stage } from './conformance.ts'
import { ownPage } from '../../src/main/shell/driver.ts'
import { formBench } from './open-form.ts'
import { drive, eventually, kioskColor, pageProcess, processesOf } from './subject.ts'

/** What a visit leaves to the next: nothing, by the moment when the shell says so. */
export function describeRenewal(stage: Stage): void {
  const inKiosk = async <T>(work: (page: Page) => Promise<T>): Promise<T> => {
    const driver = await drive(stage.subject.endpoint('kiosk'), ownPage)
    return work(driver.page).finally(() => driver.release())
  }

  describe('the end of a visit', () => {
    const bench = formBench(stage)

    it('has ended the process of the kiosk page by the time that it is renewed', async () => {
      const before = await inKiosk(pageProcess)
      await stage.kiosk.renew()
      expect([...(await processesOf(stage.subject))]).not.toContain(before)
    })

    it('keeps a window that shows the kiosk, however often it is renewed at once', async () => {
      stage.kiosk.show({ sequence: 11 } as View)
      await Promise.all([stage.kiosk.renew(), stage.kiosk.renew(), stage.kiosk.renew()])
      await eventually(() => stage.subject.pixel(9, 9)).toBe(kioskColor)
      await inKiosk((page) => eventually(() => page.locator('#sequence').textContent()).toBe('11'))
      expect(stage.onClosed).not.toHaveBeenCalled()
    })

    it('leaves nothing that a form kept to the forms after it', async () => {
      const keep = `(async () => {
        localStorage.canary = sessionStorage.canary = document.cookie = 'canary=1; max-age=999'
        await (await caches.open('canary')).put('/canary', new Response('canary'))
        await new Promise((resolve) => { indexedDB.open('canary').onsuccess = resolve })
        const folder = await navigator.storage.getDirectory()
        await folder.getFileHandle('canary', { create: true })
      })()`
      const left = `(async () => {
        const files = []
        for await (const name of (await navigator.storage.getDirectory()).keys()) files.push(name)
        return {
          local: localStorage.length, session: sessionStorage.length, cookie: document.cookie,
          caches: await caches.keys(), databases: await indexedDB.databases(), files,
          history: history.length,
        }
      })()`
      for (const _visit of [1, 2, 3]) {
        const { page, view } = await bench.open('/form')
        expect(await page.evaluate(left)).toEqual({
          local: 0,
          session: 0,
          cookie: '',
          caches: [],
          databases: [],
          files: [],
          history: 1,
        })
        await page.evaluate(keep)
        await view.close()
      }
    })
  })

  describe('the windows', () => {
    it('ask nothing of the network by themselves', async () => {
      await stage.kiosk.renew()
      // What a browser asks for, it asks for within the first second or two of a session.
      await inKiosk((page) =>
        eventually(() => page.evaluate('performance.now()')).toBeGreaterThan(3_000),
      )
      expect(stage.outside.asked).toEqual([])
    })
  })
}
