/**
 * Why the service is asked: `must` before a visit is wiped, `seldom` upon a sign that seldom comes and often is the end
 * of a form, `often` upon one that comes all the time, `settled` once none has come after it for a moment, as when the
 * last of several forms is sent like those before it, `patrol` because time has passed.
 */
export type Urgency = 'patrol' | 'often' | 'settled' | 'seldom' | 'must'

/** Calls that may be made now, and from when they were counted, on the monotonic clock. */
export interface CallBudget {
  readonly seldom: number
  readonly often: number
  readonly seldomSince: number
  readonly oftenSince: number
  readonly lastAt: number
}

/** Most calls at once, and ms after which there is one more: 34 calls in five minutes at the most. */
const rules = {
  seldom: { most: 6, everyMs: 20_000 },
  often: { most: 2, everyMs: 25_000 },
} as const
/** Calls for signs that seldom come which no other takes. */
const keptForSeldom = 2
/** ms between two calls, so that signs which come together are one. */
const gapMs = 500

type Purse = keyof typeof rules

/** A budget of which nothing is spent. */
export function fullBudget(now: number): CallBudget {
  return {
    seldom: rules.seldom.most,
    often: rules.often.most,
    seldomSince: now,
    oftenSince: now,
    lastAt: now - gapMs,
  }
}

/** ms until a call for this reason may be made. */
export function readyInMs(budget: CallBudget, urgency: Urgency, now: number): number {
  if (urgency === 'must') return 0
  const filled = refill(budget, now)
  const gap = Math.max(0, budget.lastAt + gapMs - now)
  const waits = pursesOf(urgency, filled).map((purse) => waitOf(filled, purse, now))
  return Math.max(gap, Math.min(...waits))
}

/** The budget after a call for this reason; one that must be made is free. */
export function spend(budget: CallBudget, urgency: Urgency, now: number): CallBudget {
  const filled = { ...refill(budget, now), lastAt: now }
  const purse = pursesOf(urgency, filled).find((each) => filled[each] > 0)
  return purse === undefined ? filled : { ...filled, [purse]: filled[purse] - 1 }
}

function pursesOf(urgency: Urgency, { seldom }: CallBudget): readonly Purse[] {
  if (urgency === 'must') return []
  if (urgency === 'seldom') return ['seldom', 'often']
  return urgency === 'settled' && seldom > keptForSeldom ? ['often', 'seldom'] : ['often']
}

function waitOf(budget: CallBudget, purse: Purse, now: number): number {
  const since = purse === 'seldom' ? budget.seldomSince : budget.oftenSince
  return budget[purse] > 0 ? 0 : since + rules[purse].everyMs - now
}

/** Adds what time has brought; a full purse gathers nothing. */
function refill(budget: CallBudget, now: number): CallBudget {
  const seldom = grown(budget.seldom, budget.seldomSince, 'seldom', now)
  const often = grown(budget.often, budget.oftenSince, 'often', now)
  return {
    ...budget,
    seldom: seldom.calls,
    seldomSince: seldom.since,
    often: often.calls,
    oftenSince: often.since,
  }
}

function grown(calls: number, since: number, purse: Purse, now: number) {
  const { most, everyMs } = rules[purse]
  const more = Math.floor((now - since) / everyMs)
  if (calls + more >= most) return { calls: most, since: now }
  return { calls: calls + more, since: since + more * everyMs }
}
