import { afterEach, beforeEach, expect, it } from 'vitest'
import { openShell, type OpenedShell } from '../../../../test/conformance/electron/fake-shell.ts'
import type { FakeContents } from '../../../../test/conformance/electron/fake-contents.ts'

let opened: OpenedShell
beforeEach(async () => {
  opened = await openShell()
})
afterEach(() => opened.close())

const address = 'foyer://print/'

it.each<[string, (contents: FakeContents) => void]>([
  ['it does not load', (contents) => (contents.network = () => Promise.reject(new Error()))],
  ['it is not printed', (contents) => (contents.printToPDF = () => Promise.reject(new Error()))],
  [
    'its process is gone',
    (contents) => {
      contents.printToPDF = () => {
        contents.crash()
        return new Promise(() => undefined)
      }
    },
  ],
])('says so where %s, and leaves nothing', async (_why, prepare) => {
  opened.onNextPages(prepare)
  expect(await opened.shell.drawPdf('<p>canary')).toEqual({ ok: false, error: { kind: 'failed' } })
  expect(opened.newest().isDestroyed()).toBe(true)
  expect(opened.newest().session.serve(address).status).toBe(404)
})

it('uses a session again, and serves the newer document alone', async () => {
  const served: Response[] = []
  const { shell, sessions } = opened
  opened.onNextPages((contents) => {
    contents.network = (url) => Promise.resolve(void served.push(contents.session.serve(url)))
  })
  const before = sessions.size
  await shell.drawPdf('one')
  await shell.drawPdf('two')
  expect(sessions.size).toBe(before + 1)
  expect(await Promise.all(served.map((each) => each.text()))).toEqual(['one', 'two'])
})
