import type { IpcMainEvent, IpcMainInvokeEvent, WebContents } from 'electron'
import { bridgeChannels } from '../../../shared/bridge-channels.ts'
import type { CommandHandler } from '../port.ts'
import { ownOrigin } from './api.ts'

/** Main's end of the bridge to one page. */
export interface BridgeEnd<Shown> {
  push(view: Shown): void
}

/**
 * Answers the bridge of `contents` and of no other page: the handlers are registered on this page alone, and the sender
 * is checked by its frame, not by the message.
 */
export function attachBridge<Shown>(
  contents: WebContents,
  newest: () => Shown | undefined,
  handler: CommandHandler,
): BridgeEnd<Shown> {
  const isKioskPage = ({ sender, senderFrame }: IpcMainEvent | IpcMainInvokeEvent): boolean =>
    sender === contents &&
    senderFrame?.parent === null &&
    senderFrame.frameToken === contents.mainFrame.frameToken &&
    senderFrame.origin === ownOrigin &&
    senderFrame.url.startsWith(`${ownOrigin}/`)
  const push = (view: Shown) => contents.send(bridgeChannels.view, view)

  contents.ipc.handle(bridgeChannels.command, (event, raw: unknown) =>
    handler(raw, { isKioskPage: isKioskPage(event) }),
  )
  contents.ipc.on(bridgeChannels.ready, (event) => {
    const view = newest()
    if (view && isKioskPage(event)) push(view)
  })
  return { push }
}
