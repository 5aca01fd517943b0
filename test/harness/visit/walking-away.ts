import fc from 'fast-check'
import type { PatientCommand } from '../../../src/shared/ipc.ts'
import { patientCommand } from '../../../src/shared/patient-command.ts'
import { commandsOf } from '../commands-of.ts'
import {
  anasBirthday,
  ana,
  anotherBirthday,
  settle,
  VisitHarness,
  type Move,
  type VisitHarnessOptions,
} from './visit-harness.ts'
import type { CheckInService } from '../../../src/main/intake/check-in-service.ts'
import { assistIdleMs } from '../../../src/main/kiosk/visit/machine/regions.ts'
import { wholeContact } from '../../../src/main/kiosk/visit/view/view.ts'
import type { FakeForm } from './fake-ports.ts'
import { fakePacket } from './fake-service.ts'
import { comesBack, covers, fails, goesDown, recovers } from './moves.ts'

/** Next move of Ana to get on with her visit. */
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
    case 'fullName':
      return { type: 'submitName', firstName: 'Ana', lastName: 'Cruz' }
    case 'cutOff':
      return { type: 'goOffline' }
    case 'unavailable':
      return { type: 'retry' }
    default:
      return undefined
  }
}

/** One of each command, as a stranger could send it. */
export const everyCommand = commandsOf<PatientCommand>(patientCommand.def.options, {
  chooseLanguage: { locale: 'es' },
  chooseTextSize: { textSize: 200 },
  chooseTheme: { theme: 'contrastDark' },
  lowerScreen: { lowered: true },
  submitContact: { value: '' },
  submitCode: { code: '123456' },
  submitDeskCode: { code: '482913' },
  sayForWhom: { isForAnother: true },
  submitDateOfBirth: { year: '1985', month: '13', day: '28' },
  confirmArrival: { key: '1' },
  submitName: { firstName: 'A', lastName: 'Stranger' },
  choosePacket: { key: '1' },
  pressKey: { field: 'a field', key: { type: 'delete' } },
  enterForm: { at: 'first' },
  answerDialog: { number: 1, accepted: true, text: '' },
  givePicture: { number: 1, picture: '' },
})

/** By these somebody would begin a visit of their own, in which all is theirs. */
const ofAnother: readonly PatientCommand['type'][] = [
  ...(['submitContact', 'useOtherChannel', 'submitCode', 'askWithoutContact'] as const),
  ...(['submitDateOfBirth', 'goOffline', 'submitName'] as const),
]
/** Moves that anybody can ask of main without knowing anything of Ana. */
const taps: readonly PatientCommand[] = Object.values(everyCommand).filter(
  ({ type }) => !ofAnother.includes(type),
)

/** Person before the kiosk; nobody else may be there. */
type InFront = 'ana' | 'stranger' | 'staff'

/** Facts that the walk knows. */
type Model = { inFront: InFront }

/** The kiosk that is walked, and what was seen on it so far. */
interface Walked {
  readonly kiosk: VisitHarness
  views: number
  shows: number
  /** Screens that a stranger met, by name. */
  readonly met: Set<string>
}

const question = 'Chest pain?'
const packetNames = ['Heart history', 'Sleep diary', 'Consent for surgery']
const ofAna = [question, 'Dr. Chen', ...packetNames, ...ana.contacts.map(wholeContact), '1984']
const ofHerVisit = `publicFormsOffer arrival choosePacket whereToFillIn ownPhone completing cutOff
  confirming unfinished`.split(/\s+/)

/** A kiosk that waits for Ana, with so many packets of hers; with none the clinic offers its public forms to who has no record. */
export function kioskForAna(packets: number, options: VisitHarnessOptions = {}): Walked {
  const isAnonymous = packets === 0
  const kiosk = new VisitHarness({
    arrival: true,
    ...(isAnonymous && { noMatch: 'publicLink', packets: { defaultTemplateGroupId: 7 } }),
    ...options,
  })
  const waiting = packetNames.slice(0, packets).map((name) => fakePacket(name, { name }))
  if (!isAnonymous) kiosk.service.patients.push({ ...ana, packets: waiting })
  if (options.deskCodes && !isAnonymous) kiosk.deskCodes.give('482913', ana.id)
  return { kiosk, views: 0, shows: 0, met: new Set() }
}

const timesShown = ({ kiosk }: Walked) =>
  kiosk.forms.reduce((sum, { visibility }) => sum + visibility.filter(Boolean).length, 0)

/** Throws when a stranger was shown something of Ana's since it was looked last. */
function look(walked: Walked, { inFront }: Model): void {
  const { kiosk } = walked
  const seen = kiosk.views.slice(walked.views)
  const shows = timesShown(walked) - walked.shows
  walked.views = kiosk.views.length - 1
  walked.shows += shows
  if (inFront !== 'stranger') return
  for (const view of seen) {
    const text = JSON.stringify(view)
    walked.met.add(view.screen.name)
    const shown = ofAna.find((each) => text.includes(each))
    if (shown ?? ofHerVisit.find((name) => name === view.screen.name))
      throw new Error(`a stranger sees ${shown ?? 'her step'}: ${text}`)
  }
  if (shows > 0 || kiosk.forms.some((form) => form.visible && !form.closed))
    throw new Error(`a stranger sees the form of ${JSON.stringify(kiosk.view)}`)
}

type Step = fc.AsyncCommand<Model, Walked>

/** A step of whoever stands there, if it is one of `by`. After it that is `then`, unless `run` says by false that nothing was taken. */
const step = (
  name: string,
  by: readonly InFront[],
  run: (kiosk: VisitHarness) => unknown,
  then?: InFront,
): Step => ({
  toString: () => name,
  check: ({ inFront }) => by.includes(inFront),
  async run(model, walked) {
    const isTaken = await run(walked.kiosk)
    await settle()
    look(walked, model)
    if (!then || isTaken === false) return
    model.inFront = then
    look(walked, model)
  },
})
const anybody: readonly InFront[] = ['ana', 'stranger', 'staff']

