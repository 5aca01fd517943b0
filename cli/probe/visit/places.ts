import { plainName } from '../../../src/contract/readers/record.ts'
import {
  besideEnvelope,
  envelopeFields,
  recordFields,
} from '../../../src/contract/readers/vocabulary.ts'
import type { JsonPath } from '../../../src/contract/wire/json-path.ts'
import { isEntry } from '../../output/cells.ts'

/** Something that stands in an answer. */
export interface Place {
  readonly path: JsonPath
  readonly value: unknown
}

const deepest = 5
const mostPlaces = 500

/**
 * Everything in an answer that is not an object, the lists included, from the outside in. Of a list of objects the
 * first is looked at. A name that a profile cannot write is left out.
 */
export function placesIn(value: unknown, path: JsonPath = []): Place[] {
  if (path.length > deepest) return []
  if (Array.isArray(value)) {
    const first: unknown = value[0]
    return [{ path, value }, ...(isEntry(first) ? placesIn(first, [...path, 0]) : [])]
  }
  if (!isEntry(value)) return [{ path, value }]
  return Object.entries(value)
    .filter(([name]) => /^[A-Za-z_]\w{0,39}$/.test(name))
    .flatMap(([name, inner]) => placesIn(inner, [...path, name]))
    .slice(0, mostPlaces)
}

/** A place as a wire profile writes it. */
export function written(path: JsonPath): string {
  const text = path
    .map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`))
    .join('')
    .replace(/^\./, '')
  return text === '' ? '$' : text
}

/** The only one of the places that fits; undefined where none does, or several. */
export function onlyPlace(
  places: readonly Place[],
  fits: (place: Place & { readonly name: string }) => boolean,
): Place | undefined {
  const found = places.filter((place) =>
    fits({ ...place, name: written(place.path).toLowerCase() }),
  )
  const [first, ...others] = found
  return others.length === 0 ? first : undefined
}

const beside = new Set(besideEnvelope.map(plainName))
const wrapping = new Set([...envelopeFields, ...Object.values(recordFields).flat()].map(plainName))

/** Where the record stands that is all an answer holds; the whole where nothing is wrapped around it. */
export function recordPlace(value: unknown): JsonPath {
  if (!isEntry(value)) return []
  const names = Object.keys(value)
  const inner = names.filter((name) => wrapping.has(plainName(name)) && isEntry(value[name]))
  const [name] = inner
  if (name === undefined || inner.length > 1) return []
  if (!names.every((each) => each === name || beside.has(plainName(each)))) return []
  return [name, ...recordPlace(value[name])]
}

const ofAnyRecord = new Set([...envelopeFields, 'record', 'resource'].map(plainName))

/** The beginning of a record's place that may be that of other records too: `data` of `data.session`. */
export function sharedRoot(place: JsonPath): JsonPath {
  const end = place.findIndex(
    (step) => typeof step !== 'string' || !ofAnyRecord.has(plainName(step)),
  )
  return end < 0 ? place : place.slice(0, end)
}
