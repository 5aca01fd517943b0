import { randomBytes } from 'node:crypto'
import { answerMembers, type MemberDoor } from '../../../src/main/bus/members/answer-members.ts'
import { askMembers } from '../../../src/main/bus/members/ask-members.ts'
import type { Asked } from '../../../src/main/bus/port.ts'
import { openMemberDoor } from '../../../src/main/desk/kiosks/member-door.ts'
import type { Answer, Question } from '../../../src/shared/bus/questions.ts'
import { deskWithAna } from '../desk/staffed-desk.ts'
import { newStationId } from './test-station.ts'

/** What Bo signs in with. */
export const boSecret = 'two small lamps'
export const clock = { wallTime: () => Date.now() }

/** A desk with Ana, who administers, and Bo, of reception; and a kiosk that asks it directly. */
export async function openAskingKiosk(change: (door: MemberDoor) => MemberDoor = (door) => door) {
  const desk = await deskWithAna()
  const bo = await desk.join('Bo Lind', ['reception', 'billing'], boSecret)
  const kiosk = newStationId()
  const keys = new Map([[kiosk, randomBytes(32)]])
  const faults: unknown[] = []
  const state = { isServing: true }
  const answer = answerMembers({
    keyOf: (station) => keys.get(station),
    door: change(openMemberDoor(desk)),
    isServing: () => state.isServing,
    onFault: (error) => faults.push(error),
  })
  /** What went to the desk, and what came back. */
  const said: { readonly asked: Asked; readonly answer: Answer | undefined }[] = []
  const kioskAt = (id: string, key = keys.get(id) ?? randomBytes(32)) =>
    askMembers({
      clock,
      way: () => ({
        key,
        bus: {
          async ask(question: Question) {
            const asked = { id: newStationId(), from: id, question }
            const given = await answer(asked)
            said.push({ asked, answer: given })
            return given
          },
        },
      }),
    })
  return { desk, bo, kiosk, keys, faults, state, answer, said, kioskAt, ask: kioskAt(kiosk) }
}
