import * as z from 'zod/mini'
import { kioskAct, kioskInvitation, kioskRows, pinUses } from '../kiosks.ts'
import { defineOperations, nothing } from '../operation.ts'
import { reference } from '../references.ts'

const pairs = { place: 'pairing', act: 'change' } as const

/** The clinic's kiosks, as far as they are paired with this desk. */
export const kioskOperations = defineOperations({
  queries: {
    /** How each kiosk is, as it says itself. */
    kiosks: { right: { place: 'kiosks', act: 'see' }, input: nothing, output: kioskRows },
    /** Uses of kiosks' PINs that no administrator has seen. */
    pinUses: { right: { place: 'pairing', act: 'see' }, input: nothing, output: pinUses },
  },
  commands: {
    /** Asks a kiosk for something; what became of it stands in the list once it answered. */
    commandKiosk: {
      right: { place: 'kiosks', act: 'change' },
      input: z.strictObject({ kiosk: reference, act: kioskAct }),
      output: z.null(),
      withReason: true,
    },
    /** The kiosk asks its staff whether everything on it shall be forgotten; nothing is forgotten by itself. */
    askKioskToForget: {
      right: pairs,
      input: z.strictObject({ kiosk: reference }),
      output: z.null(),
      withReason: true,
    },
    /** Makes the code that pairs one kiosk, in place of the one before; it is told this once. */
    inviteKiosk: { right: pairs, input: nothing, output: kioskInvitation },
    /** Ends the code that was made; no effect where none stands. */
    endInvitation: { right: pairs, input: nothing, output: z.null() },
    /** Says that an administrator has seen that a PIN was used; the audit keeps it. */
    seePinUse: { right: pairs, input: z.strictObject({ use: reference }), output: z.null() },
    /** Lets go of a kiosk at once: it can neither tell nor read anything any more. */
    unpairKiosk: {
      right: pairs,
      input: z.strictObject({ kiosk: reference }),
      output: z.null(),
      withReason: true,
    },
  },
})
