import { z } from 'zod'
import { assumed } from '../mark.ts'

/** Body of a partner error. Both fields may be absent on the real service, so a reader must do without. */
export const errorBody = assumed(
  z.looseObject({
    error: z.string().nullish(),
    message: z.string().nullish(),
  }),
  'error-body',
).meta({ id: 'Error' })

/**
 * The `error` codes that matter to Foyer: two different 422s come from the patient match of a proof
 * (assumption `error-body`). A 422 without a code there means several matches, as the document says.
 */
export const errorCodes = {
  severalMatches: 'several_matches',
  proofIncomplete: 'proof_incomplete',
} as const
