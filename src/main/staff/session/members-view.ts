import type { Screen } from '../../../shared/ipc.ts'
import type { StaffSessionSnapshot } from './session-machine.ts'

/** The screen of who of the desk's members comes in; undefined: it is not asked now. */
export function memberScreen(snapshot: StaffSessionSnapshot, now: number): Screen | undefined {
  const { candidate, names, isGone, pinError, errorCount, waitUntil, member } = snapshot.context
  if (member && snapshot.matches({ panel: { changingPin: 'member' } })) {
    const stands = (state: 'waiting' | 'checking') =>
      snapshot.matches({ panel: { changingPin: { member: state } } })
    return {
      ...{ name: 'staffMemberSecret', purpose: 'change', errorCount },
      member: { id: member.id, name: member.name },
      checking: stands('checking'),
      error: pinError === 'wrong' && !stands('checking') ? 'wrong' : null,
      waitMs: stands('waiting') ? Math.ceil(Math.max(0, waitUntil - now)) : 0,
    }
  }
  if (member && snapshot.matches('entering'))
    return {
      ...{ name: 'staffMemberSecret', purpose: 'enter' },
      member: { id: member.id, name: member.name },
      ...{ checking: true, error: null, errorCount, waitMs: 0 },
    }
  const at = (state: 'choosing' | 'typing' | 'waiting' | 'checking' | 'noRole' | 'away') =>
    snapshot.matches({ pad: { members: state } })
  if (!snapshot.matches({ pad: 'members' })) return undefined
  if (at('away')) return { name: 'staffDeskAway' }
  if (at('choosing')) return { name: 'staffChooseMember', members: [...names], isGone }
  if (!candidate) return { name: 'staffDeskAsked' }
  if (at('noRole')) return { name: 'staffNoRole', member: candidate.name }
  return {
    ...{ name: 'staffMemberSecret', purpose: 'enter' },
    member: { ...candidate },
    checking: at('checking'),
    error: pinError === 'wrong' && !at('checking') ? 'wrong' : null,
    errorCount,
    waitMs: at('waiting') ? Math.ceil(Math.max(0, waitUntil - now)) : 0,
  }
}
