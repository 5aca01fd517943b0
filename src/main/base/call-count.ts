/** Counts the calls that are under way at some port. */
export type CallCount = ReturnType<typeof createCallCount>

/** Makes a count; none is under way. */
export function createCallCount() {
  let calls = 0
  return {
    isCalling: () => calls > 0,
    /** Wraps a port whose methods all give promises: its calls are counted until they are settled. */
    counted: <T extends object>(port: T): T =>
      new Proxy(port, {
        get(target, name) {
          const method: unknown = Reflect.get(target, name)
          if (typeof method !== 'function') return method
          return async (...given: unknown[]) => {
            calls += 1
            try {
              return (await Reflect.apply(method, target, given)) as unknown
            } finally {
              calls -= 1
            }
          }
        },
      }),
  }
}
