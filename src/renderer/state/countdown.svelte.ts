/**
 * Counts down in whole seconds from the milliseconds that `start` gives, anew whenever what `start`
 * reads changes. Call it while a component is being set up; it stops with the component.
 */
export function countdown(start: () => number): { readonly seconds: number } {
  let seconds = $state(0)
  $effect(() => {
    const end = performance.now() + start()
    const tick = () => (seconds = Math.max(0, Math.ceil((end - performance.now()) / 1000)))
    tick()
    const timer = setInterval(tick, 200)
    return () => clearInterval(timer)
  })
  return {
    get seconds() {
      return seconds
    },
  }
}
