import { z } from 'zod'
import { model } from '../mark.ts'

/** Body of a partner error. Both fields may be absent on the real service, so a reader must do without. */
export const errorBody = model('Error', 'error-body', {
  error: z.string().nullish(),
  message: z.string().nullish(),
})

/**
 * Error codes that matter to Foyer: a proof's patient match has two 422s (assumption `error-body`). A 422 without a
 * code there means several matches.
 */
export const errorCodes = {
  severalMatches: 'several_matches',
  proofIncomplete: 'proof_incomplete',
} as const
