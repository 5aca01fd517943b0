import { beforeAll, describe, expect, it } from 'vitest'
import { createActor, SimulatedClock, type AnyStateNode, type StateValue } from 'xstate'
import { visitMachine, type VisitSnapshot } from './visit-machine.ts'
import { walked, walks } from '../../../../test/harness/visit/walks.ts'

/** Every state in which a visit can rest: no region, no history, nothing that is left at once. */
function restingStates(node: AnyStateNode): string[] {
  const children = Object.values(node.states)
  if (children.length > 0) return children.flatMap(restingStates)
  return node.type === 'history' || (node.always?.length ?? 0) > 0 ? [] : [node.id]
}

/** The states below `node` in which a machine with this value is. */
function statesIn(node: AnyStateNode, value: StateValue): string[] {
  const below = typeof value === 'string' ? { [value]: undefined } : value
  return Object.entries(below).flatMap(([key, deeper]) => {
    const child = node.states[key]
    if (!child) throw new Error(`there is no state ${key}`)
    return [child.id, ...(deeper === undefined ? [] : statesIn(child, deeper))]
  })
}

const snapshots = new Map<string, VisitSnapshot>()
const reached = new Set<string>()

beforeAll(async () => {
  for (const walk of walks) {
    for (const snapshot of (await walked(walk)).snapshots) {
      for (const id of statesIn(visitMachine.root, snapshot.value)) reached.add(id)
      const isAtRest = snapshot.matches({
        running: { flow: 'welcome', overlay: { open: 'none' } },
      })
      if (snapshot.status === 'active' && !isAtRest)
        snapshots.set(JSON.stringify(snapshot.value), snapshot)
    }
  }
})

describe('the visit', () => {
  it('can reach every one of its states', () => {
    const unreached = restingStates(visitMachine.root).filter((id) => !reached.has(id))
    expect(unreached).toEqual([])
    expect(reached.size).toBeGreaterThan(30)
  })

  it('takes help and start over everywhere', () => {
    for (const [value, snapshot] of snapshots)
      for (const type of ['help', 'startOver'] as const)
        expect(snapshot.can({ type }), `${type} in ${value}`).toBe(true)
  })

  it('opens help and start over over every step, and leaves the step as it is', () => {
    for (const [value, snapshot] of snapshots) {
      for (const [type, open] of [
        ['help', 'help'],
        ['startOver', 'startOver'],
      ] as const) {
        const actor = resumed(snapshot).actor
        const { flow } = running(actor.getSnapshot())
        actor.send({ type })
        expect(actor.getSnapshot().matches({ running: { overlay: { open } } }), value).toBe(true)
        expect(running(actor.getSnapshot()).flow, value).toEqual(flow)
        actor.stop()
      }
    }
  })

  it('starts over from everywhere', () => {
    for (const [value, snapshot] of snapshots) {
      const { actor } = resumed(snapshot)
      actor.send({ type: 'startOver' })
      actor.send({ type: 'confirmStartOver' })
      expect(actor.getSnapshot().output, value).toEqual({ ending: 'startedOver' })
    }
  })

  it('ends by itself everywhere when nobody touches it', () => {
    for (const [value, snapshot] of snapshots) {
      // The wait for a code's turn ends by a timer of its own, which a resumed visit has not; see `limits.test.ts`.
      if (snapshot.matches({ running: { flow: { sending: 'pausing' } } })) continue
      // What staff have open is locked first; see `assist.test.ts`.
      if (!snapshot.matches({ running: { staff: 'away' } })) continue
      const { actor, clock } = resumed(snapshot)
      actor.send({ type: 'activity' })
      actor.send({ type: 'stillHere' })
      clock.increment(240_000)
      clock.increment(30_000)
      expect(['idle', 'done'], value).toContain(actor.getSnapshot().output?.ending)
    }
  })
})

/** A visit that stands where `snapshot` stands, without the calls that ran there. */
function resumed({ value, context }: VisitSnapshot) {
  const clock = new SimulatedClock()
  const snapshot = visitMachine.resolveState({ value, context })
  const actor = createActor(visitMachine, { snapshot, clock, input: context }).start()
  return { actor, clock }
}

function running({ value }: VisitSnapshot) {
  if (typeof value === 'string') throw new Error('the visit has ended')
  return value.running
}
