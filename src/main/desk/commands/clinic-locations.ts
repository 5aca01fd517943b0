import { contract } from '../../../contract/index.ts'
import type {
  ReadClinicLocation,
  ReadStateProvince,
} from '../../../contract/readers/clinic-readers.ts'
import { anyAnswer } from '../../../contract/readers/reading.ts'
import { sameId, type Id } from '../../../contract/values.ts'
import type { LocationFields } from '../../../shared/desk/clinic.ts'
import type { DeskRefusal } from '../../../shared/desk/messages.ts'
import { err, ok, type Result } from '../../../shared/result.ts'
import { isRefusal } from '../../service/http/refusal.ts'
import { refusalOf } from '../failures.ts'
import type { ClinicReads } from '../queries/clinic.ts'
import type { DeskWork } from '../work.ts'
import { wholeNumber } from '../whole-number.ts'

const { locations } = contract.developer

type Done = Promise<Result<null, DeskRefusal>>
/** What is typed of a location; its state as the service knows it. */
export type NewLocation = Omit<LocationFields, 'state'> & { readonly state: Id }

/** The commands that concern locations. Where an answer was lost, they look whether it was done all the same. */
export function locationCommands({ client, signal }: DeskWork, reads: ClinicReads) {
  async function bodyOf(fields: NewLocation, active: boolean) {
    const states = await reads.states()
    if (!states.ok) return err(refusalOf(states.error))
    const state = states.value.find(({ id }) => sameId(id, fields.state))
    const stateId = wholeNumber(state?.id)
    if (!state || stateId === undefined) return err({ kind: 'unknownReference' } as const)
    return ok(asSent(fields, { ...state, id: stateId }, active))
  }

  return {
    /** Creates a location that is active. */
    async create(fields: NewLocation): Done {
      const [body, before] = [await bodyOf(fields, true), await reads.locations()]
      if (!body.ok) return body
      if (!before.ok) return err(refusalOf(before.error))
      const made = await client.read(locations.create, anyAnswer, { body: body.value }, { signal })
      if (made.ok) return ok(null)
      if (isRefusal(made.error)) return err(refusalOf(made.error))
      const after = await reads.locations()
      const isNew = (id: Id) => !before.value.some((each) => sameId(each.id, id))
      const isThere =
        after.ok && after.value.some(({ id, name }) => name === fields.name && isNew(id))
      return isThere ? ok(null) : err(refusalOf(made.error))
    },

    /** Gives a location all of `fields`, and says whether it is in use. */
    async change(locationId: Id, fields: NewLocation, isActive: boolean): Done {
      const id = wholeNumber(locationId)
      if (id === undefined) return err({ kind: 'failed' })
      const body = await bodyOf(fields, isActive)
      if (!body.ok) return body
      const sent = { body: { id, ...body.value } }
      const changed = await client.read(locations.update, anyAnswer, sent, { signal })
      if (changed.ok) return ok(null)
      if (isRefusal(changed.error)) return err(refusalOf(changed.error))
      if (isActive) {
        const after = await reads.location(locationId)
        return after.ok && has(after.value, fields) ? ok(null) : err(refusalOf(changed.error))
      }
      const after = await reads.locations()
      const isHidden = after.ok && !after.value.some((each) => sameId(each.id, locationId))
      return isHidden ? ok(null) : err(refusalOf(changed.error))
    },
  }
}

function asSent(
  fields: NewLocation,
  state: ReadStateProvince & { readonly id: number },
  active: boolean,
) {
  const { name, timeZone, phoneNumber, address1, address2, city, postalCode, staff } = fields
  return {
    ...{ name, timeZone, active, staffIds: [...new Set(staff)] },
    address: {
      ...{ address1, city, postalCode, stateProvince: { ...state } },
      ...(address2 !== '' && { address2 }),
    },
    ...(phoneNumber !== '' && { phoneNumber }),
  }
}

/** Whether a location is as it was to be, as far as the service tells it: whose staff they are, it does not. */
function has(location: ReadClinicLocation, fields: NewLocation): boolean {
  const texts = ['name', 'timeZone', 'phoneNumber', 'address1', 'address2', 'city', 'postalCode']
  return (
    (texts as (keyof ReadClinicLocation & keyof NewLocation)[]).every(
      (each) => (location[each] ?? '') === fields[each],
    ) &&
    location.state !== undefined &&
    sameId(location.state.id, fields.state)
  )
}
