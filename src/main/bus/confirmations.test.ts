import { expect, it } from 'vitest'
import { SimulatedClock } from 'xstate'
import { mostConfirmed } from '../../shared/bus/messages.ts'
import { createConfirmations } from './confirmations.ts'

function stand() {
  const clock = new SimulatedClock()
  const said: string[] = []
  const confirmations = createConfirmations(clock, (to, of) => said.push(`${to}: ${of.join(' ')}`))
  return { clock, said, confirmations }
}

it('confirms a notice and a command at once, and gathers broadcasts for each sender', () => {
  const { clock, said, confirmations } = stand()
  confirmations.confirm({ id: 'n', from: 'kiosk', lane: 'up' })
  for (const id of ['1', '2']) confirmations.confirm({ id, from: 'hub', lane: 'all' })
  confirmations.confirm({ id: '3', from: 'other', lane: 'all' })
  expect(said).toEqual(['kiosk: n'])
  clock.increment(1_000)
  expect(said.slice(1)).toEqual(['hub: 1 2', 'other: 3'])
  clock.increment(1_000)
  expect(said).toHaveLength(3)
})

it('waits for no more than one confirmation names', () => {
  const { said, confirmations } = stand()
  for (let id = 0; id < mostConfirmed; id += 1)
    confirmations.confirm({ id: String(id), from: 'hub', lane: 'all' })
  expect(said).toHaveLength(1)
})
