import { checkName, type ConnectionCheck } from '../../../src/shared/staff.ts'
import type { FormOriginQuestion } from '../../../src/shared/staff-origins.ts'
import { minutesBefore } from './sample-moment.ts'

export const checks = (...states: Omit<ConnectionCheck, 'name'>[]): ConnectionCheck[] =>
  states.map((state, index) => ({ name: checkName.options[index]!, ...state }))
export const untested = { state: 'untested', reason: null } as const
export const testing = { state: 'testing', reason: null } as const
export const passed = { state: 'passed', reason: null } as const
export const failed = (reason: NonNullable<ConnectionCheck['reason']>) =>
  ({ state: 'failed', reason }) as const

export const noQuestions = { formOrigins: [], formOriginError: null }
export const question = (
  origin: string,
  rest: Partial<FormOriginQuestion> = {},
): FormOriginQuestion => ({
  ...{ key: '31', origin, from: 'tested', at: minutesBefore(1), canConfirm: true },
  ...rest,
})
