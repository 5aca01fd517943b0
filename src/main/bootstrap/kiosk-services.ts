import type { Id } from '../../contract/values.ts'
import { err } from '../../shared/result.ts'
import { type Arrivals, openArrivals } from '../arrival/arrivals.ts'

import { createCallCount } from '../base/call-count.ts'
import { systemClock } from '../base/clock.ts'
import type { HashCost } from '../base/secret-hash.ts'
import type { KioskLog } from '../log/log.ts'
import { createKnowledge } from '../offline/cache/knowledge.ts'
import { keepRefreshed } from '../offline/cache/refresh.ts'
import { createCaptureStore } from '../offline/capture/capture-store.ts'
import type { IntakeClient } from '../service/client/client.ts'
import type { ClinicLook } from '../service/clinic.ts'
import {
  type ConnectionMonitor,
  createConnectionMonitor,
} from '../service/connection/connection-monitor.ts'
import type { CheckInPlace } from '../service/place.ts'
import { createKioskSettings } from '../settings/kiosk-settings.ts'
import type { LoadedSettings } from '../settings/load.ts'
import type { Settings } from '../settings/schema.ts'
import { type OpenConf, createSettingsStore } from '../settings/store.ts'
import type { Shell } from '../shell/port.ts'
import { auditStaffActs, createActingMember } from '../staff/audited-acts.ts'
import { openStaffPin } from '../staff/pin/pin.ts'
import type { StaffPorts } from '../staff/ports.ts'
import { createStaffAuditService } from '../staff/services/audit-service.ts'
import { createCredentialsService } from '../staff/services/credentials-service.ts'
import { createIntakesService } from '../staff/services/intakes-service.ts'
import {
  createFormOriginsService,
  createRefusedOriginsService,
  formsUnderTest,
} from '../staff/services/origins-service.ts'
import { createSettingsService } from '../staff/services/settings-service.ts'
import { keepAudit } from '../vault/audit/audit-copies.ts'
import { withAuditLog } from '../vault/audit/audit-log.ts'
import type { VaultError } from '../vault/errors.ts'
import { createRefusedOrigins } from '../vault/store/refused-origins.ts'
import { type Vault, reportVaultFaults } from '../vault/vault.ts'
import { bugFields } from '../visit/log-port.ts'
import { describeFailure } from '../visit/machine/service-failure.ts'
import { missingWireSecrets, wireSecretsIn } from './given-secrets.ts'
import { type KioskDesk, openKioskDesk } from './kiosk-desk.ts'
import { openKioskMembers } from './kiosk-members.ts'
import {
  type KioskOutbox,
  intakeSourceOf,
  openKioskOutbox,
  printSettings,
  wakingAtTheEnd,
} from './kiosk-outbox.ts'
import { tellOfArrivals } from '../bus/kiosk/notices.ts'
import type { PairedBus } from '../bus/kiosk/paired-bus.ts'
import type { SingleUse } from './secrets.ts'
import { type ServiceConnection, connectToService } from './service-connection.ts'
import { type OfflineOfVisits, settleUnfinished } from './visits.ts'

/** Returns the groups whose forms are asked without the network. */
function groupsOf({ offline, packets }: Settings): readonly Id[] {
  if (offline.templateGroupIds.length > 0) return offline.templateGroupIds
  return packets.defaultTemplateGroupId === null ? [] : [packets.defaultTemplateGroupId]
}

/**
 * Opens the data kept for use without the network; undefined if the clinic has not switched that on: then all earlier
 * data is deleted.
 */
