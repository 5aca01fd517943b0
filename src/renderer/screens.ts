import type { Component } from 'svelte'
import type { Overlay, ScreenName } from '../shared/ipc.ts'
import Help from './overlays/Help.svelte'
import IdleWarning from './overlays/IdleWarning.svelte'
import StartOver from './overlays/StartOver.svelte'
import AskStaff from './screens/AskStaff.svelte'
import Checking from './screens/Checking.svelte'
import ChoosePacket from './screens/ChoosePacket.svelte'
import Code from './screens/Code.svelte'
import Completing from './screens/Completing.svelte'
import Confirming from './screens/Confirming.svelte'
import Contact from './screens/Contact.svelte'
import DateOfBirth from './screens/DateOfBirth.svelte'
import FindingForms from './screens/FindingForms.svelte'
import Finished from './screens/Finished.svelte'
import Matching from './screens/Matching.svelte'
import NothingWaiting from './screens/NothingWaiting.svelte'
import Opening from './screens/Opening.svelte'
import OutOfService from './screens/OutOfService.svelte'
import PublicFormsOffer from './screens/PublicFormsOffer.svelte'
import Sending from './screens/Sending.svelte'
import TooManyTries from './screens/TooManyTries.svelte'
import Unavailable from './screens/Unavailable.svelte'
import Unfinished from './screens/Unfinished.svelte'
import Welcome from './screens/Welcome.svelte'
import type { OverlayProps, ScreenProps } from './state/screen-props.ts'

/** The one screen that draws each view. */
export const screens: { readonly [N in ScreenName]: Component<ScreenProps<N>> } = {
  welcome: Welcome,
  contact: Contact,
  sending: Sending,
  code: Code,
  checking: Checking,
  matching: Matching,
  dateOfBirth: DateOfBirth,
  findingForms: FindingForms,
  choosePacket: ChoosePacket,
  publicFormsOffer: PublicFormsOffer,
  opening: Opening,
  completing: Completing,
  confirming: Confirming,
  unfinished: Unfinished,
  finished: Finished,
  askStaff: AskStaff,
  tooManyTries: TooManyTries,
  nothingWaiting: NothingWaiting,
  unavailable: Unavailable,
  outOfService: OutOfService,
}

/** What lies over a screen. */
export const overlays: { readonly [N in Overlay['name']]: Component<OverlayProps<N>> } = {
  help: Help,
  idleWarning: IdleWarning,
  startOver: StartOver,
}
