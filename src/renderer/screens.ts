import type { Component } from 'svelte'
import type { Overlay, ScreenName } from '../shared/ipc.ts'
import Help from './overlays/help.svelte'
import IdleWarning from './overlays/idle-warning.svelte'
import VisitEnds from './overlays/visit-ends.svelte'
import StaffLocks from './overlays/staff-locks.svelte'
import StartOver from './overlays/start-over.svelte'
import AskStaff from './screens/ask-staff.svelte'
import Checking from './screens/checking.svelte'
import ChoosePacket from './screens/choose-packet.svelte'
import Code from './screens/code.svelte'
import Completing from './screens/completing.svelte'
import Confirming from './screens/confirming.svelte'
import Contact from './screens/contact.svelte'
import DateOfBirth from './screens/date-of-birth.svelte'
import FindingForms from './screens/finding-forms.svelte'
import Finished from './screens/finished.svelte'
import Matching from './screens/matching.svelte'
import NothingWaiting from './screens/nothing-waiting.svelte'
import Opening from './screens/opening.svelte'
import OutOfService from './screens/out-of-service.svelte'
import PublicFormsOffer from './screens/public-forms-offer.svelte'
import Sending from './screens/sending.svelte'
import TooManyTries from './screens/too-many-tries.svelte'
import Unavailable from './screens/unavailable.svelte'
import Unfinished from './screens/unfinished.svelte'
import Welcome from './screens/welcome.svelte'
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
  visitEnds: VisitEnds,
  staffLocks: StaffLocks,
}
