import type { CDPSession } from 'playwright-core'

/** Used part of a heap snapshot (V8's own format). */
interface Snapshot {
  readonly snapshot: {
    readonly meta: {
      readonly node_fields: readonly string[]
      readonly node_types: readonly [readonly string[]]
    }
  }
  /** A row of numbers for each object, one after another. */
  readonly nodes: readonly number[]
}

/**
 * Measures the MB of a page's script and document after a garbage collection; without compiled code, which grows up to
 * the script's size meanwhile.
 */
export async function liveObjects(cdp: CDPSession): Promise<number> {
  const parts: string[] = []
  const take = ({ chunk }: { readonly chunk: string }) => parts.push(chunk)
  cdp.on('HeapProfiler.addHeapSnapshotChunk', take)
  await cdp.send('HeapProfiler.collectGarbage')
  await cdp.send('HeapProfiler.takeHeapSnapshot')
  cdp.off('HeapProfiler.addHeapSnapshotChunk', take)
  return sizeOf(JSON.parse(parts.join('')) as Snapshot) / 1e6
}

function sizeOf({ snapshot: { meta }, nodes }: Snapshot): number {
  const { node_fields: fields, node_types: types } = meta
  const [type, size] = [fields.indexOf('type'), fields.indexOf('self_size')]
  const code = types[0].indexOf('code')
  let bytes = 0
  for (let at = 0; at < nodes.length; at += fields.length)
    if (nodes[at + type] !== code) bytes += nodes[at + size] ?? 0
  return bytes
}
