import type { ElectronApi } from './api.ts'

/**
 * Measures what a form holds, in bytes: all that Foyer's processes have grown by since now, and all of those
 * that came since. The form's frames run in processes of their own; what it draws, keeps and sends for lies in
 * processes that the kiosk's page shares, and which do not grow for that page alone.
 */
export function measureGrowth({ app }: Pick<ElectronApi, 'app'>): () => number {
  const read = () =>
    new Map(app.getAppMetrics().map(({ pid, memory }) => [pid, memory.workingSetSize * 1024]))
  const before = read()
  return () =>
    [...read()].reduce((sum, [pid, held]) => sum + Math.max(0, held - (before.get(pid) ?? 0)), 0)
}
