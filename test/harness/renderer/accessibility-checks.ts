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
