import * as z from 'zod/mini'

/** Direction of a patient's move by keyboard: `forward` as by Tab, `backward` as by Shift+Tab. */
export type Way = 'forward' | 'backward'

export const formEntry = z.enum(['first', 'last', 'same'])
export type FormEntry = z.infer<typeof formEntry>

/** The keyboard came from the form into the bar: at which end of it, and how often until now. */
export const barEntry = z.strictObject({ at: z.enum(['first', 'last']), times: z.int() })
export type BarEntry = z.infer<typeof barEntry>
