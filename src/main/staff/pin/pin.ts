import { randomBytes as systemRandomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { backoffMs } from '../../../shared/backoff.ts'
import { pinLength } from '../../../shared/staff.ts'
import { createSequencer } from '../../base/sequencer.ts'
import type { SecuritySettings } from '../../vault/store/security-settings.ts'
import { isEasyPin } from './easy-pins.ts'
import type { StaffPin } from '../ports.ts'

/** What scrypt costs: 128 × N × r bytes of memory, here 64 MiB. */
const presentCost = { N: 2 ** 16, r: 8, p: 1 } as const
const hashBytes = 32
const saltBytes = 32

const settingKey = 'staffPin'
/** The PIN that an administrator gave last, kept like the other. */
const givenKey = 'staffPin.given'
const kept = z.strictObject({
  N: z.int(),
  r: z.int(),
  p: z.int(),
  salt: z.base64(),
  hash: z.base64(),
  /** Wrong ones since the last right one. */
  wrong: z.int(),
  /** When the next one is looked at, in ms of the kiosk's measured time. */
  notBefore: z.number(),
})
type Kept = z.infer<typeof kept>
type Cost = Pick<Kept, 'N' | 'r' | 'p'>

/** Wrong PINs that cost no wait. */
const freeTries = 3
const waits = { firstMs: 30_000, longestMs: 60 * 60_000 } as const

/** ms to wait after so many wrong PINs in a row. */
function waitAfter(wrong: number): number {
  return wrong < freeTries ? 0 : backoffMs(waits, wrong - freeTries + 1)
}

function hashOf(pin: string, salt: Buffer, { N, r, p }: Cost): Promise<Buffer> {
  const options = { N, r, p, maxmem: 256 * N * r }
  return new Promise((resolve, reject) =>
    scrypt(pin, salt, hashBytes, options, (error, hash) => (error ? reject(error) : resolve(hash))),
  )
}

/**
 * The staff PIN of this kiosk. `time.now` is what Foyer has run on it in ms, over all its starts
 * (`Vault.time`), so that neither a restart nor a moved clock shortens a wait.
 */
export function openStaffPin(options: {
  readonly settings: Pick<SecuritySettings, 'read' | 'write'>
  readonly time: { now(): number }
  readonly randomBytes?: (size: number) => Buffer
  readonly cost?: Cost
}): StaffPin {
  const { settings, time, randomBytes = systemRandomBytes, cost = presentCost } = options
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

  function waitMs(): number {
    const left = (read()?.notBefore ?? 0) - time.now()
    return Math.ceil(Math.min(Math.max(left, 0), waits.longestMs))
  }

  async function isPin(pin: string, record: Kept): Promise<boolean> {
    const hash = await hashOf(pin, Buffer.from(record.salt, 'base64'), record)
    return timingSafeEqual(hash, Buffer.from(record.hash, 'base64'))
  }

  async function recordOf(pin: string): Promise<Kept> {
    if (assess(pin) !== 'good') throw new Error('a PIN that may not be chosen was chosen')
    const salt = randomBytes(saltBytes)
    const hash = await hashOf(pin, salt, cost)
    const text = (bytes: Buffer) => bytes.toString('base64')
    return { ...cost, salt: text(salt), hash: text(hash), wrong: 0, notBefore: 0 }
  }

  return {
    isChosen: () => read() !== undefined,
    assess,
    waitMs,
    choose: (pin) => inSequence(async () => write(await recordOf(pin))),
    provision: (pin, onNew) =>
      inSequence(async () => {
        const [present, given] = [read(), read(givenKey)]
        if (present && given && (await isPin(pin, given))) return
        const record = await recordOf(pin)
        if (!present || !(await isPin(pin, present))) {
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
        const wrong = record.wrong + 1
        write({ ...record, wrong, notBefore: time.now() + waitAfter(wrong) })
        if (!(await isPin(pin, record))) return { kind: 'wrong', waitMs: waitMs() }
        write({ ...record, wrong: 0, notBefore: 0 })
        return { kind: 'right' }
      }),
  }
}
