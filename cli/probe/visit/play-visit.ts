import { createActor, waitFor } from 'xstate'
import type { Id } from '../../../src/contract/values.ts'
import type { CodeRules } from '../../../src/contract/wire-profile.ts'
import type { Clock } from '../../../src/main/base/clock.ts'
import { createAttempts } from '../../../src/main/kiosk/visit/limits/attempts.ts'
import {
  visitMachine,
  type VisitSnapshot,
} from '../../../src/main/kiosk/visit/machine/visit-machine.ts'
import type {
  VisitContext,
  VisitEvent,
  VisitPorts,
} from '../../../src/main/kiosk/visit/machine/visit-types.ts'
import type { CheckInService } from '../../../src/main/intake/check-in-service.ts'
import type { DeskCodeMatch, VisitForm } from '../../../src/main/kiosk/visit/ports.ts'
import { screenNameOf } from '../../../src/main/kiosk/visit/view/view.ts'
import type { Settings } from '../../../src/main/settings/schema.ts'
import { localDate } from '../../../src/shared/calendar-date.ts'
import { ok } from '../../../src/shared/result.ts'

/** `askedAgain`: twice for the same; `misled`: after a step that forbids to go on; `stopped`: the person left. */
export type VisitEnd =
  | 'through'
  | 'nothingWaits'
  | 'staff'
  | 'outOfService'
  | 'askedAgain'
  | 'misled'
  | 'stopped'

const questions = ['contact', 'code', 'fullName', 'dateOfBirth', 'choosePacket'] as const
export type Question = (typeof questions)[number]

export interface PlannedVisit {
  readonly service: CheckInService
  readonly clock: Clock
  readonly code: CodeRules
  readonly channels: Settings['identity']['channels']
  /** The patient and packet, as by a code of the front desk; undefined: the patient proves their contact. */
  readonly known?: DeskCodeMatch
  /** Group of the packet that the kiosk makes where none waits; undefined: it makes none. */
  readonly templateGroupId?: Id | undefined
  readonly answer: (question: Question, context: VisitContext) => Answer | Promise<Answer>
  readonly misled: Promise<void>
}
export type Answer = VisitEvent | VisitEnd

const ends: Readonly<Record<string, VisitEnd>> = {
  nothingWaiting: 'nothingWaits',
  askStaff: 'staff',
  tooManyTries: 'staff',
  unfinished: 'through',
  finished: 'through',
}
const stops = new Set<string>(['completing', ...questions, ...Object.keys(ends)])

/** Times that a code is typed: a wrong one, and the right one. */
const mostCodes = 2

/** Plays a visit on the kiosk's own machine until it is through, or cannot go on. */
export async function playVisit(plan: PlannedVisit): Promise<VisitEnd> {
  const visit = createActor(visitMachine, {
    clock: plan.clock,
    input: { helpNumber: '', shared: null, ports: portsOf(plan) },
  })
  const asked = new Map<string, number>()
  const play = async (): Promise<VisitEnd> => {
    for (;;) {
      const snapshot = await waitFor(visit, isAtStop)
      if (snapshot.status !== 'active') return 'outOfService'
      const screen = screenNameOf(snapshot)
      const end = ends[screen]
      if (end) return end
      const { channel, codeError } = snapshot.context
      const question = `${screen} ${channel}`
      const times = (asked.get(question) ?? 0) + 1
      asked.set(question, times)
      if (times > (screen === 'code' ? mostCodes : 1) + (codeError === 'expired' ? 1 : 0))
        return 'askedAgain'
      const answer =
        screen === 'completing'
          ? ({ type: 'finish' } as const)
          : await plan.answer(screen as Question, snapshot.context)
      if (typeof answer === 'string') return answer
      // A misled visit ends while its patient still answers.
      if (visit.getSnapshot().status === 'active') visit.send(answer)
    }
  }
  visit.start()
  visit.send(plan.known ? { type: 'desk.begin', code: '' } : { type: 'begin' })
  try {
    return await Promise.race([plan.misled.then(() => 'misled' as const), play()])
  } finally {
    visit.stop()
  }
}

function isAtStop(snapshot: VisitSnapshot): boolean {
  const isAsking = snapshot.hasTag('calling') || snapshot.hasTag('waiting')
  return snapshot.status !== 'active' || (!isAsking && stops.has(screenNameOf(snapshot)))
}

/** Longest time of a timer, in ms: nobody is timed. */
const never = 2 ** 31 - 1
const done = () => Promise.resolve()

const form: VisitForm = {
  setVisible: done,
  setInsets: done,
  setLowered: done,
  setZoom: done,
  setTheme: done,
  setLanguage: done,
  showKeys: done,
  press: () => undefined,
  closePaper: () => undefined,
  enter: done,
  close: done,
}

function portsOf(plan: PlannedVisit): VisitPorts {
  const { service, code, channels, known, templateGroupId } = plan
  const now = () => plan.clock.now()
  return {
    service,
    code,
    now,
    locales: ['en'],
    today: () => localDate(new Date()),
    openForm: () => Promise.resolve(ok(form)),
    log: { event: () => undefined },
    attempts: createAttempts({
      now,
      times: () => [],
      add: () => () => undefined,
      remove: () => undefined,
    }),
    ...(known && {
      deskCode: {
        isOffered: () => true,
        onConnectionChange: () => () => undefined,
        check: () => Promise.resolve(known),
      },
    }),
    settings: {
      identity: { channels, phoneRegion: 'US', phoneCountries: [], noMatch: 'staff' },
      packets: {
        defaultTemplateGroupId: templateGroupId ?? null,
        createWhenNone: templateGroupId !== undefined,
        ownPhone: false,
      },
      idle: {
        afterMs: never,
        warningMs: never,
        formAfterMs: never,
        lastScreenMs: never,
        visitMaxMs: never,
      },
    },
  }
}
