import type { Component } from 'svelte'
import type { ScreenName } from '../../shared/ipc.ts'
import type { Overlay } from '../../shared/overlay.ts'
import Camera from './overlays/camera.svelte'
import FormAsks from './overlays/form-asks.svelte'
import SmallDialogs from './overlays/small-dialogs.svelte'
import StaffLocks from './overlays/staff-locks.svelte'
import Arrival from './screens/arrival.svelte'
import ChoosePacket from './screens/choose-packet.svelte'
import Code from './screens/code.svelte'
import Completing from './screens/completing.svelte'
import Contact from './screens/contact.svelte'
import DeskCode from './screens/desk-code.svelte'
import DateOfBirth from './screens/date-of-birth.svelte'
import MessageScreen from './screens/message-screen.svelte'
import type { MessageScreenName } from './screens/message-screens.ts'
import FullName from './screens/full-name.svelte'
import NoNetwork from './screens/no-network.svelte'
import OwnPhone from './screens/own-phone.svelte'
import Sending from './screens/sending.svelte'
import Welcome from './screens/welcome.svelte'
import type { OverlayProps, ScreenProps, SmallDialogName } from './state/screen-props.ts'

const screens: {
  readonly [N in Exclude<ScreenName, MessageScreenName> | 'arrival']: Component<ScreenProps<N>>
} = {
  welcome: Welcome,
  contact: Contact,
  sending: Sending,
  code: Code,
  deskCode: DeskCode,
  dateOfBirth: DateOfBirth,
  locked: DateOfBirth,
  lockedByContact: Contact,
  arrival: Arrival,
  choosePacket: ChoosePacket,
  ownPhone: OwnPhone,
  fullName: FullName,
  completing: Completing,
  cutOff: NoNetwork,
  unavailable: NoNetwork,
}
const overlays: {
  readonly [N in Exclude<Overlay['name'], SmallDialogName>]: Component<OverlayProps<N>>
} = { formAsks: FormAsks, camera: Camera, staffLocks: StaffLocks }

/** Returns the screen that draws a view. */
export const screenOf = (name: ScreenName) =>
  (name in screens
    ? screens[name as keyof typeof screens]
    : MessageScreen) as Component<ScreenProps>

/** Returns the layer that lies over a screen. */
export const overlayOf = (name: Overlay['name']) =>
  (name in overlays
    ? overlays[name as keyof typeof overlays]
    : SmallDialogs) as Component<OverlayProps>
