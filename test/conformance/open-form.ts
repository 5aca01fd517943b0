import { afterEach, beforeEach, expect, vi } from 'vitest'
import type { ShellFixture } from './shell-fixture.ts'
import type { FormViewOptions } from '../../src/main/shell/port.ts'
import type { FormView, OpenFormError, Refused } from '../../src/shared/windows.ts'
import { drive, eventually, type Driver } from './subject.ts'
import type { PointerAndKeyboard } from './x-pointer-and-keyboard.ts'

/** Height of the bar above the forms of the suite. */
export const barHeight = 96

/** A form that is open, and its driver. */
export interface OpenForm extends Driver {
  readonly view: FormView
}

/** What the tests of one suite do with forms; everything is closed and forgotten after each test. */
export interface FormBench {
  /** The keyboard and mouse of the screen. */
  readonly input: PointerAndKeyboard
  readonly refused: Refused[]
  readonly onActivity: ReturnType<typeof vi.fn>
  readonly onGone: ReturnType<typeof vi.fn>
  /** Opens a page of the own site, and connects a driver to it. */
  open(path: string, options?: Partial<FormViewOptions>): Promise<OpenForm>
  /** Tries to open an address that cannot be. */
  openFails(url: string): Promise<OpenFormError>
  /** Resolves when `what` was refused, to `target` if given. */
  expectRefused(what: Refused['what'], target?: string): Promise<void>
}

/** Adds a frame to a page that is open; resolves when it has loaded. */
export const addFrame = (evaluate: Driver['evaluate'], src: string, style = '') =>
  evaluate(`new Promise((resolve) => {
    const frame = document.createElement('iframe')
    frame.style.cssText = '${style}'
    Object.assign(frame, { src: ${JSON.stringify(src)}, onload: resolve })
    document.body.append(frame)
  })`)

/** Registers the hooks that a suite needs, and gives it its bench. */
export function formBench(fixture: ShellFixture): FormBench {
  const refused: Refused[] = []
  const onActivity = vi.fn()
  const onGone = vi.fn()
  const drivers: Driver[] = []
  const opened: FormView[] = []

  beforeEach(() => {
    refused.length = 0
    for (const site of [fixture.own, fixture.listed, fixture.forbidden]) site.hits.length = 0
    onActivity.mockClear()
    onGone.mockClear()
  })
  afterEach(async () => {
    await Promise.all(drivers.splice(0).map((driver) => driver.release()))
    await Promise.all(opened.splice(0).map((form) => form.close()))
  })

  const openForm = (url: string, options: Partial<FormViewOptions> = {}) =>
    fixture.subject.shell.openForm({
      url,
      allowedOrigins: [fixture.listed.origin],
      locale: 'es',
      insets: { top: barHeight, bottom: 0 },
      papers: true,
      onRefused(each) {
        refused.push(each)
        fixture.refusedInAll.push(each)
      },
      onActivity,
      onGone,
      ...options,
    })
  return {
    get input() {
      return fixture.input
    },
    refused,
    onActivity,
    onGone,
    async open(path, options) {
      const result = await openForm(`${fixture.own.origin}${path}`, options)
      if (!result.ok) throw new Error(`${result.error.kind}: ${result.error.reason}`)
      opened.push(result.value)
      fixture.formsOpened += 1
      const driver = await drive(
        fixture.subject.endpoint('form'),
        new RegExp(`^${fixture.own.origin}`),
      )
      drivers.push(driver)
      return { ...driver, view: result.value }
    },
    async openFails(url) {
      const result = await openForm(url)
      if (!result.ok) return result.error
      opened.push(result.value)
      throw new Error('the form was opened')
    },
    async expectRefused(what, target) {
      const told = { what, ...(target !== undefined && { target }) }
      await eventually(() => refused).toContainEqual(expect.objectContaining(told) as Refused)
    },
  }
}
