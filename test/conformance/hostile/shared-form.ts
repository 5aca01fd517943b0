import { setTimeout as rest } from 'node:timers/promises'
import type { CDPSession, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from 'vitest'
import type { ShellFixture } from '../shell-fixture.ts'
import { ownPage } from '../../../src/main/shell/driver.ts'
import type { FormView, Refused } from '../../../src/shared/windows.ts'
import { isPage, targetsAt } from '../devtools.ts'
import { barHeight } from '../open-form.ts'
import { formColor } from '../sites.ts'
import {
  drive,
  eventually,
  kioskColor,
  pointerPixels,
  screenSize,
  type Driver,
} from '../subject.ts'
import type { PointerAndKeyboard } from '../x-pointer-and-keyboard.ts'

/** One open form that the tests of a suite share, and the checks that it is still contained. */
export interface SharedForm {
  readonly page: Page
  readonly cdp: CDPSession
  readonly view: FormView
  readonly input: PointerAndKeyboard
  readonly refused: Refused[]
  readonly onGone: ReturnType<typeof vi.fn>
  /** Runs a script in the page as after a tap of the patient, and gives what it returns. Throws when the page no longer answers. */
  readonly attempt: <T>(code: string) => Promise<T>
  /** Addresses of the documents in the page's frames. */
  frames(): Promise<string[]>
  /**
   * Passes when the page is still the one that was opened, with its state, answers, and is the only one; when the screen
   * shows it and the bar and nothing else; and when no forbidden site was reached.
   */
  expectContained(): Promise<void>
  /** Resolves when `what` was refused, to `target` if given. */
  expectRefused(what: Refused['what'], target?: string): Promise<void>
}

const answersWithinMs = 8_000

/** The middle of the form, where the pointer rests. */
export const middle = { x: screenSize.width / 2, y: screenSize.height / 2 }

const formArea = {
  left: 0,
  top: barHeight,
  width: screenSize.width,
  height: screenSize.height - barHeight,
}
const barArea = { left: 0, top: 0, width: screenSize.width, height: barHeight }

interface OpenedForm {
  readonly driver: Driver
  readonly cdp: CDPSession
  readonly view: FormView
  /** Addresses of the pages that are there with it. */
  readonly pages: readonly string[]
}

/** Registers hooks that open the form before the first test of a suite, and again after a test that failed or closed it. */
export function sharedForm(fixture: ShellFixture, path = '/empty'): SharedForm {
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
    const result = await fixture.subject.shell.openForm({
      url: `${fixture.own.origin}${path}`,
      allowedOrigins: [fixture.listed.origin],
      locale: 'es',
      insets: { top: barHeight, bottom: 0 },
      papers: true,
      onRefused: (each) => refused.push(each),
      onGone,
    })
    if (!result.ok) throw new Error(result.error.reason)
    const driver = await drive(
      fixture.subject.endpoint('form'),
      new RegExp(`^${fixture.own.origin}`),
    )
    const cdp = await driver.page.context().newCDPSession(driver.page)
    opened = { driver, cdp, view: result.value, pages: await pages() }
    await driver.evaluate('void (window.here = true)')
    // Input that comes before the window is drawn goes to what lies below it.
    while ((await fixture.subject.screen.differing(formArea, formColor)) >= pointerPixels)
      await rest(20)
    await takesInput(driver)
  }
  /**
   * Until a page painted its first content, or a timeout ended, Chromium gives it pointer moves and no other input. The click gives the page the keyboard as well.
   */
  const takesInput = async (driver: Driver) => {
    await driver.evaluate(
      `void addEventListener('click', () => { window.touched = true }, { once: true })`,
    )
    const { input } = fixture
    await input.moveTo(middle.x, middle.y)
    while (!(await driver.evaluate('window.touched'))) {
      await input.click(1)
      await rest(20)
    }
  }
  const close = async () => {
    await opened?.view.close()
    await opened?.driver.release()
    opened = undefined
  }
  const attempt = async <T>(code: string): Promise<T> => {
    let timer: NodeJS.Timeout | undefined
    const silence = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(new Error('the page does not answer')), answersWithinMs)
    })
    try {
      return await Promise.race([now().driver.evaluate<T>(code), silence])
    } finally {
      clearTimeout(timer)
    }
  }
  const frames = async () => {
    const { frameTree } = await now().cdp.send('Page.getFrameTree')
    const ofItsProcess = (frameTree.childFrames ?? []).map(({ frame }) => frame.url)
    const targets = await targetsAt(fixture.subject.endpoint('form'))
    return [
      ...ofItsProcess,
      ...targets.filter(({ type }) => type === 'iframe').map(({ url }) => url),
    ]
  }
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
      return now().driver.page
    },
    get cdp() {
      return now().cdp
    },
    get view() {
      return now().view
    },
    get input() {
      return fixture.input
    },
    refused,
    onGone,
    attempt,
    frames,
    expectContained,
    async expectRefused(what, target) {
      const told = { what, ...(target !== undefined && { target }) }
      await eventually(() => refused).toContainEqual(expect.objectContaining(told) as Refused)
    },
  }
}
