import { z } from 'zod'
import { pinLength } from '../../../../shared/entry-limits.ts'
import type { SignInAnswer } from '../../../../shared/staff-members.ts'
import { type HashCost, hashSecret, isHashed, secretHash } from '../../../base/secret-hash.ts'
import { createSequencer } from '../../../base/sequencer.ts'
import { countTry, noWrongTries, waitLeftMs, wrongTries } from '../../../base/wrong-tries.ts'
import type { SecuritySettings } from '../../../vault/store/rows.ts'

/** PINs that people choose so often that somebody who guesses begins with them, and that no rule below finds. */
const popular: ReadonlySet<string> = new Set([
  '123654',
  '142536',
  '147258',
  '147852',
  '159357',
  '159753',
  '258369',
  '321654',
  '369258',
  '456123',
  '520131',
  '741852',
  '789456',
  '963852',
])

const twoYears = /^(19|20)\d\d(19|20)\d\d$/

/** Each digit follows the one before by one up or down, 9 and 0 being neighbours, however often it comes: 112345. */
function isRun(digits: string): boolean {
  const once = Array.from(digits.replaceAll(/(\d)\1+/g, '$1'))
  const steps = once.slice(1).map((digit, index) => Number(digit) - Number(once[index]))
  return [1, 9].some((step) => steps.every((each) => (each + 10) % 10 === step))
}

/** A run there and back again: 123321. */
function isMirroredRun(pin: string): boolean {
  const half = pin.slice(0, pin.length / 2)
  return pin === half + Array.from(half).reverse().join('') && isRun(half)
}

/** The same again: 121212, 123123, 19841984. */
function isRepeated(pin: string): boolean {
  return /^(\d+)\1+$/.test(pin)
}

/** Tells whether a PIN is one of those that everybody tries first. */
export function isEasyPin(pin: string): boolean {
  return (
    popular.has(pin) || twoYears.test(pin) || isRun(pin) || isMirroredRun(pin) || isRepeated(pin)
  )
}

const settingKey = 'staffPin'
/** The PIN that an administrator gave last, kept like the other. */
const givenKey = 'staffPin.given'
const kept = z.strictObject({ ...secretHash.shape, ...wrongTries.shape })
type Kept = z.infer<typeof kept>

/** Outcome of a check of a PIN: right, or as a member's secret is refused. */
export type PinAnswer =
  | { readonly kind: 'right' }
  | Extract<SignInAnswer, { readonly kind: 'wrong' | 'wait' }>

/** The staff PIN of this kiosk. It rests as a scrypt hash in the vault; there is no default one. */
export type StaffPin = ReturnType<typeof openStaffPin>

/**
 * Opens the kiosk's staff PIN. `time.now`: ms Foyer has run here, over all starts (`Vault.time`), so that neither
 * restarts nor moved clocks shorten a wait.
 */
export function openStaffPin(options: {
  readonly settings: Pick<SecuritySettings, 'read' | 'write'>
  readonly time: { now(): number }
  readonly cost?: HashCost
}) {
  const { settings, time, cost } = options
  const inSequence = createSequencer()

  function read(key = settingKey): Kept | undefined {
    const text = settings.read(key)
    return text === undefined ? undefined : kept.parse(JSON.parse(text))
  }
  const write = (record: Kept, key = settingKey) => settings.write(key, JSON.stringify(record))

  /** Tells whether a PIN may be chosen: long enough, and not one that everybody tries first. */
  function assess(pin: string) {
    if (pin.length < pinLength.least) return 'tooShort'
    return isEasyPin(pin) ? 'tooEasy' : 'good'
  }

  /** ms until another one is looked at; survives a restart, and no clock that someone sets shortens it. */
  const waitMs = () => waitLeftMs(read() ?? noWrongTries, time.now())

  async function recordOf(pin: string): Promise<Kept> {
    if (assess(pin) !== 'good') throw new Error('a PIN that may not be chosen was chosen')
    return { ...(await hashSecret(pin, cost)), ...noWrongTries }
  }

  return {
    isChosen: () => read() !== undefined,
    assess,
    waitMs,
    /** Keeps a PIN that `assess` finds good, in place of the one before, and forgets wrong attempts. */
    choose: (pin: string) => inSequence(async () => write(await recordOf(pin))),
    /**
     * Keeps an administrator's PIN from a start, unless it was the last one given. The present PIN keeps its wrong
     * attempts. `onNew` runs before a new one is kept.
     */
    provision: (pin: string | undefined, onNew: () => void) =>
      inSequence(async () => {
        if (pin === undefined) return
        const [present, given] = [read(), read(givenKey)]
        // A permanent PIN in the environment must not undo staff's changes.
        if (present && given && (await isHashed(pin, given))) return
        const record = await recordOf(pin)
        if (!present || !(await isHashed(pin, present))) {
          onNew()
          write(record)
        }
        write(record, givenKey)
      }),
    /** Looks whether it is the one. The attempt is counted on the disk before anything is compared. */
    check: (pin: string) =>
      inSequence(async (): Promise<PinAnswer> => {
        const record = read()
        if (!record) throw new Error('a PIN was checked where none is chosen')
        const left = waitMs()
        if (left > 0) return { kind: 'wait', waitMs: left }
        write({ ...record, ...countTry(record, time.now()) })
        if (!(await isHashed(pin, record))) return { kind: 'wrong', waitMs: waitMs() }
        write({ ...record, ...noWrongTries })
        return { kind: 'right' }
      }),
  }
}
