import { setTimeout as rest } from 'node:timers/promises'
import type { CDPSession } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from 'vitest'
import type { ShellFixture } from '../shell-fixture.ts'
import { ownPage } from '../../../src/main/windows/driver.ts'
import type { Refused } from '../../../src/shared/windows.ts'
import { isPage, targetsAt } from '../devtools.ts'
import { barHeight, expectRefusedIn, openDriven, type OpenForm } from '../open-form.ts'
import { formColor } from '../sites.ts'
import { eventually, kioskColor, pointerPixels, screenSize } from '../subject.ts'

/** One open form that the tests of a suite share, and the checks that it is still contained. */
export type SharedForm = ReturnType<typeof sharedForm>

const path = '/empty'

/** The middle of the form, where the pointer rests. */
export const middle = { x: screenSize.width / 2, y: screenSize.height / 2 }

export const formArea = {
  left: 0,
  top: barHeight,
  width: screenSize.width,
  height: screenSize.height - barHeight,
}
const barArea = { left: 0, top: 0, width: screenSize.width, height: barHeight }

interface OpenedForm extends OpenForm {
  readonly cdp: CDPSession
  readonly pages: readonly string[]
}

/** Registers hooks that open the form before the first test of a suite, and again after a test that failed or closed it. */
export function sharedForm(fixture: ShellFixture) {
  const refused: Refused[] = []
  const onGone = vi.fn()
  let opened: OpenedForm | undefined
  const now = (): OpenedForm => {
    if (!opened) throw new Error('the form is open only while a test runs')
    return opened
  }

  const pages = async () => {
    const targets = await targetsAt(fixture.subject.endpoint('form'))
    // Where both windows are of one process, the kiosk's own page is among them.
    const others = targets.filter((each) => isPage(each) && !ownPage.test(each.url))
    return others.map(({ url }) => url).sort()
  }
  const open = async () => {
    const onRefused = (each: Refused) => refused.push(each)
    const form = await openDriven(fixture, path, { onRefused, onGone })
    const cdp = await form.page.context().newCDPSession(form.page)
    opened = { ...form, cdp, pages: await pages() }
    await form.evaluate('void (window.here = true)')
    // Input that comes before the window is drawn goes to what lies below it.
    while ((await fixture.subject.screen.differing(formArea, formColor)) >= pointerPixels)
      await rest(20)
    await takesInput(form)
  }
  /** Until a page painted, or a timeout ended, Chromium gives it pointer moves alone. The click gives it the keyboard as well. */
  const takesInput = async ({ evaluate }: OpenForm) => {
    await evaluate(
      `void addEventListener('click', () => { window.touched = true }, { once: true })`,
    )
    const { input } = fixture
    await input.moveTo(middle.x, middle.y)
    while (!(await evaluate('window.touched'))) {
      await input.click(1)
      await rest(20)
    }
  }
  const close = async () => {
    await opened?.view.close()
    await opened?.release()
    opened = undefined
  }
  /** Runs a script in the page as after a tap of the patient, and gives what it returns. */
  const attempt = <T>(code: string): Promise<T> => now().evaluate<T>(code)
  const frames = async () => {
    const { frameTree } = await now().cdp.send('Page.getFrameTree')
    const ofItsProcess = (frameTree.childFrames ?? []).map(({ frame }) => frame.url)
    const targets = await targetsAt(fixture.subject.endpoint('form'))
    return [
      ...ofItsProcess,
      ...targets.filter(({ type }) => type === 'iframe').map(({ url }) => url),
    ]
  }
  /** Passes when the page, its state, the bar and the screen are as they were, and no forbidden site was reached. */
  const expectContained = async () => {
    expect(await attempt('[location.href, window.here, document.title].join()')).toBe(
      `${fixture.own.origin}${path},true,form`,
    )
    expect(await pages()).toEqual(now().pages)
    expect(fixture.forbidden.hits).toEqual([])
    expect(onGone).not.toHaveBeenCalled()
    const { screen } = fixture.subject
    await eventually(() => screen.differing(formArea, formColor)).toBeLessThan(pointerPixels)
    await eventually(() => screen.differing(barArea, kioskColor)).toBeLessThan(pointerPixels)
  }

  beforeAll(open)
  afterAll(close)
  beforeEach(() => {
    refused.length = 0
    onGone.mockClear()
    for (const site of [fixture.own, fixture.listed, fixture.forbidden]) site.hits.length = 0
  })
  afterEach(async ({ task }) => {
    if (task.result?.state !== 'fail' && !onGone.mock.calls.length) return
    await close()
    await open()
  })
  return {
    get page() {
      return now().page
    },
    get cdp() {
      return now().cdp
    },
    get input() {
      return fixture.input
    },
    refused,
    attempt,
    frames,
    expectContained,
    expectRefused: expectRefusedIn(refused),
  }
}
