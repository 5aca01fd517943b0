import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { newStationId } from '#harness/bus/test-station.ts'
import { administratorSecret, deskWithAna, valueOf } from '#harness/desk/staffed-desk.ts'
import type { Question } from '../../shared/bus/questions.ts'
import { openMemberDoor } from '../desk/kiosks/member-door.ts'
import type { Answering, Asked } from './port.ts'
import { answerMembers, type MemberDoor, askMembers } from './member-questions.ts'

const boSecret = 'two small lamps'
/** The machine's own. */
const clock = { wallTime: () => Date.now() }

type Answers = Awaited<ReturnType<Answering>>

/** A kiosk that asks by a way of its own. */
const askOver = (ask: (question: Question) => Promise<Answers>, key: Buffer = randomBytes(32)) =>
  askMembers({
    clock,
    way: () => ({
      key,
      bus: {
        async ask(question, { isFinal }) {
          const given = [(await ask(question)) ?? []].flat()
          for (const answer of given) isFinal(answer)
          return given.at(-1)
        },
      },
    }),
  })

/** A desk with Ana, who administers, and Bo, of reception; and a kiosk that asks it directly. */
async function open(change: (door: MemberDoor) => MemberDoor = (door) => door) {
  const desk = await deskWithAna()
  const bo = await desk.join('Bo Lind', ['reception', 'billing'], boSecret)
  const kiosk = newStationId()
  const keys = new Map([[kiosk, randomBytes(32)]])
  const state = { isServing: true }
  const start = () =>
    answerMembers({
      keyOf: (station) => keys.get(station),
      door: change(openMemberDoor(desk)),
      isServing: () => state.isServing,
      onFault: () => undefined,
    })
  let answering = start()
  const answer = (asked: Asked) => answering(asked)
  const restart = () => void (answering = start())
  /** Questions that went to the desk, with their answers. */
  const said: { readonly asked: Asked; readonly answer: Answers }[] = []
  const kioskAt = (id: string, key = keys.get(id)) =>
    askOver(async (question) => {
      const asked = { id: newStationId(), from: id, question }
      const given = await answer(asked)
      said.push({ asked, answer: given })
      return given
    }, key)
  return { desk, bo, kiosk, keys, state, answer, restart, said, kioskAt, ask: kioskAt(kiosk) }
}

it('the names are of those who are active and chose their own secret', async () => {
  const { desk, bo, ask } = await open()
  const gone = await desk.join('Cy Moss', ['clinical'], 'seven grey gulls')
  valueOf(await desk.members.change(desk.ana, gone, { isActive: false }))
  valueOf(await desk.members.create(desk.ana, { name: 'Di Park', roles: ['clinical'] }))
  expect(await ask.names()).toEqual([
    { id: desk.ana, name: 'Ana Reyes' },
    { id: bo, name: 'Bo Lind' },
  ])
})

