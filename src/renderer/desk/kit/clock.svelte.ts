/** Looks at the clock every `ms`; called while a component is made. */
export function clock(ms: number): { readonly now: number } {
  let now = $state(Date.now())
  $effect(() => {
    const id = setInterval(() => (now = Date.now()), ms)
    return () => clearInterval(id)
  })
  return {
    get now() {
      return now
    },
  }
}
