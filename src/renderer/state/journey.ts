import type { Screen, ScreenName } from '../../shared/ipc.ts'

/** The parts of a visit that a patient sees as steps. */
export const steps = ['you', 'birthday', 'forms'] as const
export type Step = (typeof steps)[number]

const stepOf: Partial<Record<ScreenName, Step>> = {
  contact: 'you',
  sending: 'you',
  code: 'you',
  checking: 'you',
  matching: 'birthday',
  dateOfBirth: 'birthday',
  findingForms: 'forms',
  choosePacket: 'forms',
  publicFormsOffer: 'forms',
  opening: 'forms',
}

/** The step that a screen belongs to, or null where no progress is shown. */
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

/** Whether "start over" stands on a screen: not on the first, nor where "close" does the same. */
export function canStartOver(name: ScreenName): boolean {
  return !withoutStartOver.includes(name)
}

/** Whether "help" stands on a screen: everywhere but where the screen itself sends people to the desk. */
export function canAskForHelp(name: ScreenName): boolean {
  return name !== 'outOfService'
}

/** What makes a screen a new one for the patient: another name, or another contact to give. */
export function screenKey(screen: Screen): string {
  return 'channel' in screen ? `${screen.name} ${screen.channel}` : screen.name
}
