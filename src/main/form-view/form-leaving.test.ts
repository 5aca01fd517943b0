import { SimulatedClock } from 'xstate'
import { beforeEach, expect, it } from 'vitest'
import { fakeProtocol } from '../../../test/conformance/fake-protocol.ts'
import { createFormLeaving, type FormLeaving, leaveGuard } from './form-leaving.ts'

const fakeSession = () => {
  const session = fakeProtocol()
  return {
    ...session,
    tell(notice: string, binding = leaveGuard.binding) {
      const [type, way] = notice.split(' ')
      session.tell(binding, JSON.stringify({ type, way }))
    },
  }
}

let clock: SimulatedClock
let leaving: FormLeaving
let page: ReturnType<typeof fakeSession>
let frame: ReturnType<typeof fakeSession>
let ways: string[]

beforeEach(async () => {
  clock = new SimulatedClock()
  ways = []
  leaving = createFormLeaving((way) => ways.push(way), clock)
  page = fakeSession()
  frame = fakeSession()
  await leaving.watch(page)
  await leaving.watch(frame)
  page.tell('ready')
})
it('is left by F6 in any document, and by Tab past an end of the page', () => {
  frame.tell('pane forward')
  page.tell('left backward')
  page.tell('left forward', 'another')
  page.tell('left nowhere')
  expect(ways).toEqual(['forward', 'backward'])
})

it.each([
  ['tab forward', 'back forward', ['forward']],
  ['tab backward', 'back backward', ['backward']],
  ['tab backward', 'out', ['backward']],
  ['tab forward', 'back backward', []],
])('after %s in a frame, %s leads out: %j', (inFrame, inPage, expected) => {
  page.tell(inPage)
  frame.tell(inFrame)
  page.tell(inPage)
  page.tell(inPage)
  expect(ways).toEqual(expected)
})

it('takes no move of the focus for a Tab that was pressed long before', () => {
  frame.tell('tab forward')
  clock.increment(2_000)
  page.tell('back forward')
  expect(ways).toEqual([])
})

it("is left by F6 alone while Foyer's keys are shown", () => {
  leaving.keysShown(true)
  page.tell('left forward')
  expect(ways).toEqual([])
  page.tell('pane backward')
  leaving.keysShown(false)
  page.tell('left forward')
  expect(ways).toEqual(['backward', 'forward'])
})
