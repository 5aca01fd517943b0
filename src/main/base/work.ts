/** Runs `work` on `items`, at most `most` at a time; returns results in order. Rejects with the first failure. */
export async function inParallel<Item, Value>(
  items: readonly Item[],
  most: number,
  work: (item: Item) => Promise<Value>,
): Promise<Value[]> {
  const values = new Array<Value>(items.length)
  const entries = items.entries()
  const lane = async () => {
    for (const [index, item] of entries) values[index] = await work(item)
  }
  await Promise.all(Array.from({ length: Math.min(most, items.length) }, lane))
  return values
}

export type CallCount = ReturnType<typeof createCallCount>

/** Makes a count; none is under way. */
export function createCallCount() {
  let calls = 0
  return {
    isCalling: () => calls > 0,
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
