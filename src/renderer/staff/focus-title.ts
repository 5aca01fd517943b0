import { tick } from 'svelte'

/** Puts the focus on the page's heading once what was closed is gone. */
export function focusTitle(): void {
  void tick().then(() =>
    document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true }),
  )
}
