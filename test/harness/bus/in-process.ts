import type { BusTransport, Frame, TransportHandlers } from '../../../src/main/bus/port.ts'
import { everyStation } from '../../../src/main/bus/topics.ts'

/** Whether a topic is one of those that a filter names; `everyStation` stands for one level. */
function isTopicOf(filter: string, topic: string): boolean {
  const levels = topic.split('/')
  const wanted = filter.split('/')
  return (
    levels.length === wanted.length &&
    wanted.every((level, at) => level === everyStation || level === levels[at])
  )
}

/** Where stations of one process meet: what a broker is between processes, without a session for who is gone. */
export type InProcessHub = ReturnType<typeof createInProcessHub>

/** A transport whose connection can also be lost, as a broker's is. */
export interface InProcessTransport extends BusTransport {
  /** Loses the connection: the others hear its will. It stands again where `isBack`. */
  lose(options?: { readonly isBack?: boolean }): void
}

interface Member {
  readonly subscribe: readonly string[]
  readonly handlers: TransportHandlers
  readonly will: Frame
  readonly end: (detail: string) => void
}

/** Makes a place where stations of one process meet. */
export function createInProcessHub() {
  const members = new Map<string, Member>()
  const retained = new Map<string, Frame>()

  function deliver(frame: Frame) {
    if (frame.retain) retained.set(frame.topic, frame)
    for (const [station, member] of members)
      if (member.subscribe.some((filter) => isTopicOf(filter, frame.topic)))
        queueMicrotask(() => {
          if (members.get(station) === member) member.handlers.onFrame({ ...frame, retain: false })
        })
  }

  function leave(station: string, member: Member | undefined, saysWill: boolean) {
    if (!member || members.get(station) !== member) return
    members.delete(station)
    if (saysWill) deliver(member.will)
  }

  return {
    /** Makes the way to the others for one station. Of two with one id, the later stays. `subscribe`: topic filters. */
    attach(station: string, subscribe: readonly string[]): InProcessTransport {
      let handlers: TransportHandlers | undefined
      let askWill: (() => Frame) | undefined
      let member: Member | undefined
      let attempt = 0

      function enter() {
        if (!handlers || !askWill) return
        const own = (attempt += 1)
        const [to, ask] = [handlers, askWill]
        to.onState('connecting')
        // Not before whoever opens it has the bus.
        queueMicrotask(() => {
          if (attempt === own) stand(to, ask())
        })
      }
      function stand(to: TransportHandlers, will: Frame) {
        const before = members.get(station)
        leave(station, before, true)
        before?.end('takenOver')
        member = { subscribe, handlers: to, will, end: (detail) => to.onState('refused', detail) }
        members.set(station, member)
        to.onState('connected')
        for (const frame of retained.values())
          if (subscribe.some((filter) => isTopicOf(filter, frame.topic))) to.onFrame(frame)
      }

      return {
        open(to, will) {
          handlers = to
          askWill = will
          enter()
        },
        publish(frame) {
          const isMember = member !== undefined && members.get(station) === member
          if (isMember) deliver(frame)
          return Promise.resolve(isMember)
        },
        standBack() {
          leave(station, member, false)
          handlers?.onState('refused', 'takenOver')
        },
        lose({ isBack = true } = {}) {
          attempt += 1
          leave(station, member, true)
          handlers?.onState('connecting')
          if (isBack) enter()
        },
        close() {
          attempt += 1
          leave(station, member, false)
          handlers = undefined
          return Promise.resolve()
        },
      }
    },
  }
}