describe('a sign-in at a kiosk', () => {
  it('gives name and roles, and is in the desk’s audit with the kiosk', async () => {
    const { desk, bo, kiosk, ask } = await open()
    expect(await ask.signIn(bo, boSecret)).toEqual({
      kind: 'in',
      member: { id: bo, name: 'Bo Lind', roles: ['reception', 'billing'] },
    })
    expect(desk.audited('memberSignedIn')).toEqual([{ member: bo, name: 'Bo Lind', kiosk }])
  })

  it('is answered whether or not the desk is locked, and changes nothing there', async () => {
    const { desk, bo, ask } = await open()
    expect(desk.session.current()).toBeUndefined()
    expect(await ask.signIn(bo, boSecret)).toMatchObject({ kind: 'in' })
    expect(desk.session.current()).toBeUndefined()
    valueOf(await desk.session.signIn(desk.ana, administratorSecret))
    expect(await ask.signIn(bo, boSecret)).toMatchObject({ kind: 'in' })
    expect(desk.session.current()).toMatchObject({ name: 'Ana Reyes' })
  })

  it('counts wrong ones where they were typed: nobody waits at the desk', async () => {
    const { desk, bo, kiosk, keys, kioskAt, ask } = await open()
    const other = newStationId()
    keys.set(other, randomBytes(32))
    for (const waitMs of [0, 0, 30_000])
      expect(await ask.signIn(bo, 'wrong')).toEqual({ kind: 'wrong', waitMs })
    expect(await ask.signIn(bo, boSecret)).toEqual({ kind: 'wait', waitMs: 30_000 })
    expect(await kioskAt(other).signIn(bo, boSecret)).toMatchObject({ kind: 'in' })
    valueOf(await desk.session.signIn(bo, boSecret))
    desk.session.lock()
    for (let tries = 0; tries < 3; tries += 1) await desk.session.signIn(bo, 'wrong')
    expect(await desk.session.signIn(bo, boSecret)).toMatchObject({ error: { kind: 'mustWait' } })
    expect(await kioskAt(other).signIn(bo, boSecret)).toMatchObject({ kind: 'in' })
    expect(desk.audited('memberSecretWrong').slice(2, 4)).toEqual([
      { member: bo, kiosk },
      { member: bo, wrong: 1 },
    ])
    desk.clock.increment(30_000)
    expect(await ask.signIn(bo, boSecret)).toMatchObject({ kind: 'in' })
    // The right one there forgets the wrong ones of this member.
    expect(await ask.signIn(bo, 'wrong')).toEqual({ kind: 'wrong', waitMs: 0 })
  })

  it('is shut at one kiosk by an administrator, over restarts, and puts out who is in', async () => {
    const { desk, bo, kiosk, keys, kioskAt, ask } = await open()
    const other = newStationId()
    keys.set(other, randomBytes(32))
    desk.signIn.set(kiosk, true)
    expect(await ask.signIn(bo, boSecret)).toEqual({ kind: 'gone' })
    expect(await ask.still(bo)).toEqual({ kind: 'gone' })
    expect(await ask.names()).toEqual([])
    expect(await kioskAt(other).still(bo)).toMatchObject({ kind: 'in' })
    expect(desk.reopenSignIn().isShut(kiosk)).toBe(true)
    desk.signIn.set(kiosk, false)
    expect(await ask.signIn(bo, boSecret)).toMatchObject({ kind: 'in' })
  })

  it('is not for who has a temporary PIN, is deactivated or unknown, and counts nothing', async () => {
    const { desk, bo, ask } = await open()
    const { member, temporary } = valueOf(
      await desk.members.create(desk.ana, { name: 'Di Park', roles: ['clinical'] }),
    )
    valueOf(await desk.members.change(desk.ana, bo, { isActive: false }))
    for (const [id, secret] of [
      [member.id, temporary],
      [bo, boSecret],
      [crypto.randomUUID(), boSecret],
    ] as const)
      expect(await ask.signIn(id, secret)).toEqual({ kind: 'gone' })
    expect(desk.audited('memberSignedIn')).toEqual([])
    expect(desk.audited('memberSecretWrong')).toEqual([])
  })

  it('comes to nothing when the member is deactivated while the desk looks', async () => {
    const { desk, bo, kiosk } = await open()
    const door = openMemberDoor({
      audit: desk.audit,
      attempts: desk.attempts,
      signIn: desk.signIn,
      members: {
        ...desk.members,
        async check(...given) {
          const checked = await desk.members.check(...given)
          valueOf(await desk.members.change(desk.ana, bo, { isActive: false }))
          return checked
        },
      },
    })
    expect(await door.signIn(kiosk, bo, boSecret)).toEqual({ kind: 'gone' })
    expect(desk.audited('memberSignedIn')).toEqual([])
  })
})

