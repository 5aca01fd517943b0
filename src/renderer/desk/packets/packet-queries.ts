import type { Reference } from '../../../shared/desk/references.ts'
import type { Desk } from '../desk.svelte.ts'

/** ms for which what forms there are is used as it was read. */
const staleTime = 60_000

/** What a packet can be made of. */
export const choicesQuery = (desk: Desk) => ({
  queryKey: ['templateChoices'],
  queryFn: () => desk.ask('templateChoices', {}),
  staleTime,
})

/** The templates of a group. */
export const groupQuery = (desk: Desk, group: Reference) => ({
  queryKey: ['templateGroup', group],
  queryFn: () => desk.ask('templateGroup', { group }),
  staleTime,
})

/** What a template asks. */
export const templateQuery = (desk: Desk, template: Reference) => ({
  queryKey: ['template', template],
  queryFn: () => desk.ask('template', { template }),
  staleTime,
})
