import { beforeEach, expect, it, vi } from 'vitest'
import { openBrowserKiosk, type KioskParts } from './kiosk.ts'

/** How each page that was made is ended, the first one first. */
const ends: ReturnType<typeof vi.fn<() => Promise<void>>>[] = []
let drawn: () => Promise<void>
vi.mock(import('./kiosk-page.ts'), () => ({
  openKioskPage({ generation }) {
    const end = vi.fn(() => Promise.resolve())
    ends.push(end)
    return Promise.resolve({
      generation,
      profile: `profile ${generation}`,
      size: { width: 1, height: 1 },
      show: () => undefined,
      drawn: () => drawn(),
      toScreen: () => Promise.resolve(),
      raise: () => Promise.resolve(),
      isAlive: true,
      onReleased: () => undefined,
      onCrash: () => undefined,
      onGone: () => undefined,
      end,
    })
  },
}))

beforeEach(() => {
  ends.length = 0
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
    { locale: 'en', handler: () => Promise.resolve(), onClosed: () => undefined },
  )

it("is not renewed as long as anything of a patient's page is left", async () => {
  const kiosk = await open()
  ends[0]?.mockRejectedValueOnce(new Error('its profile cannot be deleted'))
  ends[0]?.mockRejectedValueOnce(new Error('nor now'))
  await expect(kiosk.renew()).rejects.toThrow('cannot be deleted')
  await expect(kiosk.renew()).rejects.toThrow('nor now')
  await kiosk.renew()
  expect(ends[0]).toHaveBeenCalledTimes(3)
  await kiosk.renew()
  expect(ends[0]).toHaveBeenCalledTimes(3)
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
  for (const end of ends) expect(end).toHaveBeenCalled()
})
