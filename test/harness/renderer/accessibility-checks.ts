import axe from 'axe-core'

/** What axe finds wrong with the page, in words: by all its rules, or by some. */
export async function violations(...rules: string[]): Promise<string[]> {
  const { violations: found } = await axe.run(document, {
    resultTypes: ['violations'],
    ...(rules.length > 0 ? { runOnly: rules } : {}),
  })
  return found.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`))
}

/**
 * Buttons and fields that are smaller than a finger needs; on screens of patients the main ones are larger, but for those
 * in the bar beneath a form, which leaves the screen to the form.
 */
export function undersizedTargets(): string[] {
  return [...document.querySelectorAll('button, input')]
    .filter((element) => {
      const { width, height } = element.getBoundingClientRect()
      const isMain = element.matches('.primary, .start') && !element.closest('.staff, footer')
      return width < 48 || height < (isMain ? 72 : 48)
    })
    .map(
      (element) => `${element.textContent || element.id} ${element.getBoundingClientRect().height}`,
    )
}

const inWords = ({ tagName, className, textContent }: Element) =>
  `${tagName} ${className} ${textContent.slice(0, 40)}`

/** What of the page is cut: text that its own box hides, and whatever stands where nobody can scroll to. */
export function cut(): string[] {
  const box = document.querySelector('dialog[open]') ?? document.querySelector('.kiosk')!
  const all = [...box.querySelectorAll('*')].filter(
    (element) => !element.closest('.unseen, svg') && element.getClientRects().length > 0,
  )
  const isCut = (element: Element) => {
    const { left, right } = element.getBoundingClientRect()
    const { overflowX, overflowY } = getComputedStyle(element)
    const isHidden =
      (overflowX === 'hidden' && element.scrollWidth > element.clientWidth + 1) ||
      (overflowY === 'hidden' && element.scrollHeight > element.clientHeight + 1)
    return isHidden || left < -1 || right > innerWidth + 1
  }
  const isWide = box.scrollWidth > box.clientWidth + 1
  return [...all.filter(isCut), ...(isWide ? [box] : [])].map(inWords)
}

/** Elements whose content does not fit into them, and texts that leave the screen; a long list is scrolled to. */
export function overflowing(): string[] {
  const hasLongList = document.querySelectorAll('main li').length > 2
  const isSeen = (element: Element) =>
    !element.closest('.unseen, ul, svg') &&
    !(hasLongList && element.matches('.kiosk, main, .controls'))
  return [...document.querySelectorAll('.kiosk, .kiosk *')]
    .filter((element) => {
      const { clientWidth, clientHeight, scrollWidth, scrollHeight } = element
      const { left, right, top, bottom } = element.getBoundingClientRect()
      const outside = left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1
      const holdsBlock = element.matches('.kiosk, main, header, footer, .controls, .ask, dialog')
      const overflows = scrollWidth > clientWidth + 1 || scrollHeight > clientHeight + 1
      return isSeen(element) && (outside || (holdsBlock && overflows))
    })
    .map(inWords)
}

/** What of a page of staff reaches beyond the screen's sides, or cannot be scrolled to. */
export function outOfReach(): string[] {
  const scroller = document.querySelector('main')!
  return [...document.querySelectorAll('.staff *')]
    .filter((element) => !element.closest('.unseen, svg'))
    .filter((element) => {
      const { left, right, top, bottom } = element.getBoundingClientRect()
      const isBeside = left < -1 || right > innerWidth + 1
      return isBeside || (!scroller.contains(element) && (top < -1 || bottom > innerHeight + 1))
    })
    .map(inWords)
}
