import { askStaff, asking, endVisit, finish, logs, visit, waitThen } from './visit-setup.ts'

export const whereToFillIn = visit.createStateConfig({
  id: 'whereToFillIn',
  initial: 'deciding',
  states: {
    deciding: { always: [{ guard: 'mayUseOwnPhone', target: 'asked' }, '#opening'] },
    asked: {
      id: 'askedWhere',
      entry: ['settle', 'restartIdle'],
      invoke: { src: 'connectionWatch', input: ({ context }) => context.ports.ownPhone },
      on: {
        // Shown anew, with the offer or without it.
        'connection.changed': { actions: [] },
        fillInHere: '#opening',
        useOwnPhone: { guard: 'mayUseOwnPhone', target: '#ownPhone' },
      },
    },
  },
})

const back = { target: '#askedWhere' } as const

/** The code is fresh each time, and audited first. Its timeout frees the kiosk, unless locked or held. */
export const ownPhone = visit.createStateConfig({
  id: 'ownPhone',
  initial: 'asking',
  exit: visit.assign({ phoneCode: null }),
  states: {
    asking: asking('drawPhoneCode', 'waiting', [
      { guard: 'codeIsNotConfirmed', ...askStaff('formOrigin', 'logCodeRefused') },
      { guard: 'codeIsRefused', ...askStaff('formTrouble', 'logCodeRefused') },
      { guard: 'succeeded', target: 'shown', actions: [logs('phoneCodeShown'), 'keepPhoneCode'] },
    ]),
    waiting: waitThen('asking'),
    shown: {
      id: 'phoneCode',
      entry: ['settle', 'restartIdle'],
      after: { ownPhoneTime: [{ guard: 'scanning', ...endVisit('ownPhone') }, back] },
      on: { leaveOwnPhone: back, done: finish('ownPhone') },
    },
  },
})
