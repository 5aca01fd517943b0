import fc from 'fast-check'

declare const __FOYER_RUNS__: number

/** Counts the runs of a property. A property that costs much divides it; `FOYER_RUNS` and the tier set it. */
export const propertyRuns = __FOYER_RUNS__

// One seed for the default tier, so that a change alone decides what fails; fast-check prints the seed of any failure.
fc.configureGlobal({ numRuns: propertyRuns, ...(propertyRuns > 50 ? {} : { seed: 20_260_301 }) })
