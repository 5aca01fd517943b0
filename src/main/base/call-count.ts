/** Counts the calls that are under way. */
export type CallCount = ReturnType<typeof createCallCount>

/** Makes a count; none is under way. */
export function createCallCount() {
  let calls = 0
  return {
    isCalling: () => calls > 0,
    /** Makes a call, which counts until it is settled. */
    counted: async <T>(call: () => Promise<T>): Promise<T> => {
      calls += 1
      try {
        return await call()
      } finally {
        calls -= 1
      }
    },
  }
}
