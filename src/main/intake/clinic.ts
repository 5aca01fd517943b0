import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { contract } from '../../contract/index.ts'
import { visitReaders } from '../../contract/readers/visit-readers.ts'
import type { Id } from '../../contract/values.ts'
import { backoffMs } from '../../shared/backoff.ts'
import type { Clinic } from '../../shared/clinic.ts'
import { mapOk } from '../../shared/result.ts'
import { regionAndCity } from '../../shared/time-zone.ts'
import { systemClock, type Timers } from '../base/clock.ts'
import { after } from '../base/timers.ts'
import type { CallOptions } from './client/call-types.ts'
import type { IntakeClient } from './client/client.ts'
import type { Read } from './resources/site.ts'

/** From its location; its languages come from the settings. */
export type ClinicLook = Omit<Clinic, 'locales'>

/** Until the location's branding is known, and where it has none. */
export const defaultClinicLook: ClinicLook = {
  name: '',
  color: '#1f5f7a',
  logoLetter: '',
  logoLetterColor: '#ffffff',
}

/** Reads the clinic's look from its location, with the defaults where branding is missing, wrong or off. */
export async function readClinic(
  client: Pick<IntakeClient, 'read'>,
  locationId: Id,
  options?: CallOptions,
): Read<ClinicLook> {
  const input = { params: { location_id: locationId } }
  const { get } = contract.developer.locations
  const location = await client.read(get, visitReaders.location, input, options)
  return mapOk(location, ({ name, timeZone, phone, logoName, color, letterColor }) => {
    const zone = timeZone === undefined ? undefined : regionAndCity(timeZone)
    const areaCode = areaCodeOf(phone)
    return {
      name,
      ...(zone !== undefined && { timeZone: zone }),
      ...(areaCode !== undefined && { areaCode }),
      color: colorOr(defaultClinicLook.color, color),
      logoLetter: firstLetter(logoName ?? name),
      logoLetterColor: colorOr(defaultClinicLook.logoLetterColor, letterColor),
    }
  })
}

/** Undefined where mobile numbers have none (outside North America), and for toll-free numbers. */
function areaCodeOf(phone: string | null | undefined): string | undefined {
  const parsed = parsePhoneNumberFromString(phone ?? '', 'US')
  const isLocal = parsed?.countryCallingCode === '1' && parsed.getType() === 'FIXED_LINE_OR_MOBILE'
  return isLocal ? parsed.nationalNumber.slice(0, 3) : undefined
}

function colorOr(fallback: string, color: string | null | undefined): string {
  return color && /^#[0-9a-f]{6}$/i.test(color) ? color.toLowerCase() : fallback
}

function firstLetter(name: string): string {
  const [letter = ''] = name.trim()
  const upper = letter.toLocaleUpperCase('en')
  return upper.length <= 2 ? upper : letter
}

/** ms to the next look: after a success, after a first failure, and at most after many. */
export const knownRefreshMs = 60 * 60_000
export const unknownRetryMs = 10_000
const retries = { firstMs: unknownRetryMs, longestMs: 5 * 60_000 } as const

/** Polls the clinic's look: after 1 h, on failure 10 s doubling to 5 min. `onRead`: any success. */
export function watchClinic(
  client: Pick<IntakeClient, 'read'>,
  locationId: Id,
  known: ClinicLook,
  onChange: () => void,
  clock: Timers = systemClock,
  onRead: (look: ClinicLook) => void = () => undefined,
) {
  let look = known
  let failures = 0
  let cancel = () => {}
  const stopped = new AbortController()

  async function read(): Promise<void> {
    const read = await readClinic(client, locationId, { signal: stopped.signal })
    if (stopped.signal.aborted) return
    if (read.ok) onRead(read.value)
    if (read.ok && JSON.stringify(read.value) !== JSON.stringify(look)) {
      look = read.value
      onChange()
    }
    failures = read.ok ? 0 : failures + 1
    schedule(read.ok ? knownRefreshMs : backoffMs(retries, failures))
  }
  // It rejects when it cannot be audited: then it gave nothing out, and the next one may.
  function start() {
    read().catch(() => schedule(unknownRetryMs))
  }
  function schedule(ms: number) {
    cancel = after(clock, ms, start)
  }
  start()
  return {
    /** Until the service has answered, the one known before. */
    look: () => look,
    stop() {
      stopped.abort()
      cancel()
    },
  }
}
