import { homedir } from 'node:os'
import { join } from 'node:path'

/** Where a user's own data of Foyer stands when no setting says otherwise. */
export function defaultFolder(platform: NodeJS.Platform, environment: NodeJS.ProcessEnv): string {
  const { LOCALAPPDATA: local, XDG_DATA_HOME: xdg } = environment
  if (platform === 'win32') return join(local ?? join(homedir(), 'AppData', 'Local'), 'Foyer')
  if (platform === 'darwin') return join(homedir(), 'Library', 'Application Support', 'Foyer')
  return join(xdg ?? join(homedir(), '.local', 'share'), 'foyer')
}