async function goesOn(kiosk: VisitHarness): Promise<void> {
  const command = nextOfAna(kiosk)
  if (command) await kiosk.try(command)
}
const goOn = step('ana goes on', ['ana'], goesOn)

const tap = (who: InFront, command: PatientCommand) =>
  step(`${who}: ${JSON.stringify(command)}`, [who], (kiosk) => kiosk.try(command))

const leavesForHelp = step(
  'ana asks for help and goes to the desk, and a stranger comes',
  ['ana'],
  (kiosk) => kiosk.try({ type: 'help' }),
  'stranger',
)

/** No longer than this is a visit without a touch, whatever it waits for. */
const untilWipedMs = 10 * 60_000

const leavesIt = step(
  'ana walks away from all that she has open, and a stranger comes when the kiosk has noticed',
  ['ana'],
  async (kiosk) => {
    for (let ms = 0; ms < untilWipedMs; ms += 10_000) await kiosk.wait(10_000)
  },
  'stranger',
)

const anaReturns = step('ana comes back', ['stranger'], () => undefined, 'ana')

const staffComeIn = step(
  'staff come',
  ['ana', 'stranger'],
  (kiosk) => {
    const isThere = kiosk.staffComeIn()
    if (!isThere) void kiosk.cover(false)
    return isThere
  },
  'staff',
)

/** A stranger gives a number of their own, but where that begins a visit of theirs: what follows there is nothing of Ana's. */
const givesOwnNumber = step('a stranger gives a number of their own', ['stranger'], (kiosk) =>
  kiosk.view.screen.name === 'contact'
    ? undefined
    : kiosk.try({ type: 'submitContact', value: '(202) 555-0144' }),
)

/** Staff leave, and a stranger stands there. */
const staffGo = (how: string, go: (kiosk: VisitHarness) => Promise<void> | void) =>
  step(how, ['staff'], go, 'stranger')

const staffGoLocked = staffGo('staff leave their panel', (kiosk) => kiosk.staffGoOn('locked'))
const staffGoHelped = (isDone: boolean) =>
  staffGo(`staff help, and ${isDone ? 'say that they are done' : 'go away'}`, async (kiosk) => {
    kiosk.staffGoOn('helped')
    await settle()
    await goesOn(kiosk)
    await settle()
    if (!isDone) return kiosk.wait(assistIdleMs)
    await kiosk.try({ type: 'doneHelping' })
  })

/** Calls whose failure a visit waits for. */
export const methods = [
  ...(['sendCode', 'verifyCode', 'dateOfBirth', 'openPackets'] as const),
  ...(['completionUrl', 'packetProgress'] as const),
] satisfies readonly (keyof CheckInService)[]

const happens = (name: string, ...moves: Move[]) =>
  step(name, anybody, (kiosk) => kiosk.play(...moves))
const inLastForm = (name: string, act: (form: FakeForm) => unknown) =>
  fc.constant(step(name, anybody, (kiosk) => void kiosk.forms.slice(-1).map(act)))

/** Moves that happen with anybody there. */
const happenings: readonly fc.Arbitrary<Step>[] = [
  fc
    .constantFrom(500, 5_000, 31_000, 61_000, 95_000, 250_000)
    .map((ms) => happens(`${ms} ms pass`, ms)),
  fc
    .constantFrom(...methods)
    .map((method) => happens(`${method} fails`, fails(method, 'timedOut'))),
  fc.constant(happens('the service works again', recovers)),
  fc.constantFrom(
    happens('the network goes', goesDown),
    happens('the network comes back', comesBack),
  ),
  fc.constantFrom(
    happens('staff open the pad', covers(true)),
    happens('staff close the pad', covers(false)),
  ),
  inLastForm('the form asks', ({ events }) => {
    void events.onDialog({ kind: 'confirm', text: question, typed: '' }).catch(() => undefined)
  }),
  inLastForm('the form is lost', ({ events }) => events.onGone()),
  inLastForm('the form asks to be closed', ({ events }) => events.onSign('closing')),
  fc.constant(
    step('the service has all', anybody, (kiosk) => {
      for (const name of packetNames) kiosk.service.fillIn(name, { completed: true })
    }),
  ),
]

const tapOf = (who: InFront) => fc.constantFrom(...taps).map((command) => tap(who, command))

/** The steps of a walk, the likelier the more often they stand there. */
export const steps: fc.Arbitrary<Step>[] = [
  ...Array.from({ length: 5 }, () => fc.constant(goOn)),
  ...Array.from({ length: 4 }, () => fc.constant(leavesForHelp)),
  fc.constant(leavesIt),
  fc.constant(anaReturns),
  fc.constant(staffComeIn),
  fc.constantFrom(staffGoLocked, staffGoHelped(true), staffGoHelped(false)),
  tapOf('ana'),
  ...Array.from({ length: 3 }, () => tapOf('stranger')),
  fc.constant(tap('stranger', anotherBirthday)),
  fc.constant(givesOwnNumber),
  fc.constant(tap('stranger', { type: 'closeHelp' })),
  ...happenings,
]

/** So many steps of Ana's, to begin a walk at any place of a visit; calls of `failing` fail. */
export async function walkInto(
  walked: Walked,
  steps: number,
  failing: (typeof methods)[number] | undefined,
): Promise<void> {
  if (failing) walked.kiosk.service.fail(failing, 'timedOut')
  await settle()
  for (let at = 0; at < steps; at += 1) await goesOn(walked.kiosk)
  look(walked, { inFront: 'ana' })
}
