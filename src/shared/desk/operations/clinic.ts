import * as z from 'zod/mini'
import {
  groupDetails,
  groupFields,
  groupRow,
  locationDetails,
  locationFields,
  locationRow,
  practitionerNumber,
  stateChoice,
  templateDetails,
  templateRow,
} from '../clinic.ts'
import { defineOperations, nothing } from '../operation.ts'
import { reference } from '../references.ts'

const sees = { place: 'clinic', act: 'see' } as const
const changes = { place: 'clinic', act: 'change' } as const

/** How the clinic is set up at the service: locations, form templates and their groups. No patient is in it. */
export const clinicOperations = defineOperations({
  queries: {
    /** The locations of the account that are in use. */
    clinicLocations: { right: sees, input: nothing, output: z.array(locationRow) },
    clinicLocation: {
      right: sees,
      input: z.strictObject({ location: reference }),
      output: locationDetails,
    },
    /** States and provinces for the address of a location. */
    clinicStates: { right: sees, input: nothing, output: z.array(stateChoice) },
    /** The template groups of the account, or those of one practitioner. */
    clinicGroups: {
      right: sees,
      input: z.strictObject({ practitioner: z.nullable(practitionerNumber) }),
      output: z.array(groupRow),
    },
    clinicGroup: { right: sees, input: z.strictObject({ group: reference }), output: groupDetails },
    clinicTemplates: { right: sees, input: nothing, output: z.array(templateRow) },
    clinicTemplate: {
      right: sees,
      input: z.strictObject({ template: reference }),
      output: templateDetails,
    },
  },
  commands: {
    createLocation: { right: changes, input: locationFields, output: z.null() },
    /**
     * Gives a location all of `fields`. One that is not active is hidden by the service from then on; the reference that
     * was shown brings it back.
     */
    changeLocation: {
      right: changes,
      input: z.strictObject({
        location: reference,
        fields: locationFields,
        isActive: z.boolean(),
      }),
      output: z.null(),
    },
    createGroup: {
      right: changes,
      input: z.strictObject({ location: reference, fields: groupFields }),
      output: z.null(),
    },
    changeGroup: {
      right: changes,
      input: z.strictObject({ group: reference, fields: groupFields }),
      output: z.null(),
    },
    /** Makes a template group inactive. The service has no way back. */
    deactivateGroup: {
      right: changes,
      input: z.strictObject({ group: reference }),
      output: z.null(),
    },
  },
})
