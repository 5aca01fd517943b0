import { faultSchema, type Fault, type FaultInput } from './faults.ts'

/** Something that can be wrong with the network or the service, as a person switches it on and off. */
export interface NetworkSwitch {
  readonly id: string
  readonly name: string
  /** Effect on a kiosk. */
  readonly what: string
  readonly fault: Omit<FaultInput, 'on' | 'name'>
  /** True if it affects the patient's pages too: everything on the way does. */
  readonly everywhere: boolean
}

type Row = readonly [id: string, name: string, what: string, fault: NetworkSwitch['fault']]

const onTheWay: readonly Row[] = [
  ['down', 'The network is gone', 'Every connection breaks off at once.', { cut: true }],
  ['hole', 'Nothing answers', 'Requests go out, and nothing ever comes back.', { hang: true }],
  [
    'slow',
    'The network is slow',
    'Each answer takes five seconds, and trickles in.',
    { latencyMs: 5_000, bytesPerSecond: 20_000 },
  ],
  [
    'cutAfterwards',
    'Answers get lost',
    'What was asked is done, and no answer comes.',
    { cutAfterwards: true },
  ],
  [
    'portal',
    'A log-in page',
    'A page of the Wi-Fi stands in place of every answer.',
    { portal: true },
  ],
  [
    'otherHost',
    'Another host answers',
    'It speaks TLS, and is not the service.',
    { otherHost: true },
  ],
]

const inTheService: readonly Row[] = [
  ['fault500', 'The service fails', 'Status 500.', { status: 500 }],
  ['fault502', 'A gateway fails', 'Status 502.', { status: 502 }],
  ['fault503', 'The service is down', 'Status 503.', { status: 503 }],
  [
    'fault503later',
    'The service is down for a while',
    'Status 503, “in 30 seconds”.',
    { status: 503, retryAfterSeconds: 30 },
  ],
  ['fault429', 'Too many requests', 'Status 429.', { status: 429 }],
  [
    'fault429later',
    'Too many requests for a while',
    'Status 429, “in 30 seconds”.',
    { status: 429, retryAfterSeconds: 30 },
  ],
  [
    'tokens',
    'Tokens are refused',
    'Tokens are given out, and then not taken.',
    { refuseTokens: true },
  ],
  ['grant', 'The account is closed to us', 'Status 403 at every call.', { revokeGrant: true }],
]

/** Everything that can be switched, in the order of the page. */
export const networkSwitches: readonly NetworkSwitch[] = [
  ...onTheWay.map(([id, name, what, fault]) => ({ id, name, what, fault, everywhere: true })),
  ...inTheService.map(([id, name, what, fault]) => ({ id, name, what, fault, everywhere: false })),
]

/** Returns the switches that are on, by their ids. */
export function switchedOn(faults: readonly Fault[]): ReadonlySet<string> {
  return new Set(faults.flatMap(({ name }) => name ?? []))
}

/** Switches one on or off; false if there is no such switch. */
export function switchNetwork(faults: Fault[], id: string, on: boolean): boolean {
  const found = networkSwitches.find((each) => each.id === id)
  if (!found) return false
  const others = faults.filter(({ name }) => name !== id)
  const listeners = found.everywhere ? (['api', 'pages'] as const) : (['api'] as const)
  const added = on
    ? listeners.map((listener) => faultSchema.parse({ ...found.fault, on: listener, name: id }))
    : []
  faults.splice(0, faults.length, ...others, ...added)
  return true
}
