import type { WebContents } from 'electron'
import type { View } from '../../../shared/ipc.ts'

/**
 * Lets `contents`, and no other page of its session, use the camera as long as the newest view is that of one: no
 * microphone, and nothing else.
 */
export function permitOwnCamera(contents: WebContents, newest: () => View | undefined): void {
  const { session } = contents
  const isOurs = (asking: WebContents | null, permission: string) =>
    asking === contents && permission === 'media' && newest()?.overlay?.name === 'camera'
  session.setPermissionRequestHandler((asking, permission, answer, details) => {
    const types = 'mediaTypes' in details ? (details.mediaTypes ?? []) : []
    const isCamera = types.length > 0 && types.every((each) => each === 'video')
    answer(isOurs(asking, permission) && details.isMainFrame && isCamera)
  })
  session.setPermissionCheckHandler(
    (asking, permission, _origin, { mediaType }) =>
      isOurs(asking, permission) && mediaType === 'video',
  )
}