it('a desk that serves no more says nothing, also to what it began to look at', async () => {
  const state = { end: (): void => undefined }
  const desk = await open((door) => ({
    ...door,
    async signIn(...given) {
      state.end()
      return door.signIn(...given)
    },
  }))
  state.end = () => (desk.state.isServing = false)
  expect(await desk.ask.signIn(desk.bo, boSecret)).toBeUndefined()
  expect(await desk.ask.names()).toBeUndefined()
})

it('what a member confirms at a kiosk is theirs where the secret is, and in the desk’s audit with what it was for', async () => {
  const { desk, bo, kiosk, ask } = await open()
  expect(await ask.confirm(bo, 'wrong', 'forget')).toEqual({ kind: 'wrong', waitMs: 0 })
  expect(desk.audited('memberConfirmed')).toEqual([])
  expect(desk.audited('memberSecretWrong')).toMatchObject([{ member: bo, kiosk }])
  expect(await ask.confirm(bo, boSecret, 'newPin')).toMatchObject({ kind: 'in' })
  expect(desk.audited('memberConfirmed')).toEqual([{ member: bo, kiosk, what: 'newPin' }])
  expect(desk.audited('memberSignedIn')).toEqual([])
  expect(await ask.confirm(crypto.randomUUID(), boSecret, 'newPin')).toEqual({ kind: 'gone' })
})

describe('a member who is in at a kiosk', () => {
  it('is known with the name and roles that they have now, until they cannot come in any more', async () => {
    const { desk, bo, ask } = await open()
    const still = (roles: string[]) => ({ kind: 'in', member: { id: bo, name: 'Bo Lind', roles } })
    expect(await ask.still(bo)).toEqual(still(['reception', 'billing']))
    valueOf(await desk.members.change(desk.ana, bo, { roles: ['billing'] }))
    expect(await ask.still(bo)).toEqual(still(['billing']))
    valueOf(await desk.members.reset(desk.ana, bo))
    expect(await ask.still(bo)).toEqual({ kind: 'gone' })
    expect(await ask.still(crypto.randomUUID())).toEqual({ kind: 'gone' })
    expect(desk.audited('memberSignedIn')).toEqual([])
  })

  it('is neither let stay nor sent away by who is not the desk', async () => {
    const { desk, bo, kiosk, keys, said, ask } = await open()
    await ask.still(bo)
    const old = said[0]?.answer
    const replayed = askOver(() => Promise.resolve(old), keys.get(kiosk))
    expect(await replayed.still(desk.ana)).toBeUndefined()
    expect(await replayed.still(bo)).toBeUndefined()
  })
})

