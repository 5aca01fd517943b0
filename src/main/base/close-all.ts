/**
 * Takes every step of a shutdown in order, even after a failure, so that nothing stays open. Rejects with the first
 * failure at the end.
 */
export async function closeAll(steps: readonly (() => unknown)[]): Promise<void> {
  const failures: unknown[] = []
  for (const step of steps) {
    try {
      await step()
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0) throw failures[0]
}
