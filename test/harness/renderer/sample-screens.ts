import type { ArrivalEnding } from '../../../src/shared/arrival.ts'
import type { FieldKind } from '../../../src/shared/focused-field.ts'
import type { Screen } from '../../../src/shared/ipc.ts'

export function typingInto({ kind, isHidden }: { kind: FieldKind; isHidden: boolean }) {
  return {
    ...{ name: 'completing', packetName: 'New patient forms', completion: 'open' },
    typing: { token: '1', kind, hides: false, lang: '', enter: 'enter', isHidden },
  } satisfies Screen
}

type Arrival = Extract<Screen, { name: 'arrival' }>

export function arrival(
  kind: Arrival['kind'],
  more: Partial<Arrival['visits'][number]> = {},
): Arrival {
  const named = { with: 'Dr. Chen', what: 'New patient visit', place: null }
  return { name: 'arrival', kind, visits: [{ key: '1', time: '10:30', ...named, ...more }] }
}

export function ending(state: ArrivalEnding['state']): ArrivalEnding {
  const directions = 'Please sit in the blue area, next to the fish tank. We will call your name.'
  return { state, time: state === 'early' ? '15:30' : null, directions }
}

/** Whether a square of a made-up QR code is dark: its three finders, and something of everything between. */
function isDark(x: number, y: number, size: number): boolean {
  const far = size - 7
  const inFinder = (left: number, top: number) =>
    x >= left && x < left + 7 && y >= top && y < top + 7
  for (const [left, top] of [
    [0, 0],
    [far, 0],
    [0, far],
  ] as const) {
    if (!inFinder(left, top)) continue
    const ring = Math.max(Math.abs(x - left - 3), Math.abs(y - top - 3))
    return ring !== 2
  }
  return (x * x + 3 * y + x * y) % 5 < 2
}

/** The code for a phone, of so many squares a side as an address of that length has. */
export function ownPhone(size: number): Extract<Screen, { name: 'ownPhone' }> {
  const squares = Array.from({ length: size * size }, (_, at) => [at % size, Math.floor(at / size)])
  const path = squares
    .filter(([x = 0, y = 0]) => isDark(x, y, size))
    .map(([x, y]) => `M${x} ${y}h1v1h-1z`)
    .join('')
  return { name: 'ownPhone', code: { size, path }, closesInMs: 60_000 }
}

/** The question for a code of the front desk. */
export const deskCode: Extract<Screen, { name: 'deskCode' }> = {
  ...{ name: 'deskCode', length: 6, error: null, errorCount: 0, waitMs: 0, lastTry: false },
}

export function contact(channel: 'sms' | 'email'): Extract<Screen, { name: 'contact' }> {
  return {
    name: 'contact',
    channel,
    ...{ step: null, phoneRegion: 'US', canUseOtherChannel: true, canUseDeskCode: false },
    ...{ error: null, errorCount: 0 },
  }
}

export function code(channel: 'sms' | 'email'): Extract<Screen, { name: 'code' }> {
  return {
    name: 'code',
    channel,
    ...{ length: 6, alphabet: 'digits', error: null, errorCount: 0, waitMs: 0, resendInMs: 30_000 },
    ...{ resent: false, canCall: false, called: false },
    sentTo: {
      masked: channel === 'sms' ? '01' : 'm…@a-long-name-of-a-mail-provider.example',
      whole: null,
      canShow: true,
    },
    lastTry: false,
  }
}

export function lockedBy(channel: 'sms' | 'email') {
  const region = channel === 'sms' ? { phoneRegion: 'US' } : {}
  const by = { name: 'lockedByContact', channel, ...region, lastTry: false } as const
  return { ...by, error: null, errorCount: 0 } as const
}

export function birthDate(
  more: Partial<Extract<Screen, { name: 'dateOfBirth' }>>,
): Extract<Screen, { name: 'dateOfBirth' }> {
  return {
    ...{ name: 'dateOfBirth', isForAnother: false, error: null, errorCount: 0, lastTry: false },
    ...more,
  }
}

export function packets(count: number): Extract<Screen, { name: 'choosePacket' }>['packets'] {
  const names = [
    'New patient forms',
    'Consent for treatment and acknowledgement of privacy practices for minors and their guardians',
    'Knee follow-up',
  ]
  return Array.from({ length: count }, (_, index) => ({
    key: String(index + 1),
    name: names[index % names.length]!,
    dueDate: index % 3 === 2 ? null : `2026-0${(index % 9) + 1}-14`,
    started: index % 3 === 1,
  }))
}
