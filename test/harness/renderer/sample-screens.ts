import type { ArrivalEnding } from '../../../src/shared/arrival.ts'
import type { FieldKind } from '../../../src/shared/focused-field.ts'
import type { Screen } from '../../../src/shared/ipc.ts'

export function typingInto({ kind, isHidden }: { kind: FieldKind; isHidden: boolean }) {
  return {
    name: 'completing',
    packetName: 'New patient forms',
    completion: 'open',
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

export function contact(channel: 'sms' | 'email'): Extract<Screen, { name: 'contact' }> {
  return {
    name: 'contact',
    channel,
    step: null,
    phoneRegion: 'US',
    canUseOtherChannel: true,
    error: null,
    errorCount: 0,
  }
}

export function code(channel: 'sms' | 'email'): Extract<Screen, { name: 'code' }> {
  return {
    name: 'code',
    channel,
    length: 6,
    alphabet: 'digits',
    error: null,
    errorCount: 0,
    waitMs: 0,
    resendInMs: 30_000,
    resent: false,
    canCall: false,
    called: false,
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
