import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import type { View } from '../../src/shared/ipc.ts'
import type { ShellFixture } from './shell-fixture.ts'
import { ownPage } from '../../src/main/windows/driver.ts'
import { formBench } from './open-form.ts'
import { drive, eventually, full, kioskColor } from './subject.ts'

async function inKiosk<T>({ subject }: ShellFixture, work: (page: Page) => Promise<T>): Promise<T> {
  const driver = await drive(subject.endpoint('kiosk'), ownPage)
  return work(driver.page).finally(() => driver.release())
}

/** Traces of a visit for the next: none, by the moment when the shell says so. */
export function describeRenewal(fixture: ShellFixture): void {
  describe('the end of a visit', () => {
    const bench = formBench(fixture)

    it('keeps a window that shows the kiosk, however often it is renewed', full, async () => {
      fixture.kiosk.show({ sequence: 11 } as View)
      await Promise.all([fixture.kiosk.renew(), fixture.kiosk.renew(), fixture.kiosk.renew()])
      await eventually(() => fixture.subject.pixel(9, 9)).toBe(kioskColor)
      await inKiosk(fixture, (page) =>
        eventually(() => page.locator('#sequence').textContent()).toBe('11'),
      )
      expect(fixture.onClosed).not.toHaveBeenCalled()
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
      // A worker that both had would count on.
      const shared = `globalThis.SharedWorker ? new Promise((resolve) => {
        new SharedWorker('/shared.js').port.onmessage = ({ data }) => resolve(data)
      }) : 1`
      for (const _visit of [1, 2]) {
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
        expect(await page.evaluate(shared)).toBe(1)
        await page.evaluate(keep)
        await view.close()
      }
    })
  })
}

/** Requests of the browser itself, all through the suites before. */
export function describeQuietWindows(fixture: ShellFixture): void {
  it('the windows ask nothing of the network by themselves', async () => {
    await fixture.kiosk.renew()
    // A browser asks for everything within the first second or two of a session.
    await inKiosk(fixture, (page) =>
      eventually(() => page.evaluate('performance.now()')).toBeGreaterThan(3_000),
    )
    expect(fixture.outside.asked).toEqual([])
  })
}
