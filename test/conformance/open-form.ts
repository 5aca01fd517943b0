import { afterAll, afterEach, beforeEach, expect, vi } from 'vitest'
import type { ShellFixture } from './shell-fixture.ts'
import type { FormViewOptions } from '../../src/main/form-view/form-options.ts'
import type { FormView, Refused } from '../../src/shared/windows.ts'
import { isFullTier } from '#harness/tier.ts'
import { drive, eventually, type Driver } from './subject.ts'

export const barHeight = 96

export interface OpenForm extends Driver {
  readonly view: FormView
}

/** Tools for the forms of one suite; everything is closed and forgotten after each test. */
export type FormBench = ReturnType<typeof formBench>

/** Adds a frame to a page that is open; resolves when it has loaded. */
export const addFrame = (evaluate: Driver['evaluate'], src: string, style = '') =>
  evaluate(`new Promise((resolve) => {
    const frame = document.createElement('iframe')
    frame.style.cssText = '${style}'
    Object.assign(frame, { src: ${JSON.stringify(src)}, onload: resolve })
    document.body.append(frame)
  })`)

/** A form that may stand open after its test, for the next one that opens it in the same way. */
interface StandingForm extends OpenForm {
  readonly driver: Driver
  /** Options it was opened with: values, and the names of listeners. */
  readonly likeness: string
  /** The listeners of the test that has it. */
  listeners: Partial<FormViewOptions>
  /** Newest call of each listener. */
  readonly told: Map<string, unknown>
  served: number
  isInUse: boolean
  isClosed: boolean
}

const insets = { top: barHeight, bottom: 0 }

/** Opens an address as most suites do. */
const openForm = (
  { subject, listed }: ShellFixture,
  url: string,
  options: Partial<FormViewOptions>,
) =>
  subject.shell.openForm({
    url,
    allowedOrigins: [listed.origin],
    locale: 'es',
    insets,
    papers: true,
    ...options,
  })

/** Opens a page of the own site, and connects a driver to it. */
export async function openDriven(
  fixture: ShellFixture,
  path: string,
  options: Partial<FormViewOptions>,
): Promise<OpenForm> {
  const { origin } = fixture.own
  const result = await openForm(fixture, `${origin}${path}`, options)
  if (!result.ok) throw new Error(`${result.error.kind}: ${result.error.reason}`)
  fixture.formsOpened += 1
  const view = result.value
  const driver = await drive(fixture.subject.endpoint('form'), new RegExp(`^${origin}`)).catch(
    async (error: unknown) => {
      await view.close()
      throw error
    },
  )
  return { ...driver, view }
}

/** Resolves when `what` is among these refusals, to `target` if given. */
export const expectRefusedIn =
  (refused: readonly Refused[]) =>
  async (what: Refused['what'], target?: string): Promise<void> => {
    const told = { what, ...(target !== undefined && { target }) }
    await eventually(() => refused).toContainEqual(expect.objectContaining(told) as Refused)
  }

const isListener = (value: unknown) => typeof value === 'function'
const likenessOf = (options: Partial<FormViewOptions>) =>
  JSON.stringify(
    Object.entries(options)
      .map(([name, value]) => [name, isListener(value) ? 'listener' : value])
      .sort(),
  )

/** Shows a form that stood open as a new one is: nothing of the test before is left in it. */
async function restore({ view, driver: { page }, told }: StandingForm, url: string): Promise<void> {
  await view.showKeys(false)
  view.closePaper()
  await view.setInsets(insets)
  await view.setZoom(1)
  await view.setVisible(true)
  // The test before may have left the page on its way somewhere.
  const clear = () => page.evaluate('localStorage.clear(); sessionStorage.clear()')
  await eventually(() => clear().then(() => 'cleared', String)).toBe('cleared')
  await page.context().clearCookies()
  await page.goto(url)
  const left = () => ({ paper: told.get('onPaper') === true, field: told.get('onField') })
  await eventually(left).toEqual({ paper: false, field: undefined })
}

/** Registers a suite's hooks and gives its bench. Up to `serves` tests share a form's browser; all do in the default tier, unless it is 1. */
export function formBench(fixture: ShellFixture, { serves = 1 } = {}) {
  const refused: Refused[] = []
  const onActivity = vi.fn()
  const onGone = vi.fn()
  const forms: StandingForm[] = []
  const closeAll = async () => {
    const all = forms.splice(0)
    await Promise.all(all.map((form) => form.release()))
    await Promise.all(all.map(({ view }) => view.close()))
  }

  beforeEach(() => {
    refused.length = 0
    for (const site of [fixture.own, fixture.listed, fixture.forbidden]) site.hits.length = 0
    onActivity.mockClear()
    onGone.mockClear()
  })
  afterEach(async ({ task }) => {
    const [form, ...others] = forms
    // A form that a test opened past its bench has ended this one.
    const hasEnded = !form || form.isClosed || !form.browser.isConnected()
    const isServed = form !== undefined && form.served >= serves && (isFullTier || serves === 1)
    const isSpent = hasEnded || isServed || others.length > 0
    const isKept = fixture.subject.shell.kind === 'browser' && task.result?.state !== 'fail'
    if (isSpent || !isKept) await closeAll()
    else form.isInUse = false
  })
  afterAll(closeAll)

  const heard: Partial<FormViewOptions> = {
    onRefused(each) {
      refused.push(each)
      fixture.refusedInAll.push(each)
    },
    onActivity,
  }
  const openNew = async (
    path: string,
    options: Partial<FormViewOptions>,
  ): Promise<StandingForm> => {
    const form = {
      likeness: likenessOf(options),
      listeners: options,
      told: new Map<string, unknown>(),
      served: 0,
      isInUse: true,
      isClosed: false,
    }
    const names = Object.entries(options).flatMap(([name, value]) =>
      isListener(value) ? name : [],
    )
    const listeners = names.map((name) => [
      name,
      (...args: unknown[]) => {
        form.told.set(name, args[0])
        const listener = form.listeners[name as keyof FormViewOptions] as
          | ((...args: unknown[]) => unknown)
          | undefined
        return listener?.(...args)
      },
    ])
    const { view: opened, ...driver } = await openDriven(fixture, path, {
      ...heard,
      onGone() {
        form.isClosed = true
        onGone()
      },
      ...options,
      ...(Object.fromEntries(listeners) as Partial<FormViewOptions>),
    })
    const view = Object.assign(Object.create(opened) as FormView, {
      close() {
        form.isClosed = true
        return opened.close()
      },
    })
    return Object.assign(form, { ...driver, driver, view })
  }
  return {
    get input() {
      return fixture.input
    },
    refused,
    onActivity,
    onGone,
    /** Opens a page of the own site, and connects a driver to it. */
    async open(path: string, options: Partial<FormViewOptions> = {}): Promise<OpenForm> {
      let form = forms.find((each) => !each.isInUse)
      if (form?.likeness === likenessOf(options)) {
        form.isInUse = true
        await restore(form, `${fixture.own.origin}${path}`)
        form.listeners = options
      } else {
        if (form) await closeAll()
        form = await openNew(path, options)
        forms.push(form)
      }
      form.served += 1
      return form
    },
    async openFails(url: string) {
      if (forms.some((each) => !each.isInUse)) await closeAll()
      const result = await openForm(fixture, url, { ...heard, onGone })
      if (!result.ok) return result.error
      await result.value.close()
      throw new Error('the form was opened')
    },
    expectRefused: expectRefusedIn(refused),
  }
}
