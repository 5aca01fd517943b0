import fc from 'fast-check'

declare const __FOYER_RUNS__: number

/** Counts the runs of a property; `FOYER_RUNS` and the tier set it. */
export const propertyRuns = __FOYER_RUNS__
const isDefaultTier = propertyRuns <= 50

/** Counts the runs of a property that costs much: so many in the default tier, in the full one a share of all. */
export const costlyRuns = (inDefault: number, share: number) =>
  isDefaultTier ? inDefault : propertyRuns / share

// One seed for the default tier, so that a change alone decides what fails; fast-check prints the seed of any failure.
fc.configureGlobal({ numRuns: propertyRuns, ...(isDefaultTier && { seed: 20_260_301 }) })
