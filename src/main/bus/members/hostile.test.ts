import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { boSecret, clock, openAskedDesk as open } from '../../../../test/harness/bus/asked-desk.ts'
import { newStationId } from '../../../../test/harness/bus/test-station.ts'
import type { Answer, Question } from '../../../shared/bus/questions.ts'
import { askMembers } from './ask-members.ts'

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

  it('who plays a sign-in again to a desk that started meanwhile has nothing looked at', async () => {
    const { desk, bo, answer, restart, said, ask } = await open()
    await ask.signIn(bo, 'wrong')
    await ask.signIn(bo, boSecret)
    restart()
    for (const { asked } of [...said]) await answer(asked)
    expect(desk.audited('memberSecretWrong')).toHaveLength(1)
    expect(desk.audited('memberSignedIn')).toHaveLength(1)
    // Whoever is there signs in as ever.
    expect(await ask.signIn(bo, boSecret)).toMatchObject({ kind: 'in' })
    expect(desk.audited('memberSignedIn')).toHaveLength(2)
  })

  it('who plays a confirmation again to a desk that started meanwhile confirms nothing', async () => {
    const { desk, bo, answer, restart, said, ask } = await open()
    expect(await ask.confirm(bo, boSecret, 'forget')).toMatchObject({ kind: 'in' })
    restart()
    for (const { asked } of [...said]) await answer(asked)
    expect(desk.audited('memberConfirmed')).toHaveLength(1)
    expect(await ask.confirm(bo, boSecret, 'forget')).toMatchObject({ kind: 'in' })
    expect(desk.audited('memberConfirmed')).toHaveLength(2)
  })

  it('who says that each desk is another one has the secret asked for twice, and no more', async () => {
    const { bo, kiosk, keys, restart, answer } = await open()
    let count = 0
    const ask = askMembers({
      clock,
      way: () => ({
        key: keys.get(kiosk) ?? randomBytes(32),
        bus: {
          ask(question) {
            count += 1
            restart()
            return answer({ id: newStationId(), from: kiosk, question })
          },
        },
      }),
    })
    expect(await ask.signIn(bo, boSecret)).toBeUndefined()
    expect(count).toBe(2)
  })

  it('who prolongs a sign-in that never arrived is not answered', async () => {
    const { desk, bo, kiosk, keys, answer } = await open()
    const caught: Question[] = []
    const cutOff = askMembers({
      clock,
      way: () => ({
        key: keys.get(kiosk) ?? randomBytes(32),
        bus: {
          // The first tells which desk it is.
          ask: (question) =>
            caught.push(question) === 1
              ? answer({ id: 'first', from: kiosk, question })
              : Promise.resolve(undefined),
        },
      }),
    })
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
    const key = keys.get(kiosk) ?? randomBytes(32)
    const withAnswer = (reply: (question: Question) => Answer | undefined) =>
      askMembers({
        clock,
        way: () => ({ key, bus: { ask: (question) => Promise.resolve(reply(question)) } }),
      })
    expect(await withAnswer(() => old).signIn(bo, 'wrong')).toBeUndefined()
    const reflected = withAnswer((question) =>
      question.kind === 'memberAsked'
        ? { kind: 'memberAnswered', of: 'a', sealed: question.sealed }
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
