import { systemClock } from '../base/clock.ts'
import manifest from '../../../package.json' with { type: 'json' }
import { readUpdateState } from '../updates/state.ts'
import { openUpdates } from '../updates/updates.ts'
import { wireSecretsIn } from './given-secrets.ts'
import type { StationMoment } from '../updates/policy.ts'
import type { Station, StationStart } from './station.ts'

/** Tells whether this version runs on trial: once its process ends, the version before starts. */
export function isOnTrial({ environment }: StationStart['configuration']): boolean {
  const { FOYER_VERSIONS_DIR: folder } = environment
  return folder ? readUpdateState(folder).trial === manifest.version : false
}

/** Opens the updates of a kiosk or desk; undefined where nothing would start a new version. */
export function openStationUpdates(
  { configuration, restart }: Pick<StationStart, 'configuration' | 'restart'>,
  station: Station,
  of: { readonly moment: () => Omit<StationMoment, 'at'>; readonly isWorking: () => boolean },
) {
  const { FOYER_VERSIONS_DIR: folder } = configuration.environment
  if (!folder || !restart) return undefined
  const { vault, log, version } = station
  const { updates } = station.settings()
  const { url, key, channel } = updates.feed
  return openUpdates({
    folder,
    version,
    // The same at each start, and another on each kiosk.
    id: vault.markOf('updates'),
    settings: updates,
    clock: systemClock,
    openFeed:
      url === null || key === null
        ? undefined
        : async (isWanted) => {
            const { openFeed } = await import('../updates/feed.ts')
            const { caFile, proxy } = station.settings().service
            const network = { caFile, proxy, secrets: wireSecretsIn(vault) }
            return openFeed({ url, key, channel, network, folder, version, isWanted })
          },
    ...of,
    restart,
    log: (message, fields) => log.app(message, fields),
  })
}
