import { randomBytes, randomInt as systemRandomInt } from 'node:crypto'
import type { Id } from '../../../contract/values.ts'
import type { StationId } from '../../../shared/bus/messages.ts'
import type { Answer } from '../../../shared/bus/questions.ts'
import { deskCodeDigits } from '../../../shared/code.ts'
import { createSuppressor } from '../../base/suppressor.ts'
import type { Asked } from '../../stations/port.ts'
import type { Audit } from '../../vault/audit/audit.ts'
import { keyedHash } from '../../vault/keys/derive.ts'
import { momentOf, passedMs, type BothClocks, type Moment } from '../members/passed-time.ts'

// Each code is one of 10^6, all as likely. It is void after ten tries that opened nothing, at any kiosk and meant for
// any code: so a given code is guessed in its life with a chance of 10 in 10^6, and one of the nine that can be live at
// once with 90 in 10^6. One kiosk has half of the ten: the other half is room for the slips of patients elsewhere.
/** Limits that keep the chance to guess any live code in its life below 1 in 10,000. */
export const deskCodeLimits = {
  lifeMs: 10 * 60_000,
  live: 9,
  failed: 10,
  /** Failed at one kiosk in `lifeMs`; further ones there are not looked at: no kiosk alone ends codes. */
  failedAtOne: 5,
  /** Tries in `lifeMs` at all kiosks: one that is not what it seems fills no disk with entries. */
  tries: 100,
  knownMs: 30 * 60_000,
} as const

/** `packetId`: the packet that it leads to; null: those that wait. */
type CodeSubject = { readonly patientId: Id; readonly packetId: Id | null }

/** `void`: too many failed tries; `old`: its time is over. */
type DeskCodeState = 'waiting' | 'used' | 'void' | 'old'

interface Kept extends CodeSubject {
  readonly tag: string
  readonly member: string
  readonly made: Moment
  failed: number
  end?: 'used' | 'void'
  usedAt?: StationId
}

// None is stored: with so few to try, a hash in the vault would reveal its code. Each is an HMAC under a key that ends with the process.
/** Creates the codes with which patients begin at a kiosk without a phone; a patient has one at most. */
export function createDeskCodes(parts: {
  readonly audit: Pick<Audit, 'append'>
  readonly clock: BothClocks
  readonly randomInt?: (below: number) => number
  /** Tries of a kiosk are no longer looked at. */
  readonly onTooMany?: (station: StationId) => void
}) {
  const { audit, clock, randomInt = systemRandomInt } = parts
  const { lifeMs, knownMs, live } = deskCodeLimits
  const key = randomBytes(32)
  const tagOf = (code: string) => keyedHash(key, code).toString('hex')
  const kept = new Map<string, Kept>()
  let triedAt: number[] = []
  const failedAt = new Map<StationId, number[]>()
  const overflow = createSuppressor({ quietMs: lifeMs, now: () => clock.now() })

  const stateOf = ({ end, made }: Kept): DeskCodeState =>
    end ?? (passedMs(clock, made) >= lifeMs ? 'old' : 'waiting')
  const waiting = () => [...kept.values()].filter((code) => stateOf(code) === 'waiting')
  const withTag = (tag: string) => [...kept.values()].find((code) => code.tag === tag)
  const about = ({ member, patientId, packetId }: Kept) => ({
    member,
    'record.patientId': String(patientId),
    ...(packetId !== null && { 'record.formPacketId': String(packetId) }),
  })

  function forgetOld() {
    for (const [patient, { made }] of kept)
      if (passedMs(clock, made) >= knownMs) kept.delete(patient)
  }
  /** One that no other code is, nor was lately. */
  function draw(): string {
    for (;;) {
      const code = String(randomInt(10 ** deskCodeDigits)).padStart(deskCodeDigits, '0')
      if (!withTag(tagOf(code))) return code
    }
  }
  function isOneTooMany(station: StationId): boolean {
    const now = clock.now()
    const isLately = (at: number) => now - at < lifeMs
    const here = failedAt.get(station)?.filter(isLately) ?? []
    failedAt.set(station, here)
    triedAt = triedAt.filter(isLately)
    const { failedAtOne, tries } = deskCodeLimits
    if (here.length >= failedAtOne || triedAt.length >= tries) return true
    triedAt.push(now)
    return false
  }
  function countFailed(station: StationId): readonly Kept[] {
    failedAt.get(station)?.push(clock.now())
    const counted = waiting()
    for (const code of counted) code.failed += 1
    const ended = counted.filter(({ failed }) => failed >= deskCodeLimits.failed)
    for (const code of ended) code.end = 'void'
    return ended
  }

  return {
    /** In place of the patient's last; undefined: too many others wait. To be audited before. */
    make({ member, patientId, packetId }: CodeSubject & { readonly member: string }) {
      forgetOld()
      const patient = String(patientId)
      const others = waiting().filter((code) => String(code.patientId) !== patient)
      if (others.length >= live) return undefined
      const code = draw()
      const until = clock.wallTime() + lifeMs
      const made = momentOf(clock)
      kept.set(patient, { tag: tagOf(code), member, patientId, packetId, made, failed: 0 })
      return { code, until }
    },
    /** Or `only` this one, if another may have replaced it. Audit it first. */
    withdraw(patientId: Id, only?: string) {
      const code = kept.get(String(patientId))
      if (!code || (only !== undefined && code.tag !== tagOf(only))) return
      if (stateOf(code) === 'waiting') kept.delete(String(patientId))
    },
    /** Uses up a code, and audits it; null if none waits. Throws if the audit fails, code used. */
    tried(station: StationId, typed: string): CodeSubject | null {
      forgetOld()
      if (isOneTooMany(station)) {
        if (overflow.isNew(station)) {
          audit.append('deskCodeRefused', { station, why: 'tooMany' })
          parts.onTooMany?.(station)
        }
        return null
      }
      const code = withTag(tagOf(typed))
      const state = code && stateOf(code)
      if (code && state === 'waiting') {
        code.end = 'used'
        code.usedAt = station
        audit.append('deskCodeUsed', { station, ...about(code) })
        return { patientId: code.patientId, packetId: code.packetId }
      }
      const ended = countFailed(station)
      const why = state ?? 'unknown'
      audit.append('deskCodeRefused', { station, why, ...(code && about(code)) })
      for (const each of ended) audit.append('deskCodeVoided', about(each))
      return null
    },
    /** And the kiosk where it was typed; undefined: there was none lately. */
    known(patientId: Id) {
      forgetOld()
      const code = kept.get(String(patientId))
      return code && { state: stateOf(code), usedAt: code.usedAt ?? null }
    },
  }
}

export type DeskCodes = ReturnType<typeof createDeskCodes>

/** Answers a kiosk at which a code was typed; undefined for another question, and where the vault failed. */
export function answerTriedCode(
  codes: Pick<DeskCodes, 'tried'>,
  { id, from, question }: Asked,
): Answer | undefined {
  if (question.kind !== 'deskCodeTried') return undefined
  try {
    const { patientId = null, packetId = null } = codes.tried(from, question.code) ?? {}
    return { kind: 'deskCodeChecked', of: id, patientId, packetId }
  } catch {
    // The vault has reported this itself. The desk does not answer without an audit entry.
    return undefined
  }
}
