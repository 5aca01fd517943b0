import { join } from 'node:path'
import type { DriverEndpoints } from './browser/shell.ts'
import type { Shell } from './port.ts'

/** What both shells need to open. */
export interface OpenShellOptions {
  /** The project's folder. */
  readonly root: string
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Given only when tests or the walkthrough may drive the windows. */
  readonly onDriver?: (endpoints: DriverEndpoints) => void
}

function sizeOf(text: string | undefined): { width: number; height: number } | undefined {
  const [, width, height] = /^(\d{3,5})x(\d{3,5})$/.exec(text ?? '') ?? []
  return width && height ? { width: Number(width), height: Number(height) } : undefined
}

/** Opens the shell that this process can have: Electron inside Electron, else the machine's Chromium. */
export async function openShell({ root, environment, onDriver }: OpenShellOptions): Promise<Shell> {
  const { createBrowserShell } = await import('./browser/shell.ts')
  const size = sizeOf(environment['FOYER_SIZE'])
  return createBrowserShell({
    root,
    rendererDir: join(root, 'out', 'renderer'),
    ...(size && { size }),
    ...(onDriver && { onDriver }),
  })
}
