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

/** What anybody can ask of main without knowing anything of Ana. */
export const taps: readonly PatientCommand[] = [
  ...(
    [
      ...[
        'begin',
        'resendCode',
        'callCode',
        'changeContact',
        'showContact',
        'openPublicForms',
        'passArrival',
        'askAboutArrival',
        'hideKeyboard',
        'haveDeskCode',
        'leaveDeskCode',
      ],
      ...[
        'showKeyboard',
        'finish',
        'backToForms',
        'fillInHere',
        'useOwnPhone',
        'leaveOwnPhone',
        'leaveUnfinished',
        'retry',
        'done',
        'closeHelp',
        'doneHelping',
      ],
      ...['help', 'startOver', 'cancelStartOver', 'confirmStartOver', 'stillHere', 'activity'],
    ] as PatientCommand['type'][]
  ).map((type) => ({ type }) as PatientCommand),
  { type: 'submitDeskCode', code: '482913' },
  { type: 'chooseLanguage', locale: 'es' },
  { type: 'confirmArrival', key: '1' },
  { type: 'choosePacket', key: '1' },
  { type: 'sayForWhom', isForAnother: true },
  { type: 'answerDialog', number: 1, accepted: true, text: '' },
  { type: 'enterForm', at: 'first' },
]
