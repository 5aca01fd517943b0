import { contract } from '../../src/contract/index.ts'
import { ok } from '../../src/shared/result.ts'
import { iso } from '../clock.ts'
import { notFound } from '../http/refusal.ts'
import { route } from '../http/route.ts'
import type { RemoteCareConversion } from '../state/business.ts'
import { atLocation, takeId } from '../state/lookup.ts'

const { remoteCareConversions } = contract.partner

function present(conversion: RemoteCareConversion) {
  const { accountId: _, patient, selectedServices, attemptLinks, ...fields } = conversion
  return {
    ...fields,
    patient: { ...patient },
    selectedServices: [...selectedServices],
    attemptLinks: [...attemptLinks],
  }
}

/** Records that follow patients into remote care. */
export const remoteCareConversionRoutes = [
  route(remoteCareConversions.create, ({ state, account, location, body, now }) => {
    const conversion: RemoteCareConversion = {
      id: takeId(state, 'conversion'),
      accountId: account.id,
      locationId: location.id,
      status: 'INITIALIZED',
      patient: body.patient ?? {},
      selectedServices: body.selectedServices ?? [],
      attemptLinks: body.attemptLinks ?? [],
      createdAt: iso(now),
      updatedAt: iso(now),
    }
    state.conversions.set(conversion.id, conversion)
    return ok(present(conversion))
  }),

  route(remoteCareConversions.get, ({ state, location, params }) => {
    const conversion = atLocation(state.conversions, location, params.id)
    return conversion ? ok(present(conversion)) : notFound('conversion')
  }),

  route(remoteCareConversions.update, ({ state, location, params, body, now }) => {
    const conversion = atLocation(state.conversions, location, params.id)
    if (!conversion) return notFound('conversion')
    conversion.patient = { ...conversion.patient, ...body.patient }
    conversion.selectedServices = body.selectedServices ?? conversion.selectedServices
    conversion.attemptLinks = body.attemptLinks ?? conversion.attemptLinks
    conversion.status = 'IN_PROGRESS'
    conversion.updatedAt = iso(now)
    return ok(present(conversion))
  }),
]