function openOfflineParts(parts: {
  readonly vault: Vault
  readonly settings: () => Settings
  readonly log: KioskLog
  readonly monitor: Pick<ConnectionMonitor, 'current'>
}) {
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
  const visitLog: KioskLog = {
    ...log,
    event(name, fields) {
      if (name === 'visitStarted') isVisited = true
      if (name === 'visitEnded') isVisited = false
      log.event(name, fields)
    },
  }
  return {
    captures: createCaptureStore(vault.captures, () => settings().offline.maxIntakes),
    knowledge,
    /** Counts the calls of visits to the service. */
    calls: createCallCount(),
    /** The same log, which also learns when a visit has the service to itself. */
    log: visitLog,
    /** Keeps what is known up to date over this connection; the function that comes back ends it. */
    refresh: (client: Pick<IntakeClient, 'readUntil'>, place: CheckInPlace) =>
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

/** The services for patients and staff, which need an open vault. */
export type KioskServices = Awaited<ReturnType<typeof openKioskServices>>

export interface KioskServicesParts {
  /** The settings as they were read at the start. */
  readonly settings: LoadedSettings
  /** Loads what the shell opens the file of the kiosk's settings with, if it has something of its own. */
  readonly loadSettingsFile?: () => Promise<OpenConf>
  /** Given at provisioning: the staff PIN from now on. */
  readonly staffPin: SingleUse<string>
  readonly log: KioskLog
  readonly version: string
  /** The built page that a patient fills forms in without the network. */
  readonly patientPageDir: string
  /** Draws a PDF. */
  readonly shell: Pick<Shell, 'drawPdf'>
  /** Opens the kiosk's pairing and its bus; without it there is none. */
  readonly openBus?: OpenBus
  /** Cost of a try of the PIN, where a test wants it cheap. */
  readonly secretCost?: HashCost
}

export type OpenBus = (parts: {
  readonly vault: Vault
  readonly settings: () => Settings
  readonly log: KioskLog
}) => PairedBus

/** Holds the clinic's look as it is known now. */
interface ClinicLookHolder {
  look(): ClinicLook
  setLook(look: ClinicLook): void
}

/**
 * Opens all that patients and staff are served with. `onFault`: the vault can no longer be used, and so no one be
 * served.
 */
export async function openKioskServices(
  parts: KioskServicesParts,
  opened: Vault,
  clinic: ClinicLookHolder,
  onFault: (error: VaultError) => void,
) {
  const reporting = reportVaultFaults(opened, onFault)
  const acting = createActingMember()
  const audit = acting.naming(reporting.audit)
  const vault: Vault = {
    ...reporting,
    audit,
    rotateKey: () => reporting.rotateKey(acting.fields()),
  }
  const audited = withAuditLog(parts.log, audit, { markOf: (text) => vault.markOf(text) })
  const pin = openStaffPin({
    settings: vault.securitySettings,
    time: vault.time,
    ...(parts.secretCost && { cost: parts.secretCost }),
  })
  const given = parts.staffPin.take()
  if (given !== undefined)
    await pin.provision(given, () => audit.append('staffPinChosen', { by: 'provisioning' }))
  const store = createSettingsStore(parts.settings.folder, await parts.loadSettingsFile?.())
  const settings = createKioskSettings(parts.settings, store)
  const current = () => settings.current().settings
  let outbox: KioskOutbox | undefined
  const later: { arrivals?: Arrivals; desk?: KioskDesk | undefined } = {}
  const monitor = createConnectionMonitor({
    clock: systemClock,
    random: Math.random,
    onChange({ from, to, reason }) {
      audited.app('connectionChanged', { outcome: to, detail: `was ${from}`, reason })
      outbox?.wake()
      later.desk?.update()
      later.arrivals?.wake()
    },
  })
  const offline = openOfflineParts({ vault, settings: current, log: audited, monitor })
  /** The newest connection, and the credentials that it was made with. The outbox goes on with it while staff look. */
  let latest: { readonly made: ServiceConnection; readonly credentials: string } | undefined
  const credentialsNow = () =>
    JSON.stringify(vault.credentials.status().map(({ name, since }) => [name, since]))
  /**
   * Undefined once staff have given other settings or credentials: the next visits have a connection made with them.
   */
  const connectionThatHolds = () =>
    latest?.made.settings === current() && latest.credentials === credentialsNow()
      ? latest.made
      : undefined
  async function endConnection() {
    const ended = latest
    latest = undefined
    await ended?.made.close()
  }
  const log = offline?.log ?? audited
  const bus = parts.openBus?.({ vault, settings: current, log })
  const marks = openArrivals({
    rows: vault.arrivals,
    service: connectionThatHolds,
    clock: systemClock,
    listener: bus && tellOfArrivals(bus, systemClock),
    connection: () => monitor.current().state,
    settings: () => (current().arrival.enabled ? current().arrival : undefined),
    log: (line) => log.app('arrivalMark', { ...line }),
    onFailed: (error) => log.event('callFailed', describeFailure(error)),
  })
  later.arrivals = marks
  if (offline) {
    settleUnfinished(offline.captures, current())
    outbox = openKioskOutbox({
      vault,
      source: intakeSourceOf(vault.captures, offline.captures),
      service: connectionThatHolds,
      monitor,
      settings: () => current().offline,
      isBusy: () => offline.calls.isCalling(),
      onChange: () => later.desk?.update(),
      onPatient: (intake) => marks.owe(intake),
      log: audited,
      pdf: {
        draw: (html) => parts.shell.drawPdf(html),
        settings: () => printSettings(current()),
      },
    })
  }
  const desk = bus && openKioskDesk({ vault, bus, intakes: () => outbox?.desk.view() })
  later.desk = desk
  const known = offline?.knowledge.look()
  if (known) clinic.setLook(known)
  const upkeep = keepAudit({
    vault,
    settings: current,
    version: parts.version,
    log,
    clock: systemClock,
  })
  const refusedOrigins = createRefusedOrigins(vault.securitySettings)
  const wire = {
    get profile() {
      return settings.wireProfile()
    },
    secrets: wireSecretsIn(vault),
  }
  for (const name of missingWireSecrets(wire.profile, wire.secrets))
    log.app('wireSecretMissing', { detail: name })
  const { credentials, testConnection } = createCredentialsService({
    vault,
    service: () => current().service,
    wire,
    forms: () => formsUnderTest(current(), (refusal) => audit.append('formOriginTested', refusal)),
    log,
  })
  const staff: Omit<StaffPorts, 'kiosk'> = {
    pin,
    auditService: createStaffAuditService(vault, Date.now, () => upkeep.fault()),
    credentials,
    testConnection,
    settings: createSettingsService(settings),
    formOrigins: createFormOriginsService(audit, settings),
    refusedOrigins: createRefusedOriginsService(refusedOrigins, settings),
    intakes: outbox && createIntakesService({ desk: outbox.desk, savePdf: outbox.savePdf }),
    desk: desk?.service,
    members: bus && openKioskMembers(bus, acting),
    audit: auditStaffActs(audit),
  }
  const offlineOfVisits: OfflineOfVisits | undefined = offline && {
    calls: offline.calls,
    captures: wakingAtTheEnd(offline.captures, () => outbox?.wake()),
    knowledge: offline.knowledge,
    connection: () => monitor.current().state,
    onConnectionChange: (listener) => monitor.subscribe(listener),
    clinic: () => clinic.look(),
    clientDir: parts.patientPageDir,
  }
  const forgettable: Vault = {
    ...vault,
    async forget(options) {
      const count = options?.confirmed ? 0 : vault.captures.ids('waiting').length
      if (count > 0) return err({ kind: 'stillWaiting', count })
      await endConnection()
      await upkeep.stop('forgotten')
      return vault.forget(options)
    },
  }
  return {
    vault: forgettable,
    /** Audits what it logs. */
    log,
    settings,
    refusedOrigins,
    /** The clinic's desk; undefined where this start knows no way to one. */
    desk,
    /** Counts the intakes that wait, and those of them that need a person. */
    intakes() {
      const { waiting = [], needsPerson = [] } = outbox?.desk.view() ?? {}
      return { waiting: waiting.length + needsPerson.length, needPerson: needsPerson.length }
    },
    arrivals: marks,
    /** Undefined where the clinic has not switched on check-in without the network. */
    offline: offlineOfVisits,
    /** Ports of the staff session besides the kiosk itself. */
    staff,
    /** Connects to the intake service, with the credentials and settings that hold now. */
    connect(): ServiceConnection {
      void endConnection()
      const made = connectToService({
        settings: current(),
        wireProfile: settings.wireProfile(),
        vault,
        log,
        look: clinic.look(),
        onLook: (look) => clinic.setLook(look),
        monitor,
        ...(offline && {
          onLookRead: (look) => offline.knowledge.keepLook(look),
          readAhead: (client, place) => offline.refresh(client, place),
        }),
      })
      latest = { made, credentials: credentialsNow() }
      marks.wake()
      // Waiting handovers continue on this connection; it is closed by the next connection or at the end.
      const goesOn = outbox !== undefined || current().arrival.enabled
      return { ...made, close: () => (goesOn ? Promise.resolve() : made.close()) }
    },
    monitor,
    /** Stops the background work. */
    async stop() {
      await outbox?.stop()
      await desk?.stop()
      await marks.stop()
      await endConnection()
      await upkeep.stop('stopped')
    },
  }
}
