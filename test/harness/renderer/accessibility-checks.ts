import axe from 'axe-core'

/** What axe finds wrong with the page, in words: by all its rules, or by some. */
export async function violations(...rules: string[]): Promise<string[]> {
  const { violations: found } = await axe.run(document, rules.length > 0 ? { runOnly: rules } : {})
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
      const least = isMain ? 72 : 48
      return width < 48 || height < least
    })
    .map(
      (element) => `${element.textContent || element.id} ${element.getBoundingClientRect().height}`,
    )
}

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
  return [...all.filter(isCut), ...(isWide ? [box] : [])].map(
    ({ tagName, className, textContent }) => `${tagName} ${className} ${textContent.slice(0, 40)}`,
  )
}
