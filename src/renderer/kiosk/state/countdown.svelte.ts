/** Counts down in whole seconds from `start` (ms), anew whenever its reads change. Call during a component's setup. */
export function countdown(start: () => number): { readonly seconds: number } {
  let seconds = $state(0)
  $effect(() => {
    const ms = start()
    seconds = 0
    if (ms <= 0) return
    const end = performance.now() + ms
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
