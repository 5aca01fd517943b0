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
import { openPointerAndKeyboard, type PointerAndKeyboard } from '../x-pointer-and-keyboard.ts'

/** One form that many attempts are made on, and what must still hold after each. */
export interface HeldForm {
  readonly page: Page
  readonly cdp: CDPSession
  readonly view: FormView
  readonly hand: PointerAndKeyboard
  readonly refused: Refused[]
  readonly onGone: ReturnType<typeof vi.fn>
  /** Runs a script in the page as after a tap of the patient, and gives what it returns. Throws when the page no longer answers. */
  readonly attempt: <T>(code: string) => Promise<T>
  /** Addresses of the documents that stand in frames of the page. */
  frames(): Promise<string[]>
  /**
   * Holds when the page still stands where it stood with what it knew, answers, is the only one, and the
   * screen shows it and the bar, and nothing else; and when no forbidden site was reached.
   */
  expectHeld(): Promise<void>
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

interface Held {
  readonly driver: Driver
  readonly cdp: CDPSession
  readonly view: FormView
}

/** Opens the form before the first test of a suite, and anew after a test that spoiled it. */
export function heldForm(fixture: ShellFixture, path = '/empty'): HeldForm {
  const refused: Refused[] = []
  const onGone = vi.fn()
  let held: Held | undefined
  let hand: PointerAndKeyboard
  const now = (): Held => {
    if (!held) throw new Error('the form is open only while a test runs')
    return held
  }

  const open = async () => {
    const opened = await fixture.subject.shell.openForm({
      url: `${fixture.own.origin}${path}`,
      allowedOrigins: [fixture.listed.origin],
      locale: 'es',
      barHeight,
      onRefused: (each) => refused.push(each),
      onGone,
    })
    if (!opened.ok) throw new Error(opened.error.reason)
    const driver = await drive(
      fixture.subject.endpoint('form'),
      new RegExp(`^${fixture.own.origin}`),
    )
    const cdp = await driver.page.context().newCDPSession(driver.page)
    held = { driver, cdp, view: opened.value }
    await driver.evaluate('void (window.here = true)')
    // A hand that came before the window would turn and press what lies below it.
    while ((await fixture.subject.screen.differing(formArea, formColor)) >= pointerPixels)
      await rest(20)
    await takesInput(driver)
  }
  /**
   * Chromium hands a page no input but the moves of a pointer before it painted its first content, or time enough
   * went by. The click gives the page the keyboard as well.
   */
  const takesInput = async (driver: Driver) => {
    await driver.evaluate(
      `void addEventListener('click', () => { window.touched = true }, { once: true })`,
    )
    await hand.moveTo(middle.x, middle.y)
    while (!(await driver.evaluate('window.touched'))) {
      await hand.click(1)
      await rest(20)
    }
  }
  const close = async () => {
    await held?.view.close()
    await held?.driver.release()
    held = undefined
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
  const isHeld = async () => {
    await expectPageHeld()
    await expectScreenHeld()
  }
  const expectPageHeld = async () => {
    expect(await attempt('[location.href, window.here, document.title].join()')).toBe(
      `${fixture.own.origin}${path},true,form`,
    )
    const targets = await targetsAt(fixture.subject.endpoint('form'))
    // Where both windows are of one process, the kiosk's own page is among them.
    const pages = targets.filter((each) => isPage(each) && !ownPage.test(each.url))
    expect(pages.map(({ url }) => url)).toEqual([`${fixture.own.origin}${path}`])
    expect(fixture.forbidden.hits).toEqual([])
    expect(onGone).not.toHaveBeenCalled()
  }
  const expectScreenHeld = async () => {
    const { screen } = fixture.subject
    await eventually(() => screen.differing(formArea, formColor)).toBeLessThan(pointerPixels)
    await eventually(() => screen.differing(barArea, kioskColor)).toBeLessThan(pointerPixels)
  }

  beforeAll(async () => {
    hand = await openPointerAndKeyboard(fixture.subject.screen.display)
    await hand.moveTo(middle.x, middle.y)
    await open()
  })
  afterAll(async () => {
    hand.close()
    await close()
  })
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
    get hand() {
      return hand
    },
    refused,
    onGone,
    attempt,
    frames,
    expectHeld: isHeld,
    async expectRefused(what, target) {
      const told = { what, ...(target !== undefined && { target }) }
      await eventually(() => refused).toContainEqual(
        target === undefined ? (expect.objectContaining(told) as Refused) : told,
      )
    },
  }
}
