import '@fontsource-variable/atkinson-hyperlegible-next'
import { beforeEach, expect } from 'vitest'
import { cleanup, render } from 'vitest-browser-svelte'
import { page, userEvent } from 'vitest/browser'
import App from '../../../src/renderer/desk/app.svelte'
import { chartSections } from '../../../src/renderer/desk/chart/chart-sections.ts'
import { Desk } from '../../../src/renderer/desk/desk.svelte.ts'
import '../../../src/renderer/app.css'
import '../../../src/renderer/desk/desk.css'
import type { MemberRole } from '../../../src/shared/desk/members.ts'
import type { DeskRefusal, DeskReply } from '../../../src/shared/desk/messages.ts'
import type { DeskView } from '../../../src/shared/desk/view.ts'
import type { Locale } from '../../../src/shared/locale.ts'
import { ok } from '../desk/chart-pages.ts'
import { ana, deskViewOf, FakeDeskMain } from '../desk/fake-desk-main.ts'
import { press, resize, violations } from './on-page.ts'
import ChartPartFrame from './chart-part-frame.svelte'

export const deskSizes = { small: [1366, 768], large: [2560, 1440] } as const
type Size = keyof typeof deskSizes

export { ok }
/** A refusal, or the kind of one of which there is no more to say. */
export const refused = (error: DeskRefusal | DeskRefusal['kind']): DeskReply => ({
  ok: false,
  error: typeof error === 'string' ? ({ kind: error } as DeskRefusal) : error,
})
export const never = () => new Promise<DeskReply>(() => undefined)
/** An answer that comes when it is told to. */
export function late() {
  let come: (reply: DeskReply) => void = () => undefined
  const answer = new Promise<DeskReply>((resolve) => (come = resolve))
  return { answer, come: (reply: DeskReply) => come(reply) }
}

/** The stand-in for main that this test has: a new one for each test of a file that says how it answers. */
export let main: FakeDeskMain
export function answering(answers: () => FakeDeskMain['answers'] = () => ({})): void {
  beforeEach(() => {
    main = new FakeDeskMain()
    main.answers = answers()
  })
}

export const signedIn = (roles: readonly MemberRole[] = ['reception'], locale: Locale = 'en') =>
  deskViewOf({ state: 'open', member: ana(...roles) }, locale)

async function draw(size: Size, component: string): Promise<Desk> {
  cleanup()
  await resize(deskSizes[size])
  const desk = new Desk(main.bridge)
  desk.follow()
  const section = chartSections.find(({ key }) => key === component)?.section
  const { container } = await (section
    ? render(ChartPartFrame, { desk, section })
    : render(App, { desk }))
  container.style.blockSize = '100%'
  return desk
}

/** Draws the desk as main shows it. */
export async function openDesk(view: DeskView = deskViewOf(), size: Size = 'small'): Promise<Desk> {
  const desk = await draw(size, 'desk')
  main.show(view)
  return desk
}

/** Draws the desk, and goes to a place by its name. */
export async function openPlace(name: string, view = deskViewOf(), size: Size = 'small') {
  const desk = await openDesk(view, size)
  await press(page.getByRole('navigation').getByRole('button', { name: new RegExp(`^${name}`) }))
  return desk
}

type OpenedPart = { readonly locale?: Locale; readonly role?: MemberRole; readonly size?: Size }

/** Opens a part of a patient's chart by itself. */
export async function openPart(
  key: string,
  { locale = 'en', role = 'reception', size = 'small' }: OpenedPart = {},
): Promise<Desk> {
  const desk = await draw(size, key)
  document.documentElement.lang = locale
  document.title = 'Front desk'
  main.show(signedIn([role], locale))
  return desk
}

/** Looks for patients, where the search stands. */
export async function find(words = 'kim') {
  await page.getByRole('searchbox').fill(words)
  await userEvent.keyboard('{Enter}')
}

/** Types two identifiers into the dialog, and sends them. */
export async function confirm(birth = '2/16/1981', also = '(206) 555-0110') {
  const [first, second] = page.getByRole('dialog').getByRole('textbox').all()
  await first?.fill(birth)
  await second?.fill(also)
  await userEvent.keyboard('{Enter}')
}

/** Opens the chart of Daniel Kim from the first page, as somebody comes to it. */
export async function openChart(view = deskViewOf()): Promise<Desk> {
  const desk = await openPlace('Patients', view)
  await find()
  await press('Daniel Kim')
  await confirm()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Grace Kim' })).toBeVisible()
  return desk
}

export const commands = () => main.said.flatMap((said) => (said.type === 'command' ? [said] : []))
export const commandOf = (name: string, input: object, reason?: string) => ({
  type: 'command',
  name,
  input,
  ...(reason !== undefined && { reason }),
})
/** With what main was told or asked something by its name. */
export const said = (name: string) =>
  main.said.flatMap((each) => (each.type !== 'session' && each.name === name ? [each.input] : []))

/** All that the desk keeps of what it read and did, as text. */
export const keptBy = ({ cache }: Desk) =>
  JSON.stringify(
    [...cache.getQueryCache().getAll(), ...cache.getMutationCache().getAll()].map(
      ({ state }) => state,
    ),
  )

/** Elements beyond the window's sides. */
const outOfReach = (): string[] =>
  [...document.querySelectorAll('.desk *')]
    .filter((element) => !element.closest('.unseen, svg, option, datalist, table'))
    .filter((element) => {
      const { left, right } = element.getBoundingClientRect()
      return left < -1 || right > innerWidth + 1
    })
    .map(({ tagName, className }) => `${tagName} ${className}`)

/** Nothing reaches beyond the window's sides, and axe finds nothing wrong. */
export async function isFit(): Promise<void> {
  expect(outOfReach()).toEqual([])
  expect(await violations()).toEqual([])
}

/** Reads the lightness of the desk's background, from 0 (black) to 255. */
export function brightness(): number {
  const context = document.createElement('canvas').getContext('2d')!
  context.fillStyle = getComputedStyle(document.querySelector('.desk')!).backgroundColor
  context.fillRect(0, 0, 1, 1)
  return Math.max(...context.getImageData(0, 0, 1, 1).data.slice(0, 3))
}
