import type { Screen, ScreenName } from '../../../shared/ipc.ts'
import type { StaffScreen } from '../../../shared/staff.ts'

/** The parts of a visit that a patient sees as steps. */
export const steps = ['you', 'birthday', 'forms'] as const
export type Step = (typeof steps)[number]

const stepOf: Partial<Record<ScreenName, Step>> = {
  contact: 'you',
  sending: 'you',
  code: 'you',
  deskCode: 'you',
  checkingDeskCode: 'you',
  checking: 'you',
  matching: 'birthday',
  dateOfBirth: 'birthday',
  arrival: 'birthday',
  findingForms: 'forms',
  choosePacket: 'forms',
  whereToFillIn: 'forms',
  ownPhone: 'forms',
  publicFormsOffer: 'forms',
  fullName: 'you',
  opening: 'forms',
  cutOff: 'forms',
}

/** Returns the step that a screen belongs to, or null if no progress is shown. */
export function currentStep(name: ScreenName): Step | null {
  return stepOf[name] ?? null
}

const withoutStartOver: readonly ScreenName[] = [
  'welcome',
  'outOfService',
  'finished',
  'askStaff',
  'tooManyTries',
  'nothingWaiting',
]

/** Checks if "start over" stands on a screen: not on the first, nor where "close" does the same. */
export function canStartOver(name: ScreenName): boolean {
  return !withoutStartOver.includes(name)
}

/** Checks if "help" stands on a screen: everywhere but where the screen itself sends people to the desk. */
export function canAskForHelp(name: ScreenName): boolean {
  return name !== 'outOfService'
}

/** Checks if a screen is for staff, and drawn by code that patients never load. */
export function isStaffScreen(screen: Screen): screen is StaffScreen {
  return screen.name.startsWith('staff')
}

/** Returns a key that makes a screen a new one: another name, another contact to give, or a PIN to give again. */
export function screenKey(screen: Screen): string {
  if ('channel' in screen) return `${screen.name} ${screen.channel}`
  if ('isForAnother' in screen) return `${screen.name} ${screen.isForAnother}`
  return 'stage' in screen ? `${screen.name} ${screen.stage}` : screen.name
}
