import { randomUUID } from 'node:crypto'
import {
  busVersion,
  type BusBody,
  type StationId,
  type StationKind,
} from '../../shared/bus/messages.ts'
import type { Answer, Question } from '../../shared/bus/questions.ts'
import type { WallClock } from '../base/clock.ts'
import { after } from '../base/timers.ts'
import type { Asked, AskOptions, Answering, Say } from './port.ts'
import type { Stations } from './stations.ts'
import type { topicsOf } from './topics.ts'

/** Ms after which an unanswered question is sent again: the broker may have lost it. */
const againMs = 2_000
/** Questions of one station whose answer is remembered, so that one that comes twice is answered alike and done once. */
const mostRemembered = 100

interface Open {
  readonly answered: (answer: Answer, from: StationId) => void
  readonly end: () => void
}

type Given = Awaited<ReturnType<Answering>>

/** Creates the questions and answers of a station. Nothing of them rests in the vault. */
export function createQuestions(parts: {
  readonly id: StationId
  readonly kind: StationKind
  readonly topics: ReturnType<typeof topicsOf>
  readonly say: Say
  readonly clock: WallClock
  readonly stations: Pick<Stations, 'all' | 'isKnown' | 'timeAtLeast'>
}) {
  const { id: own, topics, clock, stations } = parts
  const open = new Map<string, Open>()
  const listeners = new Set<Answering>()
  /** By the station, then by the question's id. */
  const remembered = new Map<StationId, Map<string, Promise<Given>>>()

  function send(id: string, to: StationId | undefined, body: BusBody) {
    const topic = parts.kind === 'kiosk' || to === undefined ? topics.up(own) : topics.down(to)
    const at = new Date(clock.wallTime()).toISOString()
    void parts.say(topic, { v: busVersion, id, from: own, at, number: 0, to: to ?? null, body })
  }

  const desks = () =>
    stations.all().filter(({ kind, state }) => kind === 'desk' && state !== 'gone')

  function ask(question: Question, { to, isFinal, signal }: AskOptions) {
    const id = randomUUID()
    const heard = new Set<StationId>()
    return new Promise<Answer | undefined>((resolve) => {
      let last: Answer | undefined
      let cancelAgain = () => {}
      const sayIt = () => {
        send(id, to, question)
        cancelAgain = after(clock, againMs, sayIt)
      }
      const end = () => {
        cancelAgain()
        cancelEnd()
        signal?.removeEventListener('abort', end)
        open.delete(id)
        resolve(last)
      }
      const ms = Math.max(0, Date.parse(question.until) - clock.wallTime())
      const cancelEnd = after(clock, ms, end)
      open.set(id, {
        end,
        answered(answer, from) {
          if (to === undefined ? !desks().some((desk) => desk.from === from) : from !== to) return
          heard.add(from)
          last = answer
          // What is sealed only one of them can answer, perhaps in several parts.
          const isAskedOfAll = to === undefined && answer.kind !== 'sealedAnswered'
          const areAll = isAskedOfAll && desks().every((desk) => heard.has(desk.from))
          if (isFinal(answer) || areAll) end()
        },
      })
      signal?.addEventListener('abort', end)
      if (signal?.aborted) end()
      else sayIt()
    })
  }

  /** By the asker's own clock, as it showed it last. */
  const isLate = (from: StationId, until: string) =>
    (stations.timeAtLeast(from) ?? clock.wallTime()) > Date.parse(until)

  async function answerIt(asked: Asked) {
    // Each station's own: one that asks without end makes this one forget what no other has asked.
    const known = remembered.get(asked.from) ?? new Map<string, Promise<Given>>()
    remembered.set(asked.from, known)
    const answer = known.get(asked.id) ?? firstAnswer(asked)
    known.set(asked.id, answer)
    for (const oldest of known.keys()) {
      if (known.size <= mostRemembered) break
      known.delete(oldest)
    }
    const given = await answer
    if (given && !isLate(asked.from, asked.question.until))
      for (const body of [given].flat()) send(randomUUID(), asked.from, body)
  }

  async function firstAnswer(asked: Asked) {
    for (const listener of listeners) {
      const answer = await listener(asked)
      if (answer) return answer
    }
    return undefined
  }

  return {
    /** See `Bus.ask`. */
    ask,
    /** See `Bus.onQuestion`. */
    onQuestion(listener: Answering) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** A question came. */
    asked(asked: Asked) {
      const { from, question } = asked
      if (listeners.size > 0 && stations.isKnown(from) && !isLate(from, question.until))
        void answerIt(asked)
    },
    /** An answer came. */
    answered(answer: Answer, from: StationId) {
      open.get(answer.of)?.answered(answer, from)
    },
    close() {
      listeners.clear()
      for (const { end } of open.values()) end()
    },
  }
}
