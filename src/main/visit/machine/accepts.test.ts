import { describe, expect, it } from 'vitest'
import type { PatientCommand } from '../../../shared/ipc.ts'
import { kioskForAna } from '../../../../test/harness/visit/walking-away.ts'
import {
  anotherBirthday,
  type VisitHarness,
  type VisitHarnessOptions,
} from '../../../../test/harness/visit/visit-harness.ts'
import { nextOfAna } from '../../../../test/harness/visit/anas-visit.ts'

const plain = <T extends PatientCommand['type']>(type: T) => ({ type }) as const

/** One of each command, as a stranger could send it. */
const every: { readonly [T in PatientCommand['type']]: Extract<PatientCommand, { type: T }> } = {
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
  submitDateOfBirth: { ...anotherBirthday, month: '13' },
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

const harmless: readonly string[] = [
  ...[
    'submitDateOfBirth',
    'submitContact',
    'help',
    'closeHelp',
    'cancelHelp',
    'stillHere',
    'activity',
  ],
  ...['startOver', 'cancelStartOver', 'chooseLanguage', 'chooseTextSize', 'chooseTheme'],
  ...['openDisplay', 'closeDisplay'],
]

const flowOf = (kiosk: VisitHarness) => {
  const { value } = kiosk.snapshots.at(-1) ?? {}
  return typeof value === 'object' ? value.running.flow : value
}

const ownPhone = { packets: { ownPhone: true } }

/** Places of a visit at which something of it could be seen or done. */
const places: Readonly<Record<string, () => Promise<VisitHarness>>> = {
  'choosing a packet': () => walk(2, 'choosePacket'),
  'the choice of where to fill it in': () => walk(1, 'whereToFillIn', ownPhone),
  'the code for their phone': () => walk(1, 'ownPhone', ownPhone),
  'the appointment': () => walk(1, 'arrival'),
  'the form': () => walk(1, 'completing'),
  'forms that are left': async () => {
    const kiosk = await walk(1, 'completing')
    await kiosk.play('finish', 'at unfinished')
    return kiosk
  },
  'an outage': async () => {
    const { kiosk } = kioskForAna(1)
    kiosk.service.fail('completionUrl', 'timedOut')
    while (kiosk.view.screen.name !== 'unavailable') await onward(kiosk)
    return kiosk
  },
  'the offer of public forms': () => walk(0, 'publicFormsOffer'),
  'a public form': () => walk(0, 'completing'),
}

async function onward(kiosk: VisitHarness) {
  const command = nextOfAna(kiosk)
  if (command) await kiosk.tap(command)
  else await kiosk.wait(1_000)
}

async function walk(packets: number, until: string, options: VisitHarnessOptions = {}) {
  const { kiosk } = kioskForAna(packets, options)
  await kiosk.wait(0)
  while (kiosk.view.screen.name !== until) await onward(kiosk)
  return kiosk
}

describe.each(Object.entries(places))('a visit that is locked at %s', (_, reach) => {
  it('takes no command that does anything in it', async () => {
    const kiosk = await reach()
    await kiosk.play('help', 'closeHelp')
    const flow = flowOf(kiosk)
    for (const command of Object.values(every)) {
      const { ok } = await kiosk.try(command)
      if (!harmless.includes(command.type) && command.type !== 'confirmStartOver')
        expect(ok, command.type).toBe(false)
      if (command.type !== 'confirmStartOver') expect(flowOf(kiosk), command.type).toEqual(flow)
    }
    expect(kiosk.forms.some((form) => form.visible && !form.closed)).toBe(false)
    await kiosk.stop()
  })
})
