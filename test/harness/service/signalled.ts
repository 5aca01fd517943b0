/** A moment that a test can wait for: `now()` when it has come, `once` to wait for it. */
export function signalled(): { readonly once: Promise<void>; now(): void } {
  let now = () => {}
  const once = new Promise<void>((resolve) => {
    now = resolve
  })
  return { once, now: () => now() }
}
