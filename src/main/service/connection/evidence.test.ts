import { expect, it } from 'vitest'
import type { Failure } from '../http/errors.ts'
import { cutOff, notHttp, pageInstead, redirected, unreadable } from '../http/errors.ts'
import { evidenceOf } from './evidence.ts'

const unreachable = (reason: string): Failure => ({ kind: 'unreachable', reason })

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
])('a call that failed by %o says %s', (failure, state) => {
  const error = { operation: 'x', attempts: 3, ...failure }
  const evidence = evidenceOf({
    operation: 'x',
    outcome: failure.kind,
    error,
    attempts: 3,
    tookMs: 900,
  })
  expect(evidence).toMatchObject({ state, weight: 3, perRequestMs: 300 })
})

it('a call that went well says that the service is there', () => {
  const call = { operation: 'x', outcome: 'ok', attempts: 2, tookMs: 500 } as const
  expect(evidenceOf(call)).toMatchObject({ state: 'online', weight: 1, perRequestMs: 250 })
})

it('a call that was given up says nothing', () => {
  const error = { operation: 'x', attempts: 1, ...unreachable('aborted') }
  const call = { operation: 'x', outcome: 'unreachable', error, attempts: 1, tookMs: 5 } as const
  expect(evidenceOf(call)).toBeUndefined()
})
