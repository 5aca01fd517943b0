import { randomUUID } from 'node:crypto'
import { busVersion, type BusBody, type StationId } from '../../shared/bus/messages.ts'
import type { Answer, Question } from '../../shared/bus/questions.ts'
import type { WallClock } from '../base/clock.ts'
import { after } from '../base/timers.ts'
import type { Asked, AskOptions, Say } from './port.ts'
import type { Stations } from './stations.ts'
import type { topicsOf } from './topics.ts'

/** Ms after which an unanswered question is sent again: the broker may have lost it. */
const againMs = 2_000
/** Questions of one kiosk whose answer is remembered, so that one that comes twice is answered alike and done once. */
const mostRemembered = 100

interface Open {
  readonly answered: (answer: Answer, from: StationId) => void
  readonly end: () => void
}

/** Creates the questions of kiosks and the answers of desks. Nothing of them rests in the vault. */
export function createQuestions(parts: {
  readonly id: StationId
  readonly topics: ReturnType<typeof topicsOf>
  readonly say: Say
  readonly clock: WallClock
  readonly stations: Pick<Stations, 'all' | 'isKnown' | 'timeAtLeast'>
}) {
  const { id: own, topics, clock, stations } = parts
  const open = new Map<string, Open>()
  const listeners = new Set<(asked: Asked) => Promise<Answer | undefined>>()
  /** By the kiosk, then by the question's id. */
  const remembered = new Map<StationId, Map<string, Promise<Answer | undefined>>>()

  function send(topic: string, id: string, to: StationId | null, body: BusBody) {
    const at = new Date(clock.wallTime()).toISOString()
    void parts.say(topic, { v: busVersion, id, from: own, at, number: 0, to, body })
  }

  const desks = () =>
    stations.all().filter(({ kind, state }) => kind === 'desk' && state !== 'gone')

  function ask(question: Question, { isFinal, signal }: AskOptions) {
    const id = randomUUID()
    const heard = new Set<StationId>()
    return new Promise<Answer | undefined>((resolve) => {
      let last: Answer | undefined
      let cancelAgain = () => {}
      const sayIt = () => {
        send(topics.up(own), id, null, question)
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
          heard.add(from)
          last = answer
          if (isFinal(answer) || desks().every((desk) => heard.has(desk.from))) end()
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
    // Each kiosk's own: one that asks without end makes the desk forget what no other has asked.
    const ofKiosk = remembered.get(asked.from) ?? new Map<string, Promise<Answer | undefined>>()
    remembered.set(asked.from, ofKiosk)
    const answer = ofKiosk.get(asked.id) ?? firstAnswer(asked)
    ofKiosk.set(asked.id, answer)
    for (const oldest of ofKiosk.keys()) {
      if (ofKiosk.size <= mostRemembered) break
      ofKiosk.delete(oldest)
    }
    const body = await answer
    if (body && !isLate(asked.from, asked.question.until))
      send(topics.down(asked.from), randomUUID(), asked.from, body)
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
    onQuestion(listener: (asked: Asked) => Promise<Answer | undefined>) {
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
      if (desks().some((desk) => desk.from === from)) open.get(answer.of)?.answered(answer, from)
    },
    close() {
      listeners.clear()
      for (const { end } of open.values()) end()
    },
  }
}
