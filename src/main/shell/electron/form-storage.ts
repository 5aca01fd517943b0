import type { WebContents } from 'electron'
import type { StorageOrigins } from '../storage-origins.ts'

/**
 * The most bytes that one origin of a form keeps in files, databases and caches now; 0 while the page does not say.
 * The debugger is attached. Electron refuses no origin for what it keeps (its `SpecialStoragePolicy` calls all storage
 * unlimited), whatever quota is named for it: it has to be measured.
 */
export async function largestStorageUsage(
  { debugger: protocol }: Pick<WebContents, 'debugger'>,
  storage: StorageOrigins,
): Promise<number> {
  const each = storage.all().map(async (origin) => {
    try {
      const answer: unknown = await protocol.sendCommand('Storage.getUsageAndQuota', { origin })
      return (answer as { readonly usage?: number } | undefined)?.usage ?? 0
    } catch {
      return 0
    }
  })
  return Math.max(0, ...(await Promise.all(each)))
}
