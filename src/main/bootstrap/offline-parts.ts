import type { Id } from '../../contract/values.ts'
import { createCallCount, type CallCount } from '../base/call-count.ts'
import { systemClock } from '../base/clock.ts'
import type { KioskLog } from '../log/log.ts'
import { createKnowledge, type KnowledgeStore } from '../offline/cache/knowledge.ts'
import { keepRefreshed } from '../offline/cache/refresh.ts'
import { createCaptureStore } from '../offline/capture/capture-store.ts'
import type { CaptureStore } from '../offline/ports.ts'
import type { IntakeClient } from '../service/client/client.ts'
import type { ConnectionMonitor } from '../service/connection/connection-monitor.ts'
import type { CheckInPlace } from '../service/place.ts'
import { bugFields } from '../visit/log-port.ts'
import type { Settings } from '../settings/schema.ts'
import type { Vault } from '../vault/vault.ts'

/** What a kiosk needs to go on without the network. */
export interface OfflineParts {
  readonly captures: CaptureStore
  readonly knowledge: KnowledgeStore
  /** The calls of visits to the service. */
  readonly calls: CallCount
  /** The same log, which also tells when a visit has the service to itself. */
  readonly log: KioskLog
  /** Keeps what is known up to date over this connection; the function that comes back ends it. */
  refresh(client: Pick<IntakeClient, 'read'>, place: CheckInPlace): () => void
}

/** The groups whose forms are asked without the network. */
function groupsOf({ offline, packets }: Settings): readonly Id[] {
  if (offline.templateGroupIds.length > 0) return offline.templateGroupIds
  return packets.defaultTemplateGroupId === null ? [] : [packets.defaultTemplateGroupId]
}

/**
 * Opens what is kept for the time without the network; undefined where the clinic has not switched that on: then
 * nothing that was known stays.
 */
export function openOfflineParts(parts: {
  readonly vault: Vault
  readonly settings: () => Settings
  readonly log: KioskLog
  readonly monitor: Pick<ConnectionMonitor, 'current'>
}): OfflineParts | undefined {
  const { vault, settings, log, monitor } = parts
  if (!settings().offline.enabled) {
    vault.knowledge.drop(Number.MAX_SAFE_INTEGER)
    return undefined
  }
  let isVisited = false
  const knowledge = createKnowledge({
    rows: vault.knowledge,
    groupIds: () => groupsOf(settings()),
    keepHours: () => settings().offline.keepHours,
    now: () => systemClock.wallTime(),
  })
  return {
    captures: createCaptureStore(vault.captures, () => settings().offline.maxIntakes),
    knowledge,
    calls: createCallCount(),
    log: {
      ...log,
      event(name, fields) {
        if (name === 'visitStarted') isVisited = true
        if (name === 'visitEnded') isVisited = false
        log.event(name, fields)
      },
    },
    refresh: (client, place) =>
      keepRefreshed({
        client,
        place,
        groupIds: groupsOf(settings()),
        knowledge,
        isBusy: () => isVisited,
        connection: () => monitor.current().state,
        clock: systemClock,
        onRefreshed: (error) =>
          error
            ? log.app('offlineKnowledgeNotRead', {
                operation: error.operation,
                error: error.kind,
                attempts: error.attempts,
              })
            : log.app('offlineKnowledgeRead'),
        onThrown: (error) => log.app('offlineKnowledgeNotRead', { ...bugFields(error) }),
      }),
  }
}
