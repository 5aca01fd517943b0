import type { WebContents } from 'electron'
import { kill, waitForExit } from '../processes.ts'

/** Ends a page, stuck or gone; resolves once its processes are gone. Kills none that runs frames of `other`. */
export async function endPage(contents: WebContents, other?: WebContents): Promise<void> {
  if (contents.isDestroyed()) return
  const kept = other && !other.isDestroyed() ? processesOf(other) : []
  const processes = processesOf(contents).filter((pid) => !kept.includes(pid))
  const destroyed = new Promise<void>((resolve) => contents.once('destroyed', () => resolve()))
  contents.close({ waitForBeforeUnload: false })
  await destroyed
  await Promise.all(processes.map((pid) => waitForExit(pid, () => kill(pid))))
}

/** Resolves once a page's process is gone, or the page itself. */
export const whenGone = (contents: WebContents): Promise<void> =>
  new Promise((resolve) => {
    contents.once('render-process-gone', () => resolve())
    contents.once('destroyed', () => resolve())
  })

function processesOf(contents: WebContents): readonly number[] {
  if (contents.isCrashed()) return []
  const frames = contents.mainFrame.framesInSubtree
  const all = [contents.getOSProcessId(), ...frames.map((frame) => frame.osProcessId)]
  return [...new Set(all)].filter((pid) => pid > 0)
}
