import { SimulatedClock } from 'xstate'
import { expect, it } from 'vitest'
import type { Refused } from '../../shared/windows.ts'
import { joinRefusals } from './refusals.ts'

function joined() {
  const clock = new SimulatedClock()
  const told: Refused[] = []
  return { clock, told, refusals: joinRefusals(clock, (refused) => told.push(refused)) }
}
const script: Refused = { what: 'request', target: 'https://a.example.com', kind: 'script' }

it('tells of a request by what the page says of it, whoever hears of it first', () => {
  const { clock, told, refusals } = joined()
  refusals.byProxy('https://a.example.com')
  refusals.byPage(script)
  refusals.byProxy('https://a.example.com')
  clock.increment(10_000)
  refusals.end()
  expect(told).toEqual([script])
})

it('tells of a connection that a page had made ahead, though no page asks for anything there', () => {
  const { clock, told, refusals } = joined()
  refusals.byProxy('https://a.example.com')
  refusals.byProxy('https://a.example.com')
  clock.increment(10_000)
  expect(told).toEqual([{ what: 'request', target: 'https://a.example.com', kind: 'connection' }])
})

it.each([
  'https://accounts.google.com',
  'https://update.googleapis.com',
  'https://optimizationguide-pa.googleapis.com',
  'https://redirector.gvt1.com',
])('calls %s the browser’s own, unless a page asks for it', (target) => {
  const { told, refusals } = joined()
  refusals.byProxy(target)
  refusals.end()
  expect(told).toEqual([{ what: 'request', target, kind: 'browser' }])
  const other = joined()
  other.refusals.byPage({ what: 'request', target, kind: 'frame' })
  other.refusals.byProxy(target)
  other.refusals.end()
  expect(other.told).toEqual([{ what: 'request', target, kind: 'frame' }])
})

const targets = ['https://google.com.evil.net', 'https://notgoogle.com', 'https://evil.net']
it.each(targets)('does not take %s for the browser’s own', (target) => {
  const { told, refusals } = joined()
  refusals.byProxy(target)
  refusals.end()
  expect(told).toEqual([{ what: 'request', target, kind: 'connection' }])
})
