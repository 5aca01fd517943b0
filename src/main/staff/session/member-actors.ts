import { fromCallback, fromPromise, type EventObject } from 'xstate'
import type {
  ConfirmedAct,
  ListedMember,
  PanelMember,
  SignInAnswer,
} from '../../../shared/staff-members.ts'
import type { MembersService } from '../members-port.ts'
import type { StaffPorts } from '../ports.ts'
import type { Secret } from './secret.ts'
import type { MemberStill, TestEvent } from './session-types.ts'

type Ports = { readonly ports: StaffPorts }

/** What the desk said; null: none answered. */
export type SignInOutcome = SignInAnswer | null

function serviceOf({ members }: StaffPorts): MembersService {
  if (!members) throw new Error('there is no desk to ask')
  return members
}

const memberNames = fromPromise<readonly ListedMember[] | null, Ports>(
  async ({ input: { ports }, signal }) => (await serviceOf(ports).names(signal)) ?? null,
)

type SigningIn = Ports & { readonly member: string; readonly secret: Secret<string> }

/** Audited here and not by the session: a page that is closed meanwhile hides no wrong secret. */
async function tried(
  { ports, member, secret }: SigningIn,
  ask: (members: MembersService, typed: string) => Promise<SignInAnswer | undefined>,
): Promise<SignInOutcome> {
  const members = serviceOf(ports)
  const answer = (await ask(members, secret.read())) ?? null
  secret.drop()
  if (answer?.kind === 'wrong')
    members.as(member, () => ports.audit('staffSecretWrong', { waitMs: answer.waitMs }))
  return answer
}

const memberSignIn = fromPromise<SignInOutcome, SigningIn>(({ input, signal }) =>
  tried(input, (members, typed) => members.signIn(input.member, typed, signal)),
)

type Confirming = Ports & { readonly secret: Secret<string>; readonly what: ConfirmedAct } & {
  readonly member: PanelMember | null
}
/** Of who is in: a desk that is silent, or cannot be asked now, says nothing. */
const memberConfirm = fromPromise<SignInOutcome, Confirming>(async ({ input, signal }) => {
  const { ports, secret, what } = input
  const member = input.member?.id
  if (member === undefined) throw new Error('nobody is in who could confirm it')
  return tried({ ports, member, secret }, (members, typed) =>
    members.confirm(member, typed, what, signal),
  )
})

type Watched = Ports & { readonly member: string | null }
type Watching = MemberStill | Extract<TestEvent, { readonly type: 'test.failed' }>

/** Asks the desk of the member who is in, upon each event. A desk that does not answer says nothing. */
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

/** How members of staff of the desk are asked for, by name. One that fails is a bug. */
export const memberActors = { memberNames, memberSignIn, memberConfirm, memberWatch }
