import { randomBytes, randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import {
  createInProcessHub,
  freeKiosk,
  grown,
  newClinicKey,
  newStationId,
  startIn,
} from '#harness/bus/test-station.ts'
import type { StationKind } from '../../shared/bus/messages.ts'
import { mostSealedText, type Answer, type Question } from '../../shared/bus/questions.ts'
import type { Answering } from './port.ts'
import { answerSealed } from './sealed-questions.ts'
import { intakeSubject, mostDrawnBytes, type IntakeDoor, askIntakes } from './intake-questions.ts'

const clock = { wallTime: () => Date.now() }
const bo = { id: randomUUID(), name: 'Bo Lind' }
const intake = randomUUID()
const desk = newStationId()
const forms = [
  {
    name: 'Medical history',
    answers: [
      { label: 'Why', answer: { kind: 'text' as const, text: 'sore knee '.repeat(5_000) } },
    ],
  },
]

/** A kiosk that answers a desk directly; `carry` may change what goes between them. */
function open(
  door: IntakeDoor = () => forms,
  carry: (answering: Answering, question: Question) => ReturnType<Answering> = (answer, question) =>
    answer({ id: 'question', from: desk, question }),
) {
  const kiosk = newStationId()
  const key = randomBytes(32)
  const did: string[] = []
  const faults: unknown[] = []
  const state = { kioskKey: key as Uint8Array | undefined, presence: 'free' as 'free' | 'gone' }
  const answering = answerSealed(intakeSubject, {
    keyOf: () => state.kioskKey,
    isServing: () => true,
    onFault: (error) => faults.push(error),
    replyTo(station, { member, what }) {
      did.push(`${member.name} ${what.type}`)
      return door(station, member, what)
    },
  })
  const messages: Answer[] = []
  const ask = askIntakes({
    clock,
    keyOf: (station) => (station === kiosk ? key : undefined),
    bus: {
      stations: () => [
        { ...freeKiosk('Front door'), v: 1, from: kiosk, kind: 'kiosk', state: state.presence },
      ],
      async ask(question, { isFinal }) {
        const given = [(await carry(answering, question)) ?? []].flat()
        messages.push(...given)
        for (const answer of given) isFinal(answer)
        return given.at(-1)
      },
    },
  })
  const read = () => ask(kiosk, bo, { type: 'readIntake', intake })
  return { answering, ask, did, faults, kiosk, messages, read, state }
}

it('brings a long answer whole, in messages as long as they may be, and unread by others', async () => {
  const { did, messages, read } = open()
  expect(await read()).toEqual(forms)
  expect(did).toEqual(['Bo Lind readIntake'])
  expect(messages.length).toBeGreaterThan(5)
  for (const message of messages)
    expect(message).toMatchObject({ kind: 'sealedAnswered', parts: messages.length })
  expect(JSON.stringify(messages)).not.toContain('sore knee')
  const lengths = messages.map((each) => ('sealed' in each ? each.sealed.length : Infinity))
  expect(Math.max(...lengths)).toBeLessThanOrEqual(mostSealedText)
})

it('brings the longest PDF whole', async () => {
  const base64 = randomBytes(mostDrawnBytes).toString('base64')
  const { ask, kiosk } = open(() => ({ base64 }))
  expect(await ask(kiosk, bo, { type: 'drawSettledPdf' })).toEqual({ base64 })
})

it('carries nothing out twice, nor what another key sealed, nor for longer than it was asked', async () => {
  const questions: Question[] = []
  const { answering, did, read, state } = open(undefined, (answer, question) => {
    questions.push(question)
    return answer({ id: 'question', from: desk, question })
  })
  await read()
  const [question] = questions
  if (question?.kind !== 'intakesAsked') throw new Error('nothing was asked')
  expect(await answering({ id: 'again', from: desk, question })).toBeUndefined()
  const later = { ...question, until: new Date(Date.now() + 3_600_000).toISOString() }
  expect(await answering({ id: 'later', from: desk, question: later })).toBeUndefined()
  state.kioskKey = randomBytes(32)
  expect(await read()).toBeUndefined()
  state.kioskKey = undefined
  expect(await read()).toBeUndefined()
  expect(did).toHaveLength(1)
})

it('is not asked of a kiosk that is off or not paired, and a fault there answers nothing', async () => {
  const { ask, did, faults, messages, read, state } = open(() => {
    throw new Error('the audit cannot be written')
  })
  expect(await read()).toBeUndefined()
  expect(faults).toHaveLength(1)
  state.presence = 'gone'
  expect(await read()).toBeUndefined()
  expect(await ask(newStationId(), bo, { type: 'listIntakes' })).toBeUndefined()
  expect(did).toHaveLength(1)
  expect(messages).toEqual([])
})

it('goes with its answer between versions of which one has more fields, and is told of where one knows none', async () => {
  expect(await open(() => grown(forms)).read()).toEqual(forms)
  expect(await open(() => [{ name: 'Medical history', answers: 'many' }]).read()).toBeUndefined()
  const { ask, faults, kiosk } = open()
  const asked = (type: string) => ask(kiosk, bo, { type, intake, mood: 'fine' } as never)
  expect(await asked('readIntake')).toEqual(forms)
  expect(faults).toEqual([])
  expect(await asked('singIntake')).toBeUndefined()
  expect(faults).toHaveLength(1)
})

it('goes over a bus to that kiosk alone, and ends in time where the kiosk knows no such question', async () => {
  const hub = createInProcessHub()
  const clinic = newClinicKey()
  const start = (kind: StationKind) => {
    const { bus } = startIn(hub, { kind, key: clinic, id: newStationId() })
    bus.present(freeKiosk(kind))
    return bus
  }
  const [front, back, old] = [start('kiosk'), start('kiosk'), start('kiosk')]
  const deskBus = start('desk')
  await expect.poll(() => deskBus.stations().length).toBe(3)
  for (const bus of [front, back]) await expect.poll(() => bus.stations().length).toBe(1)
  const key = randomBytes(32)
  const asked: string[] = []
  for (const bus of [front, back])
    bus.onQuestion(
      answerSealed(intakeSubject, {
        keyOf: () => key,
        isServing: () => true,
        onFault: () => undefined,
        replyTo() {
          asked.push(bus.id)
          return forms
        },
      }),
    )
  // Ten seconds are over soon on this clock.
  const soon = { wallTime: () => Date.now() - 9_000 }
  const ask = askIntakes({ bus: deskBus, keyOf: () => key, clock: soon })
  expect(await ask(old.id, bo, { type: 'readIntake', intake })).toBeUndefined()
  const now = askIntakes({ bus: deskBus, keyOf: () => key, clock })
  expect(await now(back.id, bo, { type: 'readIntake', intake })).toEqual(forms)
  expect(asked).toEqual([back.id])
})
