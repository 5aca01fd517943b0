import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { createActor, SimulatedClock, type AnyStateNode, type StateValue } from 'xstate'
import type { Clinic } from '../../../../shared/clinic.ts'
import { view as viewSchema } from '../../../../shared/ipc.ts'
import { happenings, rows } from '#harness/visit/network-rows.ts'
import { VisitHarness } from '#harness/visit/visit-harness.ts'
import { walked, walks } from '#harness/visit/walks.ts'
import { shownClinic } from '../view/view-frame.ts'
import { viewOf } from '../view/view.ts'
import { visitMachine, type VisitSnapshot } from './visit-machine.ts'

/** Each walk with the kiosk that has gone it, or with what went wrong. */
const gone = new Map<string, unknown>()
const snapshots = new Map<string, VisitSnapshot>()
const reached = new Set<string>()
let rightCodes = 0

beforeAll(async () => {
  for (const walk of walks) {
    const kiosk = await walked(walk).catch((error: unknown) => error)
    gone.set(walk.name, kiosk)
    if (!(kiosk instanceof VisitHarness)) continue
    rightCodes += kiosk.service.checked.filter(({ verdict }) => verdict === 'verified').length
    for (const snapshot of kiosk.snapshots) {
      for (const id of statesIn(visitMachine.root, snapshot.value)) reached.add(id)
      const isAtRest = snapshot.matches({ running: { flow: 'welcome', overlay: { open: 'none' } } })
      if (snapshot.status === 'active' && !isAtRest)
        snapshots.set(JSON.stringify(snapshot.value), snapshot)
    }
  }
}, 120_000)

const clinic: Clinic = {
  name: 'Harbour Clinic',
  color: '#1a5f7a',
  locales: ['en', 'es'],
  logoLetter: 'H',
  logoLetterColor: '#ffffff',
}
const national = /\D*1/

/** Everything that a visit knows and no screen may. */
function secretsOf({ context }: VisitSnapshot): string[] {
  const { contact, proof, patientId, url, packets, packet, typedDate, captureId, name } = context
  const ids = [patientId, proof?.id, packet?.id, ...packets.map(({ id }) => id)]
  return [
    ...[contact, contact?.replace(national, ''), proof?.token, url],
    ...[url && URL.parse(url)?.hostname, captureId, name?.lastName],
    typedDate && String(typedDate.year),
    ...ids.map((id) => (id === undefined || id === null ? null : String(id))),
  ].filter((secret): secret is string => typeof secret === 'string' && secret !== '')
}

describe('whatever way a visit goes', () => {
  it.each(walks)('$name', ({ name }) => {
    const kiosk = gone.get(name)
    if (!(kiosk instanceof VisitHarness)) throw new Error('it went wrong', { cause: kiosk })
    expect(kiosk.logged('bug')).toEqual([])
    const numbers = kiosk.views.map(({ sequence }) => sequence)
    expect(numbers, 'views are numbered').toEqual(numbers.map((_, index) => index + 1))

    const { checked, inbox } = kiosk.service
    for (const { channel, code } of checked.filter(({ verdict }) => verdict === 'verified')) {
      const same = checked.filter((one) => one.channel === channel && one.code === code)
      expect(same, 'a right code is checked once').toHaveLength(1)
    }

    const codes = inbox.map(({ code }) => code)
    let secrets: string[] = []
    for (const snapshot of kiosk.snapshots) {
      // A secret stays one after the visit has forgotten it.
      secrets = [...new Set([...secrets, ...secretsOf(snapshot), ...codes])]
      const shown = {
        ...viewOf(snapshot, { now: kiosk.clock.now(), clinic }),
        clinic: shownClinic(clinic),
        sequence: 1,
      }
      const text = JSON.stringify(viewSchema.parse(shown))
      for (const secret of secrets) expect(text, 'in no view').not.toContain(secret)
      if (!JSON.stringify(snapshot.value).includes('comparing'))
        expect(snapshot.context.typedDate, 'forgotten once it was compared').toBeNull()
    }
    const told = JSON.stringify([kiosk.views, kiosk.log])
    for (const secret of secrets)
      expect(told, 'shown to nobody, and not logged').not.toContain(secret)
    if (kiosk.service.calls.length > 0) expect(secrets.length).toBeGreaterThan(0)
  })

  it('every one of its states is reached', () => {
    expect(restingStates(visitMachine.root).filter((id) => !reached.has(id))).toEqual([])
    expect(reached.size).toBeGreaterThan(30)
    expect(rightCodes).toBeGreaterThan(10)
  })

  it('the document tells what the network does in each', () => {
    const text = readFileSync(join(import.meta.dirname, '../../../../../docs/offline.md'), 'utf8')
    const table = /<!-- visit x network -->\n([^]*?)<!-- \/visit x network -->/.exec(text)?.[1]
    const documented = (table ?? '').split('\n').flatMap((line) => {
      if (!line.startsWith('| `')) return []
      const [states = '', ...cells] = line.slice(1, -1).split('|')
      const told = cells.map((cell) => cell.trim())
      return [...states.matchAll(/`(\w+)`/g)].map(([, state = '']) => [state, told] as const)
    })
    const proved = Object.entries(rows).map(([state, { cells }]) => [
      state,
      happenings.map((happening) => cells[happening][0]),
    ])
    expect(Object.fromEntries(documented)).toEqual(Object.fromEntries(proved))
  })
})

describe('every state', () => {
  it('takes help and start over, which leave the step as it is, and starts over', () => {
    for (const [value, snapshot] of snapshots) {
      for (const type of ['help', 'startOver'] as const) {
        expect(snapshot.can({ type }), `${type} in ${value}`).toBe(true)
        const { actor } = resumed(snapshot)
        const { flow } = running(actor.getSnapshot())
        actor.send({ type })
        expect(actor.getSnapshot().matches({ running: { overlay: { open: type } } }), value).toBe(
          true,
        )
        expect(running(actor.getSnapshot()).flow, value).toEqual(flow)
        if (type === 'startOver') {
          actor.send({ type: 'confirmStartOver' })
          expect(actor.getSnapshot().output, value).toMatchObject({ ending: 'startedOver' })
        }
        actor.stop()
      }
    }
  })

  it('ends by itself when nobody touches it', () => {
    for (const [value, snapshot] of snapshots) {
      // The wait for a code's turn ends by a timer of its own, which a resumed visit has not; see `limits.test.ts`.
      if (snapshot.matches({ running: { flow: { sending: 'pausing' } } })) continue
      // The kiosk first locks the panel that staff have open; see `desk-and-staff.test.ts`.
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

/** A visit that stands where `snapshot` stands, without the calls that ran there. */
function resumed({ value, context }: VisitSnapshot) {
  const clock = new SimulatedClock()
  const snapshot = visitMachine.resolveState({ value, context })
  return { actor: createActor(visitMachine, { snapshot, clock, input: context }).start(), clock }
}

function running({ value }: VisitSnapshot) {
  if (typeof value === 'string') throw new Error('the visit has ended')
  return value.running
}
