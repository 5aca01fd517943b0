import { cleanup, render } from 'vitest-browser-svelte'
import { page } from 'vitest/browser'
import type { ChartSection } from '../../../src/renderer/desk/chart/chart-sections.ts'
import { Desk } from '../../../src/renderer/desk/desk.svelte.ts'
import type { DeskReply } from '../../../src/shared/desk/messages.ts'
import type { MemberRole } from '../../../src/shared/desk/members.ts'
import type { Locale } from '../../../src/shared/locale.ts'
import ChartPartFrame from './chart-part-frame.svelte'
import { ana, deskViewOf, type FakeDeskMain } from '../desk/fake-desk-main.ts'

export const sizes = { small: [1366, 768], large: [2560, 1440] } as const
export const ok = (value: unknown): DeskReply => ({ ok: true, value })
export const refused = (
  kind: 'offline' | 'failed' | 'refusedByService' | 'notAsked',
): DeskReply => ({
  ok: false,
  error: { kind },
})
/** An answer that never comes. */
export const never = () => new Promise<DeskReply>(() => undefined)

/** An answer that comes when it is told to. */
export function late(): {
  readonly answer: Promise<DeskReply>
  readonly come: (reply: DeskReply) => void
} {
  let come: (reply: DeskReply) => void = () => undefined
  const answer = new Promise<DeskReply>((resolve) => (come = resolve))
  return { answer, come: (reply) => come(reply) }
}

/** How a part of a chart is opened. */
export interface OpenedPart {
  readonly main: FakeDeskMain
  readonly locale?: Locale
  readonly role?: MemberRole
  readonly size?: keyof typeof sizes
}

/** Opens a part of a patient's chart, and gives its desk. */
export async function openChartPart(
  section: ChartSection['section'],
  { main, locale = 'en', role = 'reception', size = 'small' }: OpenedPart,
): Promise<Desk> {
  cleanup()
  const [width, height] = sizes[size]
  await page.viewport(width, height)
  const desk = new Desk(main.bridge)
  desk.follow()
  const { container } = await render(ChartPartFrame, { desk, section })
  container.style.blockSize = '100%'
  document.documentElement.lang = locale
  document.title = 'Front desk'
  main.show(deskViewOf({ state: 'open', member: ana(role) }, locale))
  return desk
}

/** What reaches beyond the window's sides. */
export const outOfReach = () =>
  [...document.querySelectorAll('.desk *')]
    .filter((element) => !element.closest('.unseen, svg, option, table'))
    .filter((element) => {
      const { left, right } = element.getBoundingClientRect()
      return left < -1 || right > innerWidth + 1
    })
    .map(({ tagName, className }) => `${tagName} ${className}`)