describe('somebody hostile', () => {
  it('who plays a sign-in again, as it was or packed anew, is not answered', async () => {
    const { desk, bo, answer, said, ask } = await open()
    await ask.signIn(bo, boSecret)
    const { asked } = said.at(-1) ?? { asked: undefined }
    if (asked?.question.kind !== 'memberAsked') throw new Error('nothing was asked')
    const until = new Date(Date.now() + 3_600_000).toISOString()
    expect(await answer(asked)).toBeUndefined()
    expect(await answer({ ...asked, id: newStationId() })).toBeUndefined()
    expect(await answer({ ...asked, question: { ...asked.question, until } })).toBeUndefined()
    expect(desk.audited('memberSignedIn')).toHaveLength(1)
  })

  it('who plays a sign-in or a confirmation again to a desk that started meanwhile has nothing looked at', async () => {
    const { desk, bo, answer, restart, said, ask } = await open()
    const counts = () =>
      (['memberSecretWrong', 'memberSignedIn', 'memberConfirmed'] as const).map(
        (kind) => desk.audited(kind).length,
      )
    const signIn = () => ask.signIn(bo, boSecret)
    const confirm = () => ask.confirm(bo, boSecret, 'forget')
    await ask.signIn(bo, 'wrong')
    for (const act of [signIn, confirm]) expect(await act()).toMatchObject({ kind: 'in' })
    restart()
    for (const { asked } of [...said]) await answer(asked)
    expect(counts()).toEqual([1, 1, 1])
    // Members can still sign in and confirm as usual.
    for (const act of [signIn, confirm]) expect(await act()).toMatchObject({ kind: 'in' })
    expect(counts()).toEqual([1, 2, 2])
  })

  it('who says that each desk is another one has the secret asked for twice, and no more', async () => {
    const { bo, kiosk, keys, restart, answer } = await open()
    let count = 0
    const ask = askOver((question) => {
      count += 1
      restart()
      return answer({ id: newStationId(), from: kiosk, question })
    }, keys.get(kiosk))
    expect(await ask.signIn(bo, boSecret)).toBeUndefined()
    expect(count).toBe(2)
  })

  it('who prolongs a sign-in that never arrived is not answered', async () => {
    const { desk, bo, kiosk, keys, answer } = await open()
    const caught: Question[] = []
    // The first tells which desk it is.
    const cutOff = askOver(
      (question) =>
        caught.push(question) === 1
          ? answer({ id: 'first', from: kiosk, question })
          : Promise.resolve(undefined),
      keys.get(kiosk),
    )
    expect(await cutOff.signIn(bo, boSecret)).toBeUndefined()
    const [, question] = caught
    if (question?.kind !== 'memberAsked') throw new Error('nothing was asked')
    const until = new Date(Date.now() + 3_600_000).toISOString()
    expect(await answer({ id: 'a', from: kiosk, question: { ...question, until } })).toBeUndefined()
    expect(desk.audited('memberSignedIn')).toEqual([])
    expect(await answer({ id: 'a', from: kiosk, question })).toBeDefined()
    expect(desk.audited('memberSignedIn')).toHaveLength(1)
  })

  it('who is not paired, or speaks for another kiosk, is neither answered nor looked at', async () => {
    const { desk, bo, kiosk, keys, kioskAt } = await open()
    const other = newStationId()
    expect(await kioskAt(other).signIn(bo, 'wrong')).toBeUndefined()
    keys.set(other, randomBytes(32))
    expect(await kioskAt(kiosk, keys.get(other)).signIn(bo, 'wrong')).toBeUndefined()
    expect(await kioskAt(kiosk, keys.get(other)).names()).toBeUndefined()
    expect(desk.audited('memberSecretWrong')).toEqual([])
  })

  it('who is unpaired while the desk looks hears nothing', async () => {
    const { bo, kiosk, keys, ask } = await open((door) => ({
      ...door,
      async signIn(...given) {
        keys.delete(kiosk)
        return door.signIn(...given)
      },
    }))
    expect(await ask.signIn(bo, boSecret)).toBeUndefined()
  })

  it('who answers with an older yes, or with the question itself, is not believed', async () => {
    const { bo, kiosk, keys, said, ask } = await open()
    await ask.signIn(bo, boSecret)
    const old = said.at(-1)?.answer
    const key = keys.get(kiosk)
    const withAnswer = (reply: (question: Question) => Answers) =>
      askOver((question) => Promise.resolve(reply(question)), key)
    expect(await withAnswer(() => old).signIn(bo, 'wrong')).toBeUndefined()
    const reflected = withAnswer((question) =>
      question.kind === 'memberAsked'
        ? { kind: 'sealedAnswered', of: 'a', part: 0, parts: 1, sealed: question.sealed }
        : undefined,
    )
    expect(await reflected.signIn(bo, 'wrong')).toBeUndefined()
    expect(await reflected.names()).toBeUndefined()
  })

  it('who sends what is no question of a member gets nothing', async () => {
    const { kiosk, answer } = await open()
    const until = new Date(Date.now() + 5_000).toISOString()
    for (const question of [
      { kind: 'memberAsked', until, sealed: 'x.y.z' },
      { kind: 'deskCodeTried', until, code: '1' },
    ] as const)
      expect(await answer({ id: 'a', from: kiosk, question })).toBeUndefined()
  })
})
