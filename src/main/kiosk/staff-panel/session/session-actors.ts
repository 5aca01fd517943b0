import { type EventObject, fromCallback, fromPromise } from 'xstate'
import type { ConfirmedAct, ListedMember, SignInAnswer } from '../../../../shared/staff-members.ts'
import type { PairFault } from '../../../../shared/staff-desk.ts'
import type { ServiceInterface } from '../../../../shared/staff.ts'
import type { PinAnswer } from '../pin/pin.ts'
import type { MembersService, StaffPorts } from '../ports.ts'
import type { MemberStill, Secret, TestEvent } from './session-types.ts'

type Ports = { readonly ports: StaffPorts }

/** Answer of the desk; null: none answered. */
export type SignInOutcome = SignInAnswer | null

function serviceOf({ members }: StaffPorts): MembersService {
  if (!members) throw new Error('there is no desk to ask')
  return members
}

const memberNames = fromPromise<readonly ListedMember[] | null, Ports>(
  async ({ input: { ports }, signal }) => (await serviceOf(ports).names(signal)) ?? null,
)

type AskedSecret = Ports & {
  readonly member: string
  readonly secret: Secret<string>
  readonly what: 'signIn' | ConfirmedAct
}

// Audited here and not by the session: a page that is closed meanwhile hides no wrong secret.
const memberSecret = fromPromise<SignInOutcome, AskedSecret>(async ({ input, signal }) => {
  const { ports, member, secret, what } = input
  const members = serviceOf(ports)
  const typed = secret.read()
  const answer = await (what === 'signIn'
    ? members.signIn(member, typed, signal)
    : members.confirm(member, typed, what, signal))
  secret.drop()
  if (answer?.kind === 'wrong')
    members.as(member, () => ports.audit('staffSecretWrong', { waitMs: answer.waitMs }))
  return answer ?? null
})

type Watched = Ports & { readonly member: string | null }
type Watching = MemberStill | Extract<TestEvent, { readonly type: 'test.failed' }>

/** Asks the desk about the signed-in member upon each event. A desk that does not answer changes nothing. */
const memberWatch = fromCallback<EventObject, Watched>(({ input, sendBack, receive }) => {
  const { ports, member } = input
  if (member === null) return
  const members = serviceOf(ports)
  const ended = new AbortController()
  const tell = (event: Watching) => sendBack(event)
  let isAsking = false
  receive(() => {
    if (isAsking || members.desk() !== 'there') return
    isAsking = true
    members.still(member, ended.signal).then(
      (answer) => {
        isAsking = false
        if (answer && !ended.signal.aborted) tell({ type: 'member.still', answer })
      },
      (error: unknown) => tell({ type: 'test.failed', error }),
    )
  })
  return () => ended.abort()
})

type Input<T> = { readonly input: T }
type Typed = Ports & { readonly pin: Secret<string> }

/** Audited here and not by the session: a pad that is closed meanwhile hides no wrong PIN. */
const checkPin = fromPromise<PinAnswer, Typed>(async ({ input: { ports, pin } }) => {
  const answer = await ports.pin.check(pin.read())
  if (answer.kind === 'wrong') {
    ports.audit('staffPinWrong')
    if (answer.waitMs > 0) ports.audit('staffPinLocked', { waitMs: answer.waitMs })
  }
  return answer
})

const choosePin = fromPromise(async ({ input: { ports, pin } }: Input<Typed>): Promise<void> => {
  ports.audit('staffPinChosen')
  await ports.pin.choose(pin.read())
})

/** Not an action: it starts a machine of its own, which XState does not expect of one. */
const resume = fromPromise(({ input }: Input<Ports>): Promise<void> => {
  input.ports.kiosk.resume()
  return Promise.resolve()
})
const cover = fromPromise(({ input }: Input<Ports>) => input.ports.kiosk.cover(true))
const pause = fromPromise(({ input }: Input<Ports>) => input.ports.kiosk.pause())
/** The help number of the visit that waits, or null: then it is over, and wiped. */
const holdOrPause = fromPromise<string | null, Ports>(async ({ input: { ports } }) => {
  const held = ports.kiosk.hold()
  if (held === null) await ports.kiosk.pause()
  return held
})
const wipe = fromPromise(({ input }: Input<Ports>) => input.ports.kiosk.wipe())
const rotateKey = fromPromise<boolean, Ports>(({ input }) => input.ports.kiosk.rotateKey())
type Forgetting = Ports & { readonly confirmed: boolean }
const forgetKiosk = fromPromise(async ({ input: { ports, confirmed } }: Input<Forgetting>) => {
  ports.audit('kioskForgotten')
  await ports.kiosk.forget(confirmed)
})

/** Subject of a test: a pair that is given, or else the connection as it is. */
type Tested = Ports & {
  readonly given?: {
    readonly interface: ServiceInterface
    readonly clientId: Secret<string>
    readonly clientSecret: Secret<string>
  }
}

const test = fromCallback<EventObject, Tested>(({ input: { ports, given }, sendBack }) => {
  const tell = (event: TestEvent) => sendBack(event)
  const onCheck: Parameters<StaffPorts['testConnection']>[0] = (check) =>
    tell({ type: 'test.check', check })
  const run = async () => {
    if (given) {
      const pair = { clientId: given.clientId.read(), clientSecret: given.clientSecret.read() }
      return ports.credentials.give(given.interface, pair, onCheck)
    }
    await ports.testConnection(onCheck)
    return false
  }
  run().then(
    (kept) => tell({ type: 'test.ended', kept }),
    (error: unknown) => tell({ type: 'test.failed', error }),
  )
})

type Saving = Ports & { readonly ids: readonly string[] }
const savePdf = fromPromise(async ({ input: { ports, ids } }: Input<Saving>) => {
  const saved = await ports.intakes?.savePdf?.(ids)
  if (!saved) throw new Error('there is nothing to save a PDF with')
  return saved.ok ? saved.value : saved.error
})

type Pairing = Ports & { readonly address: Secret<string>; readonly code: Secret<string> | null }
/** Pairs the kiosk; without a code it is paired, and its desk has moved. The pairing audits its outcome itself: a panel that is closed meanwhile hides nothing. */
const pairKiosk = fromPromise<PairFault | null, Pairing>(async ({ input }) => {
  const { ports, address, code } = input
  const paired = await (code === null
    ? ports.desk?.move(address.read())
    : ports.desk?.pair(address.read(), code.read()))
  if (!paired) throw new Error('there is nothing to pair with')
  return paired.ok ? null : paired.error.kind
})
const unpairKiosk = fromPromise<null, Ports>(async ({ input: { ports } }) => {
  await ports.desk?.unpair()
  return null
})

/** Actors of the session by name. One that fails is a bug. */
export const actors = {
  checkPin,
  choosePin,
  resume,
  cover,
  pause,
  holdOrPause,
  wipe,
  memberNames,
  memberSecret,
  memberWatch,
  rotateKey,
  forgetKiosk,
  test,
  savePdf,
  pairKiosk,
  unpairKiosk,
}
