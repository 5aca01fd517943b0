import { createHash } from 'node:crypto'
import { gt, valid } from 'semver'
import type { Settings } from '../settings/schema.ts'

/** A version that a feed offers, and the share of kiosks (percent) that are to have it now. */
export interface OfferedUpdate {
  readonly version: string
  readonly stagingPercentage?: number
}

export interface StationMoment {
  readonly at: Date
  readonly isFree: boolean
  readonly waiting: number
}

/** Places a station at 0 to 99 for a version: it is among the first n percent if below n. */
function placeInStage(id: string, version: string): number {
  const hash = createHash('sha256').update(`${id}\n${version}`).digest()
  return Number(hash.readBigUInt64BE() % 100n)
}

/** Tells why this station is not to have a version; undefined if it is. */
export function findObjection(
  { version, stagingPercentage = 100 }: OfferedUpdate,
  station: Readonly<Record<'id' | 'version', string>> & { readonly failed: readonly string[] },
  { blocked }: Pick<Settings['updates'], 'blocked'>,
): 'unreadable' | 'notNewer' | 'blocked' | 'notInStage' | undefined {
  // It becomes the name of a folder, as it is.
  if (valid(version) !== version) return 'unreadable'
  if (!gt(version, station.version)) return 'notNewer'
  if (blocked.includes(version) || station.failed.includes(version)) return 'blocked'
  // A share that is no number takes no station in.
  return placeInStage(station.id, version) < stagingPercentage ? undefined : 'notInStage'
}

/** Tells whether an hour of the day (0 to 23) lies in those of the settings; the same two: always. */
export function isWithinHours(hour: number, { from, to }: Settings['updates']['hours']): boolean {
  if (from === to) return true
  return from < to ? hour >= from && hour < to : hour >= from || hour < to
}

/** Tells why a station cannot start a new version at this moment; undefined if it can. */
export function findHindrance(
  { at, isFree, waiting }: StationMoment,
  { hours }: Pick<Settings['updates'], 'hours'>,
): 'outOfHours' | 'inUse' | 'workWaits' | undefined {
  if (!isWithinHours(at.getHours(), hours)) return 'outOfHours'
  if (!isFree) return 'inUse'
  return waiting > 0 ? 'workWaits' : undefined
}
