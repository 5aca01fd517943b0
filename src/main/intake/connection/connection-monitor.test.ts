import { describe, expect, it } from 'vitest'
import { SimulatedClock } from 'xstate'
import type { Failure } from '../http/errors.ts'
import { cutOff, notHttp, pageInstead, redirected, unreadable } from '../http/errors.ts'
import { createConnectionMonitor, probeMs, slowMs } from './connection-monitor.ts'

const unreachable = (reason: string): Failure => ({ kind: 'unreachable', reason })
const lost = unreachable('ENOTFOUND')
const down: Failure = { kind: 'serverFault', status: 502 }

/** A monitor under a simulated clock, at a service that does as `answers` says. */
function start() {
  const clock = new SimulatedClock()
  const changes: string[] = []
  let probes = 0
  const service: { failure?: Failure; tookMs: number } = { tookMs: 100 }
  const monitor = createConnectionMonitor({
    clock: Object.assign(clock, { wallTime: () => 1_000_000 + clock.now() }),
    random: () => 0.5,
    onChange: ({ from, to, reason }) => changes.push(`${from} > ${to}: ${reason}`),
  })
  const call = (attempts = 1) => {
    const { failure, tookMs } = service
    const shared = { operation: 'x', attempts, tookMs: tookMs * attempts }
    const error = failure && { operation: 'x', attempts, ...failure }
    monitor.heard({ ...shared, outcome: failure?.kind ?? 'ok', ...(error && { error }) })
  }
  const fail = (failure: Failure, attempts?: number) => {
    service.failure = failure
    call(attempts)
  }
  const answer = (attempts?: number) => {
    delete service.failure
    call(attempts)
  }
  const watch = () =>
    monitor.watch(() => {
      probes++
      call()
      return Promise.resolve()
    })
  const wait = async (ms: number) => {
    clock.increment(ms)
    for (let turns = 0; turns < 5; turns++) await Promise.resolve()
  }
  return { monitor, service, call, fail, answer, watch, wait, changes, clock, probes: () => probes }
}

