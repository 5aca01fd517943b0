import { asking, endVisit, finish, visit, waitThen } from './visit-setup.ts'

/**
 * Asks where the patient fills in the known packet, if there is a choice. Offers their own phone while the service can
 * be reached.
 */
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

/**
 * Shows the forms' address as a code for the patient's phone: fresh each time, audited first. Its timeout frees the
 * kiosk, unless locked or held.
 */
export const ownPhone = visit.createStateConfig({
  id: 'ownPhone',
  initial: 'asking',
  exit: 'forgetPhoneCode',
  states: {
    asking: asking('drawPhoneCode', 'waiting', [
      {
        guard: 'codeIsNotConfirmed',
        target: '#askStaff',
        actions: ['logCodeRefused', { type: 'callStaff', params: 'formOrigin' }],
      },
      {
        guard: 'codeIsRefused',
        target: '#askStaff',
        actions: ['logCodeRefused', { type: 'callStaff', params: 'formTrouble' }],
      },
      { guard: 'succeeded', target: 'shown', actions: ['logPhoneCodeShown', 'keepPhoneCode'] },
    ]),
    waiting: waitThen('asking'),
    shown: {
      id: 'phoneCode',
      entry: ['settle', 'restartIdle'],
      after: {
        ownPhoneTime: [{ guard: 'scanning', ...endVisit('ownPhone') }, back],
      },
      on: {
        leaveOwnPhone: back,
        done: finish('ownPhone'),
      },
    },
  },
})
