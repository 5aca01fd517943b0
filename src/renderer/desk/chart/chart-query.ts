import type { Reference } from '../../../shared/desk/references.ts'
import type { Desk } from '../desk.svelte.ts'

/** Who the patient of a chart is; the frame and its parts look at the same answer, and do not each ask for it. */
export const chartQuery = (desk: Desk, chart: Reference) => ({
  queryKey: ['patientChart', chart],
  queryFn: () => desk.ask('patientChart', { chart }),
  staleTime: 20_000,
})
