import { cleanup, render } from 'vitest-browser-svelte'
import { page } from 'vitest/browser'
import type { DeskView } from '../../../src/shared/desk/view.ts'
import App from '../../../src/renderer/desk/app.svelte'
import { Desk } from '../../../src/renderer/desk/desk.svelte.ts'
import type { FakeDeskMain } from '../desk/fake-desk-main.ts'

/** Sizes of windows in which the desk is used. */
const deskSizes = { small: [1366, 768], large: [2560, 1440] } as const

/** Draws the desk as main shows it. */
export async function openDesk(
  main: FakeDeskMain,
  view: DeskView,
  size: keyof typeof deskSizes = 'small',
): Promise<Desk> {
  cleanup()
  const [width, height] = deskSizes[size]
  await page.viewport(width, height)
  const desk = new Desk(main.bridge)
  desk.follow()
  const { container } = await render(App, { desk })
  container.style.blockSize = '100%'
  main.show(view)
  return desk
}

/** What reaches beyond the window's sides. */
export const outOfReach = (): string[] =>
  [...document.querySelectorAll('.desk *')]
    .filter((element) => !element.closest('.unseen, svg, option, table'))
    .filter((element) => {
      const { left, right } = element.getBoundingClientRect()
      return left < -1 || right > innerWidth + 1
    })
    .map(({ tagName, className }) => `${tagName} ${className}`)
