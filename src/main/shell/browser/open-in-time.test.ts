import { expect, it } from 'vitest'
import { openInTime, StuckBrowserError } from './launch.ts'

/** A browser that ends when it is told to; `ended` resolves then. */
function openedBrowser(openWithinMs: number) {
  let end: () => void = () => undefined
  const ended = new Promise<void>((resolve) => (end = resolve))
  const user = {
    end() {
      end()
      return ended
    },
  }
  return { browser: { user, profile: '/nowhere', openWithinMs }, ended }
}

it('hands out a browser that opens in time', async () => {
  const { browser } = openedBrowser(60_000)
  expect(await openInTime(browser, () => Promise.resolve('open'))).toBe('open')
})

it('fails as the browser does that fails in time', async () => {
  const { browser } = openedBrowser(60_000)
  const broken = new Error('no screen')
  await expect(openInTime(browser, () => Promise.reject(broken))).rejects.toBe(broken)
})

it('says that one was stuck which fails because it was ended', async () => {
  const { browser, ended } = openedBrowser(1)
  const cause = new Error('it is gone')
  const opening = openInTime(browser, () => ended.then(() => Promise.reject(cause)))
  await expect(opening).rejects.toMatchObject({ cause })
  await expect(opening).rejects.toThrow(StuckBrowserError)
})

it('does not hand out one that opens just when it was ended', async () => {
  const { browser, ended } = openedBrowser(1)
  await expect(openInTime(browser, () => ended.then(() => 'open'))).rejects.toThrow(
    StuckBrowserError,
  )
})
