import { contract } from '../../src/contract/index.ts'
import { ok } from '../../src/shared/result.ts'
import { holds } from '../http/filters.ts'
import { notFound } from '../http/refusal.ts'
import { byId, paginate, presentPage } from '../http/paginate.ts'
import { route } from '../http/route.ts'
import { inAccount, ofAccount } from '../state/lookup.ts'
import { ownFields } from '../present.ts'

const { appointmentTypes } = contract.partner

/** Kinds of visits; the list holds those that can be booked. */
export const appointmentTypeRoutes = [
  route(appointmentTypes.list, ({ state, account, query }) => {
    const types = ofAccount(state.appointmentTypes, account.id).filter(
      ({ isActive, name, description }) =>
        isActive && holds(name, query.name) && holds(description, query.description),
    )
    return presentPage(paginate(types, query, byId), ownFields)
  }),

  route(appointmentTypes.get, ({ state, account, params }) => {
    const type = inAccount(state.appointmentTypes, account.id, params.appointmentTypeId)
    return type ? ok(ownFields(type)) : notFound('appointment type')
  }),
]
