import type { Screen, ScreenName } from '../../../shared/ipc.ts'
import type { StaffScreen } from '../../../shared/staff.ts'

export const steps = ['you', 'birthday', 'forms'] as const
export type Step = (typeof steps)[number]

const screensOf: Readonly<Record<Step, readonly ScreenName[]>> = {
  you: ['contact', 'sending', 'code', 'deskCode', 'checkingDeskCode', 'checking', 'fullName'],
  birthday: ['matching', 'dateOfBirth', 'arrival'],
  forms: [
    'findingForms',
    'choosePacket',
    'whereToFillIn',
    'ownPhone',
    'publicFormsOffer',
    'opening',
    'cutOff',
  ],
}

/** Returns the step that a screen belongs to, or null if no progress is shown. */
export function currentStep(name: ScreenName): Step | null {
  return steps.find((step) => screensOf[step].includes(name)) ?? null
}

const closing = ['outOfService', 'finished', 'askStaff', 'tooManyTries', 'nothingWaiting']

/** Checks if "start over" stands on a screen: not on the first, nor where "close" does the same. */
export function canStartOver(name: ScreenName): boolean {
  return name !== 'welcome' && !closing.includes(name)
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