describe('the connection', () => {
  it('is unknown until the first call', () => {
    const { monitor, call } = start()
    expect(monitor.current()).toEqual({ state: 'unknown', since: null })
    call()
    expect(monitor.current()).toEqual({ state: 'online', since: 1_000_000 })
  })

  it('tells each change to who wants to hear of it, until they do not', () => {
    const { monitor, call, fail, answer } = start()
    const heard: string[] = []
    const stop = monitor.subscribe(() => heard.push(monitor.current().state))
    call()
    call()
    fail(lost, 2)
    stop()
    answer(2)
    expect(heard).toEqual(['online', 'offline'])
  })

  it('is not lost by one request that fails', () => {
    const { monitor, call, fail, answer } = start()
    call()
    fail(lost)
    expect(monitor.current().state).toBe('online')
    answer()
    fail(lost)
    expect(monitor.current().state).toBe('online')
    call()
    expect(monitor.current().state).toBe('offline')
  })

  it('comes back, and changes its kind, after two in a row', () => {
    const { call, changes, fail, answer } = start()
    call()
    fail(lost, 2)
    fail(down)
    fail(lost)
    fail(down)
    call()
    answer()
    call()
    expect(changes).toEqual([
      'unknown > online: answered',
      'online > offline: ENOTFOUND',
      'offline > serviceDown: status 502',
      'serviceDown > online: answered',
    ])
  })

  it.each<[Failure, string]>([
    [unreachable('ENOTFOUND'), 'offline'],
    [unreachable('EAI_AGAIN'), 'offline'],
    [unreachable('ENETUNREACH'), 'offline'],
    [unreachable('ECONNRESET'), 'offline'],
    [unreachable('unknown'), 'offline'],
    [{ kind: 'timedOut', afterMs: 10_000 }, 'offline'],
    [cutOff, 'offline'],
    [unreachable('ECONNREFUSED'), 'serviceDown'],
    [{ kind: 'serverFault', status: 503 }, 'serviceDown'],
    [unreachable('CERT_HAS_EXPIRED'), 'refused'],
    [unreachable('DEPTH_ZERO_SELF_SIGNED_CERT'), 'refused'],
    [unreachable('UNABLE_TO_VERIFY_LEAF_SIGNATURE'), 'refused'],
    [unreachable('ERR_TLS_CERT_ALTNAME_INVALID'), 'refused'],
    [unreachable('ERR_SSL_WRONG_VERSION_NUMBER'), 'refused'],
    [pageInstead, 'refused'],
    [redirected, 'refused'],
    [notHttp, 'refused'],
    [{ kind: 'unauthorized' }, 'denied'],
    [{ kind: 'forbidden' }, 'denied'],
    [unreadable('another shape at items'), 'online'],
    [{ kind: 'notFound' }, 'online'],
    [{ kind: 'conflictingMatches' }, 'online'],
    [{ kind: 'rejected', status: 422 }, 'online'],
    [{ kind: 'refusedByEnvelope', message: 'withheld' }, 'online'],
    [{ kind: 'rateLimited' }, 'online'],
  ])('is by %o %s', (failure, state) => {
    const { monitor, fail } = start()
    fail(failure)
    expect(monitor.current().state).toBe(state)
  })

  it('is not known by a call that was given up', () => {
    const { monitor, fail } = start()
    fail(unreachable('aborted'))
    expect(monitor.current().state).toBe('unknown')
  })

  it('is slow by the middle one of five answers, and fast again only well below', () => {
    const { monitor, service, call } = start()
    const five = () => [1, 2, 3, 4, 5].forEach(() => call(2))
    five()
    service.tookMs = slowMs.from
    call()
    call()
    expect(monitor.current().state).toBe('online')
    call()
    expect(monitor.current().state).toBe('slow')
    service.tookMs = slowMs.until
    five()
    expect(monitor.current().state).toBe('slow')
    service.tookMs = slowMs.until - 1
    five()
    expect(monitor.current().state).toBe('online')
  })
})

describe('a probe', () => {
  it('finds out within a second or two that the network is gone, and that it is back', async () => {
    const { monitor, service, call, watch, wait, fail } = start()
    call()
    const end = watch()
    fail(lost)
    await wait(probeMs.doubt)
    expect(monitor.current().state).toBe('offline')
    delete service.failure
    await wait(60_000)
    await wait(probeMs.doubt)
    expect(monitor.current().state).toBe('online')
    end()
  })

  it('asks a service that cannot be used less and less often, and never less than once a minute', async () => {
    const { watch, wait, probes, fail } = start()
    fail(lost, 2)
    const end = watch()
    const waits: number[] = []
    for (let before = probes(), ms = 0; waits.length < 6; ms += 500) {
      await wait(500)
      if (probes() === before) continue
      before = probes()
      waits.push(ms + 500)
      ms = -500
    }
    expect(waits).toEqual([7_500, 15_000, 30_000, 45_000, 45_000, 45_000])
    end()
  })

  it('asks seldom where all is well, and not while others call', async () => {
    const { call, watch, wait, probes } = start()
    const end = watch()
    for (let minutes = 0; minutes < 30; minutes++) {
      call()
      await wait(60_000)
    }
    expect(probes()).toBe(0)
    await wait(probeMs.idle)
    expect(probes()).toBe(1)
    end()
  })

  it('ends with what it was watched by, and another takes its place', async () => {
    const { watch, wait, probes, fail } = start()
    fail(lost, 2)
    watch()()
    await wait(600_000)
    expect(probes()).toBe(0)
    const end = watch()
    await wait(60_000)
    expect(probes()).toBeGreaterThan(0)
    end()
  })

  it('goes on after one that could not be made', async () => {
    const { monitor, wait, fail } = start()
    fail(lost, 2)
    let tries = 0
    const end = monitor.watch(() => {
      tries++
      return Promise.reject(new Error('not audited'))
    })
    await wait(60_000)
    await wait(60_000)
    expect(tries).toBe(2)
    end()
  })
})
