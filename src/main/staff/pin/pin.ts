import { z } from 'zod'
import { pinLength } from '../../../shared/staff.ts'
import { hashSecret, isHashed, secretHash, type HashCost } from '../../base/secret-hash.ts'
import { createSequencer } from '../../base/sequencer.ts'
import { countTry, noWrongTries, waitLeftMs, wrongTries } from '../../base/wrong-tries.ts'
import type { SecuritySettings } from '../../vault/store/security-settings.ts'
import { isEasyPin } from './easy-pins.ts'
import type { StaffPin } from '../ports.ts'

const settingKey = 'staffPin'
/** The PIN that an administrator gave last, kept like the other. */
const givenKey = 'staffPin.given'
const kept = z.strictObject({ ...secretHash.shape, ...wrongTries.shape })
type Kept = z.infer<typeof kept>

/**
 * The staff PIN of this kiosk. `time.now` is what Foyer has run on it in ms, over all its starts
 * (`Vault.time`), so that neither a restart nor a moved clock shortens a wait.
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
