import { beforeEach, expect, it, vi } from 'vitest'
import { openBrowserKiosk, type KioskParts } from './kiosk.ts'
import { StuckBrowserError } from './launch.ts'

/** A page of which something is left until it has ended; it ends but once. */
class FakePage {
  isLeft = true
  isHeard = () => false
  /** Reasons why it cannot end, one for each try that fails. */
  readonly faults: string[] = []

  end(): Promise<void> {
    const fault = this.isLeft ? this.faults.shift() : 'it has ended already'
    if (fault) return Promise.reject(new Error(fault))
    this.isLeft = false
    return Promise.resolve()
  }
}

const pages: FakePage[] = []
let drawn: () => Promise<void>
let stuck = 0
const onRetry = vi.fn()
const openPage: NonNullable<Parameters<typeof openBrowserKiosk>[2]> = ({ generation }, options) => {
  stuck -= 1
  if (stuck >= 0) return Promise.reject(new StuckBrowserError({}))
  const page = new FakePage()
  page.isHeard = options.isHeard
  pages.push(page)
  return Promise.resolve({
    generation,
    profile: `profile ${generation}`,
    place: { left: 0, top: 0, width: 1, height: 1, aside: 2, pixelRatio: 1 },
    show: () => undefined,
    drawn: () => drawn(),
    toScreen: () => drawn(),
    raise: () => Promise.resolve(),
    isAlive: true,
    end: () => page.end(),
  })
}

beforeEach(() => {
  pages.length = 0
  stuck = 0
  onRetry.mockClear()
  drawn = () => Promise.resolve()
})

const open = () =>
  openBrowserKiosk(
    {
      onProfile: () => Promise.resolve(),
      onSpare: () => Promise.resolve(),
      onRaised: () => Promise.resolve(),
      onTouched: () => undefined,
    } as unknown as KioskParts,
    {
      locale: 'en',
      handler: () => Promise.resolve(),
      onClosed: () => undefined,
      onRetry,
    },
    openPage,
  )

it('opens another window in the place of one that is stuck, once', async () => {
  stuck = 1
  const kiosk = await open()
  expect(onRetry).toHaveBeenCalledOnce()
  expect(pages.map(({ isLeft }) => isLeft)).toEqual([true])
  await kiosk.close()
  stuck = 2
  await expect(open()).rejects.toThrow(StuckBrowserError)
  expect(onRetry).toHaveBeenCalledTimes(2)
})

it("is not renewed as long as anything of a patient's page is left", async () => {
  const kiosk = await open()
  pages[0]?.faults.push('its profile cannot be deleted', 'nor now')
  await expect(kiosk.renew()).rejects.toThrow('cannot be deleted')
  await expect(kiosk.renew()).rejects.toThrow('nor now')
  expect(pages[0]?.isLeft).toBe(true)
  await kiosk.renew()
  expect(pages[0]?.isLeft).toBe(false)
  await kiosk.renew()
  await kiosk.close()
})

it('ends a window that did not come up, and leaves none behind', async () => {
  const kiosk = await open()
  drawn = () => Promise.reject(new Error('it does not draw'))
  await expect(kiosk.renew()).rejects.toThrow('does not draw')
  await expect(kiosk.renew()).rejects.toThrow('does not draw')
  drawn = () => Promise.resolve()
  await kiosk.renew()
  await kiosk.close()
  expect(pages.filter(({ isLeft }) => isLeft)).toEqual([])
})

it('hears the page that is seen while another comes up, then that one alone', async () => {
  const kiosk = await open()
  const heard: unknown[] = []
  drawn = () => Promise.resolve(void heard.push(...pages.map((page) => page.isHeard())))
  await kiosk.renew()
  await drawn()
  expect(heard).toEqual([true, false, true, true, false, true])
})
