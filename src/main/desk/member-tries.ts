import type { Attempts, deskTries } from '../visit/limits/attempts.ts'

type MemberAttemptKind = keyof typeof deskTries

/**
 * What one member of staff tried at this desk within the hour. It rests in the vault: who signs in anew, or starts the desk
 * anew, has no more tries by that.
 */
export interface MemberTries {
  /** How many more there are. `of`: the record that it is about. */
  left(kind: MemberAttemptKind, of?: string): number
  /** Counts one, kept before this returns; what comes back takes it back. */
  count(kind: MemberAttemptKind, of?: string): () => void
}

/** The tries of that member. */
export function triesOf(attempts: Pick<Attempts, 'left' | 'count'>, memberId: string): MemberTries {
  const subject = (of: string) => `member ${memberId} ${of}`
  return {
    left: (kind, of = '') => attempts.left(kind, subject(of)),
    count: (kind, of = '') => attempts.count(kind, subject(of)),
  }
}
