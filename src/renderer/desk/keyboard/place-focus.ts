/** The field of the page that looks for something there. */
export const searchField = (): HTMLInputElement | HTMLSelectElement | null =>
  document.querySelector('main :is(input, select)[data-page-search]')

/** Takes the keyboard into a field, whose text is replaced by what is typed next. */
export function enterField(field: HTMLInputElement | HTMLSelectElement | null): void {
  if (field instanceof HTMLInputElement) field.select()
  field?.focus()
}

/** Takes the keyboard into the place that was gone to: to what is marked `autofocus` there, else to its heading. */
export function enterPlace(): void {
  const marked = document.querySelector<HTMLElement>('main [autofocus]')
  const entered = marked ?? document.querySelector<HTMLElement>('main h1')
  if (!marked && entered) entered.tabIndex = -1
  entered?.focus()
}
