import * as cases from './cases.ts'
import type { PatientCase } from './cases.ts'

/** People to check in as, with what makes each of them special; the quickest visit first. */
export const notable: readonly (readonly [PatientCase, string])[] = [
  [cases.shortForm, 'One short form waits'],
  [cases.onePacket, 'Three forms wait'],
  [cases.arrivals.due, 'Expected now, and three forms wait'],
  [cases.arrivals.nothingWaits, 'Expected now, and nothing waits'],
  [cases.arrivals.several, 'Two appointments'],
  [cases.arrivals.cancelled, 'The appointment was cancelled'],
  [cases.arrivals.elsewhere, 'The appointment is at another location'],
  [cases.arrivals.telehealth, 'The appointment is by video'],
  [cases.arrivals.arrived, 'Has arrived already'],
  [cases.arrivals.late, 'Is late'],
  [cases.arrivals.early, 'Is far too early'],
  [cases.threePackets, 'Three packets to choose from'],
  [cases.halfDone, 'Half way through the forms'],
  [cases.noPacket, 'Nothing waits'],
  [cases.completedPacket, 'All done already'],
  [cases.bothChannels, 'Phone and e-mail, when both are asked'],
  [cases.familyPhone.members[0], 'Shares the phone with two children'],
  [cases.sharedEmail.members[0], 'Shares the e-mail address'],
  [cases.inactivePatient, 'No longer active: nobody is found'],
  [cases.noDateOfBirth, 'No date of birth on record'],
  [cases.longName, 'A long name'],
  ...cases.manyScripts.map((person) => [person, 'A name in another script'] as const),
]
