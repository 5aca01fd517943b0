import { expect, it } from 'vitest'
import { loseNetworkOnceKnown } from './lose-network.ts'

const never = new Promise(() => undefined)
const list = { operation: 'partner.appointments.list', params: {} }
const times = { quiet: 1, longest: 5_000 }

function fakeControl(...served: { operation: string; params: Record<string, string> }[][]) {
  const switched: unknown[] = []
  let looks = 0
  return {
    switched,
    looks: () => looks,
    served: () => served[Math.min(looks++, served.length - 1)] ?? [],
    switchNetwork: (id: string, on: boolean) => switched.push([id, on]) > 0,
  }
}

it('waits until the kiosk has read all, and lets the network go', async () => {
  const patient = { operation: 'partner.patients.get', params: {} }
  const control = fakeControl([], [list], [list, patient], [list, patient])
  expect(await loseNetworkOnceKnown(control, never, times)).toBe(true)
  expect(control.looks()).toBe(4)
  expect(control.switched).toEqual([['down', true]])
})

it('lets it go all the same where the kiosk reads nothing, or ends', async () => {
  const control = fakeControl([])
  expect(await loseNetworkOnceKnown(control, never, { quiet: 1, longest: 20 })).toBe(false)
  expect(await loseNetworkOnceKnown(control, Promise.resolve(), times)).toBe(false)
  expect(control.switched).toHaveLength(2)
})
