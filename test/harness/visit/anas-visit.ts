import type { PatientCommand } from '../../../src/shared/ipc.ts'
import { anasBirthday, type VisitHarness } from './visit-harness.ts'

/** What Ana does next to get on with her visit. */
export function nextOfAna(kiosk: VisitHarness): PatientCommand | undefined {
  const { screen, overlay } = kiosk.view
  if (overlay?.name === 'help') return { type: 'closeHelp' }
  if (overlay?.name === 'startOver') return { type: 'cancelStartOver' }
  if (overlay?.name === 'formAsks')
    return { type: 'answerDialog', number: overlay.number, accepted: true, text: '' }
  if (overlay) return { type: 'stillHere' }
  switch (screen.name) {
    case 'welcome':
      return { type: 'begin' }
    case 'contact':
    case 'lockedByContact':
      return { type: 'submitContact', value: '(202) 555-0143' }
    case 'deskCode':
      return { type: 'submitDeskCode', code: '482913' }
    case 'code':
      return { type: 'submitCode', code: kiosk.service.inbox.at(-1)?.code ?? '' }
    case 'dateOfBirth':
    case 'locked':
      return anasBirthday
    case 'arrival':
      return { type: 'confirmArrival', key: '1' }
    case 'choosePacket':
      return { type: 'choosePacket', key: '1' }
    case 'whereToFillIn':
      return { type: screen.canUseOwnPhone ? 'useOwnPhone' : 'fillInHere' }
    case 'publicFormsOffer':
      return { type: 'openPublicForms' }
    case 'offlineName':
      return { type: 'submitName', firstName: 'Ana', lastName: 'Cruz' }
    case 'cutOff':
      return { type: 'goOffline' }
    case 'unavailable':
      return { type: 'retry' }
    default:
      return undefined
  }
}

const plain = <T extends PatientCommand['type']>(type: T) => ({ type }) as const

/** One of each command, as a stranger could send it. */
export const everyCommand: {
  readonly [T in PatientCommand['type']]: Extract<PatientCommand, { type: T }>
} = {
  chooseLanguage: { type: 'chooseLanguage', locale: 'es' },
  openDisplay: plain('openDisplay'),
  chooseTextSize: { type: 'chooseTextSize', textSize: 200 },
  chooseTheme: { type: 'chooseTheme', theme: 'contrastDark' },
  closeDisplay: plain('closeDisplay'),
  begin: plain('begin'),
  submitContact: { type: 'submitContact', value: '' },
  useOtherChannel: plain('useOtherChannel'),
  submitCode: { type: 'submitCode', code: '123456' },
  resendCode: plain('resendCode'),
  callCode: plain('callCode'),
  changeContact: plain('changeContact'),
  showContact: plain('showContact'),
  haveDeskCode: plain('haveDeskCode'),
  submitDeskCode: { type: 'submitDeskCode', code: '482913' },
  leaveDeskCode: plain('leaveDeskCode'),
  askWithoutContact: plain('askWithoutContact'),
  sayForWhom: { type: 'sayForWhom', isForAnother: true },
  submitDateOfBirth: { type: 'submitDateOfBirth', year: '1985', month: '13', day: '28' },
  confirmArrival: { type: 'confirmArrival', key: '1' },
  passArrival: plain('passArrival'),
  askAboutArrival: plain('askAboutArrival'),
  openPublicForms: plain('openPublicForms'),
  goOffline: plain('goOffline'),
  submitName: { type: 'submitName', firstName: 'A', lastName: 'Stranger' },
  fillInHere: plain('fillInHere'),
  useOwnPhone: plain('useOwnPhone'),
  leaveOwnPhone: plain('leaveOwnPhone'),
  choosePacket: { type: 'choosePacket', key: '1' },
  pressKey: { type: 'pressKey', field: 'a field', key: { type: 'delete' } },
  hideKeyboard: plain('hideKeyboard'),
  showKeyboard: plain('showKeyboard'),
  closePaper: plain('closePaper'),
  enterForm: { type: 'enterForm', at: 'first' },
  finish: plain('finish'),
  backToForms: plain('backToForms'),
  leaveUnfinished: plain('leaveUnfinished'),
  answerDialog: { type: 'answerDialog', number: 1, accepted: true, text: '' },
  givePicture: { type: 'givePicture', number: 1, picture: '' },
  retry: plain('retry'),
  done: plain('done'),
  help: plain('help'),
  closeHelp: plain('closeHelp'),
  cancelHelp: plain('cancelHelp'),
  doneHelping: plain('doneHelping'),
  startOver: plain('startOver'),
  cancelStartOver: plain('cancelStartOver'),
  stillHere: plain('stillHere'),
  activity: plain('activity'),
  confirmStartOver: plain('confirmStartOver'),
}

/** By these somebody would begin a visit of their own, in which all is theirs. */
const ofAnother: readonly PatientCommand['type'][] = [
  ...(['submitContact', 'useOtherChannel', 'submitCode', 'askWithoutContact'] as const),
  ...(['submitDateOfBirth', 'goOffline', 'submitName'] as const),
]
/** What anybody can ask of main without knowing anything of Ana. */
export const taps: readonly PatientCommand[] = Object.values(everyCommand).filter(
  ({ type }) => !ofAnother.includes(type),
)
