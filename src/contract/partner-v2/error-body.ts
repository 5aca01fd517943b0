import { z } from 'zod'
import { model } from '../mark.ts'

/** A real service may leave out both fields. */
export const errorBody = model('Error', 'error-body', {
  error: z.string().nullish(),
  message: z.string().nullish(),
})

/** Codes of the two 422s of a proof's match (assumption `error-body`); without a code it means several matches. */
export const errorCodes = {
  severalMatches: 'several_matches',
  proofIncomplete: 'proof_incomplete',
} as const
