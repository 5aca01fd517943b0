import places from './state-provinces.json' with { type: 'json' }

/** Each with the middle of it; the sandbox knows no streets. */
const all = places.map((place, index) => ({ id: index + 1, ...place }))

/** States of the USA by their names, then provinces of Canada by theirs. */
export const stateProvinces = all.map(({ latitude: _, longitude: __, ...each }) => each)

/** Finds a state or province and the middle of it, by its id or its short name. */
export function findStateProvince(wanted: number | string): (typeof all)[number] | undefined {
  return all.find(({ id, shortName }) => id === wanted || shortName === wanted)
}
