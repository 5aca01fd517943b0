import { z } from 'zod'
import { pinLength } from '../../../../shared/entry-limits.ts'
import { type HashCost, hashSecret, isHashed, secretHash } from '../../../base/secret-hash.ts'
import { createSequencer } from '../../../base/sequencer.ts'
import { countTry, noWrongTries, waitLeftMs, wrongTries } from '../../../base/wrong-tries.ts'
import type { SecuritySettings } from '../../../vault/store/rows.ts'
import type { StaffPin } from '../ports.ts'

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

/** Every digit follows the one before by the same step, 9 and 0 being neighbours; a step of 0 is one digit only. */
function isRun(digits: string): boolean {
  const steps = Array.from(digits)
    .slice(1)
    .map((digit, index) => Number(digit) - Number(digits[index]))
  return [0, 1, 9].some((step) => steps.every((each) => (each + 10) % 10 === step))
}

/** Digits that come in groups of the same length, one after the other: 112233, 111222. */
function isRunOfGroups(pin: string): boolean {
  return [2, 3, 4].some((size) => {
    const groups = pin.match(new RegExp(`(\\d)\\1{${size - 1}}`, 'g')) ?? []
    return groups.join('').length === pin.length && isRun(groups.map(([digit]) => digit).join(''))
  })
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
    popular.has(pin) ||
    twoYears.test(pin) ||
    isRun(pin) ||
    isRunOfGroups(pin) ||
    isMirroredRun(pin) ||
    isRepeated(pin)
  )
}

const settingKey = 'staffPin'
/** The PIN that an administrator gave last, kept like the other. */
const givenKey = 'staffPin.given'
const kept = z.strictObject({ ...secretHash.shape, ...wrongTries.shape })
type Kept = z.infer<typeof kept>

/**
 * Opens the kiosk's staff PIN. `time.now`: ms Foyer has run here, over all starts (`Vault.time`), so that neither
 * restarts nor moved clocks shorten a wait.
 */
export function openStaffPin(options: {
  readonly settings: Pick<SecuritySettings, 'read' | 'write'>
  readonly time: { now(): number }
  readonly randomBytes?: (size: number) => Buffer
  readonly cost?: HashCost
}): StaffPin {
  const { settings, time, randomBytes, cost } = options
  const inSequence = createSequencer()

  function read(key = settingKey): Kept | undefined {
    const text = settings.read(key)
    return text === undefined ? undefined : kept.parse(JSON.parse(text))
  }
  const write = (record: Kept, key = settingKey) => settings.write(key, JSON.stringify(record))

  const assess: StaffPin['assess'] = (pin) => {
    if (pin.length < pinLength.least) return 'tooShort'
    return isEasyPin(pin) ? 'tooEasy' : 'good'
  }

  const waitMs = () => waitLeftMs(read() ?? noWrongTries, time.now())

  async function recordOf(pin: string): Promise<Kept> {
    if (assess(pin) !== 'good') throw new Error('a PIN that may not be chosen was chosen')
    return { ...(await hashSecret(pin, { cost, randomBytes })), ...noWrongTries }
  }

  return {
    isChosen: () => read() !== undefined,
    assess,
    waitMs,
    choose: (pin) => inSequence(async () => write(await recordOf(pin))),
    provision: (pin, onNew) =>
      inSequence(async () => {
        const [present, given] = [read(), read(givenKey)]
        if (present && given && (await isHashed(pin, given))) return
        const record = await recordOf(pin)
        if (!present || !(await isHashed(pin, present))) {
          onNew()
          write(record)
        }
        write(record, givenKey)
      }),
    check: (pin) =>
      inSequence(async () => {
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
