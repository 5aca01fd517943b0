import axe from 'axe-core'

/** Lists the faults that axe finds with the page as it stands: rule and place, one line each. */
export async function audit(): Promise<string[]> {
  const { violations } = await axe.run(document, {
    // A page's own matter, not that of the components on it.
    rules: { 'document-title': { enabled: false }, 'html-has-lang': { enabled: false } },
  })
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')} ${failureSummary ?? ''}`),
  )
}
