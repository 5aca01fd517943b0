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
import FullName from './screens/full-name.svelte'
import NoNetwork from './screens/no-network.svelte'
import OwnPhone from './screens/own-phone.svelte'
import Sending from './screens/sending.svelte'
import Welcome from './screens/welcome.svelte'
import type { OverlayProps, ScreenProps } from './state/screen-props.ts'

/** The one screen that draws each view. */
export const screens: { readonly [N in ScreenName]: Component<ScreenProps<N>> } = {
  welcome: Welcome,
  contact: Contact,
  sending: Sending,
  code: Code,
  deskCode: DeskCode,
  checkingDeskCode: MessageScreen,
  checking: MessageScreen,
  matching: MessageScreen,
  dateOfBirth: DateOfBirth,
  locked: DateOfBirth,
  lockedByContact: Contact,
  arrival: Arrival,
  findingForms: MessageScreen,
  choosePacket: ChoosePacket,
  whereToFillIn: MessageScreen,
  ownPhone: OwnPhone,
  publicFormsOffer: MessageScreen,
  fullName: FullName,
  opening: MessageScreen,
  completing: Completing,
  cutOff: NoNetwork,
  confirming: MessageScreen,
  unfinished: MessageScreen,
  finished: MessageScreen,
  askStaff: MessageScreen,
  tooManyTries: MessageScreen,
  nothingWaiting: MessageScreen,
  unavailable: NoNetwork,
  outOfService: MessageScreen,
}

/** Components that lie over a screen. */
export const overlays: { readonly [N in Overlay['name']]: Component<OverlayProps<N>> } = {
  help: SmallDialogs,
  idleWarning: SmallDialogs,
  startOver: SmallDialogs,
  display: SmallDialogs,
  formAsks: FormAsks,
  camera: Camera,
  visitEnds: SmallDialogs,
  staffLocks: StaffLocks,
}
