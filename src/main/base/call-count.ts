/** Counts the calls that are under way at some port. */
export interface CallCount {
  isCalling(): boolean
  /** The same port, whose methods all give promises; its calls are counted until they are settled. */
  counted<T extends object>(port: T): T
}

/** Makes a count; none is under way. */
export function createCallCount(): CallCount {
  let calls = 0
  return {
    isCalling: () => calls > 0,
    counted: (port) =>
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
