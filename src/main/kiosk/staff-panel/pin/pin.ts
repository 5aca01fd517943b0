import { z } from 'zod'
import { pinLength } from '../../../../shared/entry-limits.ts'
import type { SignInAnswer } from '../../../../shared/staff-members.ts'
import { type HashCost, hashSecret, isHashed, secretHash } from '../../../base/secret-hash.ts'
import { createSequencer } from '../../../base/sequencer.ts'
import { countTry, noWrongTries, waitLeftMs, wrongTries } from '../../../base/wrong-tries.ts'
import type { SecuritySettings } from '../../../vault/store/rows.ts'

/** PINs that people choose so often that somebody who guesses begins with them, and that no rule below finds. */
const popular =
  /^(123654|142536|147258|147852|159357|159753|258369|321654|369258|456123|520131|741852|789456|963852)$/
const twoYears = /^(19|20)\d\d(19|20)\d\d$/
const repeated = /^(\d+)\1+$/

/** Each digit follows the one before by one up or down, 9 and 0 being neighbours, however often it comes: 112345. */
function isRun(digits: string): boolean {
  const once = Array.from(digits.replaceAll(/(\d)\1+/g, '$1'))
  const steps = once.slice(1).map((digit, index) => Number(digit) - Number(once[index]))
  return [1, 9].some((step) => steps.every((each) => (each + 10) % 10 === step))
}

function isMirroredRun(pin: string): boolean {
  const half = pin.slice(0, pin.length / 2)
  return pin === half + Array.from(half).reverse().join('') && isRun(half)
}

/** Tells whether a PIN is one of those that everybody tries first. */
export function isEasyPin(pin: string): boolean {
  const isOf = (form: RegExp) => form.test(pin)
  return [popular, twoYears, repeated].some(isOf) || isRun(pin) || isMirroredRun(pin)
}

const settingKey = 'staffPin'
/** The PIN that an administrator gave last, kept like the other. */
const givenKey = 'staffPin.given'
const kept = z.strictObject({ ...secretHash.shape, ...wrongTries.shape })
type Kept = z.infer<typeof kept>

export type PinAnswer =
  | { readonly kind: 'right' }
  | Extract<SignInAnswer, { readonly kind: 'wrong' | 'wait' }>

export type StaffPin = ReturnType<typeof openStaffPin>

/** Opens the kiosk's staff PIN, a scrypt hash in the vault. `time.now`: ms Foyer has run here (`Vault.time`). */
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

  function assess(pin: string) {
    if (pin.length < pinLength.least) return 'tooShort'
    return isEasyPin(pin) ? 'tooEasy' : 'good'
  }

  /** Survives a restart, and no clock that someone sets shortens it. */
  const waitMs = () => waitLeftMs(read() ?? noWrongTries, time.now())

  async function recordOf(pin: string): Promise<Kept> {
    if (assess(pin) !== 'good') throw new Error('a PIN that may not be chosen was chosen')
    return { ...(await hashSecret(pin, cost)), ...noWrongTries }
  }

  return {
    isChosen: () => read() !== undefined,
    assess,
    waitMs,
    choose: (pin: string) => inSequence(async () => write(await recordOf(pin))),
    /** Keeps an administrator's PIN unless it was the last one given. `onNew` runs before a new one is kept. */
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
    /** The attempt is counted on the disk before anything is compared. */
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
