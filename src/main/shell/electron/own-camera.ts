import type { WebContents } from 'electron'
import type { View } from '../../../shared/ipc.ts'

/** Decides when our own page may use the camera. */
export interface OwnCamera {
  /** To be told of each view before the page has it: the camera is the page's as long as the view is that of one. */
  follow(view: View): void
}

/** Lets `contents`, and no other page of its session, use the camera while a view asks for it: no microphone, nothing else. */
export function permitOwnCamera(contents: WebContents): OwnCamera {
  const { session } = contents
  let isWanted = false
  const isOurs = (asking: WebContents | null, permission: string) =>
    isWanted && asking === contents && permission === 'media'
  session.setPermissionRequestHandler((asking, permission, answer, details) => {
    const types = 'mediaTypes' in details ? (details.mediaTypes ?? []) : []
    const isCamera = types.length > 0 && types.every((each) => each === 'video')
    answer(isOurs(asking, permission) && details.isMainFrame && isCamera)
  })
  session.setPermissionCheckHandler(
    (asking, permission, _origin, { mediaType }) =>
      isOurs(asking, permission) && mediaType === 'video',
  )
  return { follow: ({ overlay }) => void (isWanted = overlay?.name === 'camera') }
}
