import type { AppointmentType } from '../state/types.ts'
import { account, foreignAccount } from './clinics.ts'

function type(
  id: number,
  name: string,
  durationMinutes: number,
  color: string,
  description: string,
  more: Partial<AppointmentType> = {},
): AppointmentType {
  const usual = { accountId: account.id, isTelehealth: false, isActive: true }
  return { id, name, durationMinutes, color, description, ...usual, ...more }
}

/** Visits that can be booked; the last of ours no longer. */
export const appointmentTypes: readonly AppointmentType[] = [
  type(
    501,
    'New patient visit',
    45,
    '#0b6e6e',
    'Your first visit with us. Please bring your card.',
  ),
  type(502, 'Follow-up', 20, '#2f6fb2', 'A short visit to see how you are doing.'),
  type(503, 'Physical therapy', 30, '#7a2e8e', 'Wear clothes that you can move in.'),
  type(504, 'Video follow-up', 15, '#b25f2f', 'A short visit by video. We send you a link.', {
    isTelehealth: true,
  }),
  type(505, 'Travel vaccination', 20, '#6b6b6b', 'Shots before a journey.', { isActive: false }),
  type(911, 'Wellness check', 30, '#446688', 'A yearly check.', { accountId: foreignAccount.id }),
]
