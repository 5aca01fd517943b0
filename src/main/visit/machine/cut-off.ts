import { isOfflineOfferedInForm } from './offline-offer.ts'
import { visit } from './visit-setup.ts'
import type { VisitContext } from './visit-types.ts'

interface Given {
  readonly context: VisitContext
}

/**
 * ms after which a form counts as cut off that opened although the service was known to be down: by then one that is
 * back is known to be.
 */
const doubtMs = 10_000
/** ms that the open page has, once the service is back, to save by itself what it still holds. */
const savingMs = 3_000

/** Of the service's own page; the forms of an intake without the network stand on this kiosk. */
const isDown = ({ context: { ports, captureId } }: Given): boolean =>
  captureId === null && (ports.offline?.isDown() ?? false)
const isBack = (given: Given): boolean => !isDown(given)

/** What leads from a form that is filled in to `cutOff`. */
export const toCutOff = visit.createStateConfig({
  after: { [doubtMs]: { guard: isDown, target: '#cutOff' } },
  on: { 'connection.changed': { guard: isDown, target: '#cutOff' } },
})

/**
 * The service cannot be reached while its form is open: the patient is told, and the form opens anew once it can. Its
 * page stays open beneath, unseen: what it holds it may still save when the service is back.
 */
export const cutOff = visit.createStateConfig({
  id: 'cutOff',
  entry: [
    'settle',
    'restartIdle',
    visit.assign({ downSince: ({ context }) => context.ports.now() }),
  ],
  initial: 'waiting',
  // Whatever becomes of the page, it is opened anew.
  on: { 'form.gone': {}, 'form.useless': {} },
  states: {
    waiting: {
      after: { offerTime: { actions: [] } },
      on: {
        'connection.changed': { guard: isBack, target: 'returning' },
        goOffline: {
          guard: ({ context }) => isOfflineOfferedInForm(context),
          target: '#offlineName',
        },
      },
    },
    returning: {
      after: { [savingMs]: '#opening' },
      on: { 'connection.changed': { guard: isDown, target: 'waiting' } },
    },
  },
})
