import { contract } from '../../src/contract/index.ts'
import { ok } from '../../src/shared/result.ts'
import { route } from '../http/route.ts'
import { stateProvinces } from '../seeds/state-provinces.ts'

const listedOn = '2024-01-01T00:00:00.000Z'

/** States and provinces never change. */
export const since = { createdOn: listedOn, lastUpdatedOn: listedOn }

/** States and provinces, for addresses of locations. */
export const stateProvinceRoutes = [
  route(contract.developer.stateProvinces.list, () =>
    ok(stateProvinces.map((each) => ({ ...each, ...since }))),
  ),
]
