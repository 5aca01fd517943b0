import { join } from 'node:path'
import type { Id } from '../../contract/values.ts'
import { openArrivals } from '../kiosk/arrival/arrivals.ts'
import { createCallCount } from '../base/work.ts'
import { systemClock, steadyClock } from '../base/clock.ts'
import { tellOfArrivals } from '../stations/kiosk/notices.ts'
import { createKnowledge } from '../kiosk/offline/cache/knowledge.ts'
import { keepRefreshed } from '../kiosk/offline/cache/refresh.ts'
import { createCaptureStore, type IntakeSource } from '../kiosk/offline/capture/capture-store.ts'
import type { IntakeClient } from '../intake/client/client.ts'
import type { ClinicLook } from '../intake/clinic.ts'
import {
  type ConnectionMonitor,
  createConnectionMonitor,
} from '../intake/connection/connection-monitor.ts'
import type { CheckInPlace } from '../intake/place.ts'
import { createKioskSettings } from '../settings/kiosk-settings.ts'
import type { Settings } from '../settings/schema.ts'
import { createSettingsStore } from '../settings/store.ts'
import type { Shell } from '../windows/port.ts'
import { auditStaffActs, createActingMember } from '../kiosk/staff-panel/audited-acts.ts'
import { openStaffPin } from '../kiosk/staff-panel/pin/pin.ts'
import type { StaffPorts } from '../kiosk/staff-panel/ports.ts'
import { createStaffAuditService } from '../kiosk/staff-panel/services/audit-service.ts'
import { createCredentialsService } from '../kiosk/staff-panel/services/credentials-service.ts'
import {
  createIntakesService,
  openIntakesToDesk,
} from '../kiosk/staff-panel/services/intakes-service.ts'
import {
  createFormOriginsService,
  createRefusedOriginsService,
  formsUnderTest,
} from '../kiosk/staff-panel/services/origins-service.ts'
import { createSettingsService } from '../kiosk/staff-panel/services/settings-service.ts'
import type { VaultError } from '../vault/errors.ts'
import { createRefusedOrigins } from '../vault/store/refused-origins.ts'
import type { Vault } from '../vault/vault.ts'
import { bugFields } from '../kiosk/visit/log-port.ts'
import { describeFailure } from '../kiosk/visit/machine/service-failure.ts'
import { missingWireSecrets, wireSecretsIn } from './given-secrets.ts'
import { openKioskDesk, openKioskMembers } from './kiosk-desk.ts'
import { openPairedBus } from './paired-bus.ts'
import { type ServiceConnection, connectToService } from './service-connection.ts'
import { openStation, type OpeningStation, type Station } from './station.ts'
import { type OfflineOfVisits, settleUnfinished } from './visits.ts'
import type { ConnectionState } from '../../shared/connection.ts'
import type { KioskLog } from '../log/log.ts'
import { createIntakeDelivery } from '../kiosk/offline/outbox/delivery.ts'
import { paperOf } from '../kiosk/offline/intake-pdf/intake-html.ts'
import { createIntakePdfs, type IntakePdfParts } from '../kiosk/offline/intake-pdf/intake-pdfs.ts'
import { openDesk } from '../kiosk/offline/outbox/outbox-desk.ts'
import type { OwedRow } from '../kiosk/arrival/rows.ts'
import { startOutbox } from '../kiosk/offline/outbox/outbox.ts'
import type { OutboxRow } from '../kiosk/offline/outbox/row.ts'

function groupsOf({ offline, packets }: Settings): readonly Id[] {
  if (offline.templateGroupIds.length > 0) return offline.templateGroupIds
  return packets.defaultTemplateGroupId === null ? [] : [packets.defaultTemplateGroupId]
}

/** Opens the data kept for use without the network; deletes it where the clinic has not switched that on. */
function openOfflineParts(
  { vault, settings, log }: Station,
  monitor: Pick<ConnectionMonitor, 'current'>,
  onFinished: () => void,
) {
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
    captures: createCaptureStore(vault.captures, () => settings().offline.maxIntakes, onFinished),
    knowledge,
    calls: createCallCount(),
    setVisited: (is: boolean) => (isVisited = is),
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

export type KioskServices = Awaited<ReturnType<typeof openKioskServices>>

/** Opens all that patients and staff are served with. `onFault`: the vault fails, and so no one can be served. */
export async function openKioskServices(
  start: OpeningStation,
  parts: {
    readonly vault: Vault
    readonly onFault: (error: VaultError) => void
    readonly shell: Pick<Shell, 'drawPdf'>
    readonly clinic: { look(): ClinicLook; setLook(look: ClinicLook): void }
  },
) {
  const { ends, secretCost: cost } = start
  const { loadedSettings, root, staffPin } = start.configuration
  const { clinic, onFault } = parts
  const openFile = await start.platform.loadSettingsFile?.()
  const store = createSettingsStore(loadedSettings.folder, openFile)
  const settings = createKioskSettings(loadedSettings, store)
  const current = () => settings.current().settings
  const acting = createActingMember()
  const named: Vault = {
    ...parts.vault,
    audit: acting.naming(parts.vault.audit),
    rotateKey: () => parts.vault.rotateKey(acting.fields()),
  }
  const { station, upkeep } = openStation(start, named, onFault, {
    settings: current,
    wireProfile: () => settings.wireProfile(),
  })
  const { vault, log } = station
  const { audit } = vault
  const pin = openStaffPin({
    settings: vault.securitySettings,
    time: vault.time,
    ...(cost && { cost }),
  })
  const provisionPin = () =>
    pin.provision(staffPin.take(), () => audit.append('staffPinChosen', { by: 'provisioning' }))
  if (!pin.isChosen()) await provisionPin()
  const monitor = createConnectionMonitor({
    clock: systemClock,
    random: Math.random,
    onChange: ({ from, to, reason }) =>
      log.app('connectionChanged', { outcome: to, detail: `was ${from}`, reason }),
  })
  const offline = openOfflineParts(station, monitor, () => outbox?.wake())
  /** The newest, with its credentials: the outbox goes on with it while staff look. */
  let latest: { readonly made: ServiceConnection; readonly credentials: string } | undefined
  const credentialsNow = () =>
    JSON.stringify(vault.credentials.status().map(({ name, since }) => [name, since]))
  /** Undefined once staff have given other settings or credentials. */
  const connectionThatHolds = () => {
    const holds = latest?.made.settings === current() && latest.credentials === credentialsNow()
    return holds ? latest?.made : undefined
  }
  async function endConnection() {
    const ended = latest
    latest = undefined
    await ended?.made.close()
  }
  ends.add(endConnection)
  const bus = openPairedBus(station)
  const arrivals = openArrivals({
    rows: vault.arrivals,
    service: connectionThatHolds,
    clock: systemClock,
    report: tellOfArrivals(bus, systemClock),
    connection: () => monitor.current().state,
    settings: () => (current().arrival.enabled ? current().arrival : undefined),
    log: (line) => log.app('arrivalMark', { ...line }),
    onFailed: (error) => log.event('callFailed', describeFailure(error)),
  })
  ends.add(() => arrivals.stop())
  // The outbox may report a change while it opens, before there is a desk to tell.
  let tellDesk = () => {}
  const outbox =
    offline &&
    openKioskOutbox(station, {
      source: offline.captures,
      service: connectionThatHolds,
      monitor,
      isBusy: () => offline.calls.isCalling(),
      onChange: () => tellDesk(),
      onPatient: (intake) => arrivals.owe(intake),
      draw: (html) => parts.shell.drawPdf(html),
    })
  const intakes =
    offline &&
    outbox &&
    createIntakesService(
      outbox.desk,
      () => ({ formsAt: offline.knowledge.formsAt(), room: offline.captures.roomLeft() }),
      (ids) => outbox.pdfs.save(ids),
    )
  const waitingIntakes = () => vault.captures.ids('waiting').length
  const desk = openKioskDesk(station, bus, {
    view: () => outbox?.desk.view(),
    door: openIntakesToDesk({
      intakes,
      drawPdf: outbox && ((ids) => outbox.pdfs.draw(ids)),
      kept: waitingIntakes,
      connection: () => monitor.current(),
      audit,
      acting,
    }),
  })
  ends.add(() => desk.stop())
  const countIntakes = () => {
    const { waiting = [], needsPerson = [] } = outbox?.desk.view() ?? {}
    return { waiting: waiting.length + needsPerson.length, needPerson: needsPerson.length }
  }
  tellDesk = () => {
    desk.update()
    log.noteIntakes(countIntakes())
  }
  if (outbox) {
    settleUnfinished(offline.captures, current())
    log.noteIntakes(countIntakes())
    ends.add(() => outbox.stop())
  }
  monitor.subscribe(() => {
    outbox?.wake()
    desk.update()
    arrivals.wake()
  })
  const known = offline?.knowledge.look()
  if (known) clinic.setLook(known)
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
    intakes,
    desk: desk.service,
    members: openKioskMembers(bus, acting),
    audit: auditStaffActs(audit),
  }
  const offlineOfVisits: OfflineOfVisits | undefined = offline && {
    ...offline,
    clinic: () => clinic.look(),
    clientDir: join(root, 'out', 'patient-page'),
  }
  return {
    station,
    settings,
    refusedOrigins,
    /** Keeps the PIN of this start; it costs a try, for which the first screen does not wait. */
    provisionPin,
    desk,
    waitingIntakes,
    intakes: countIntakes,
    arrivals,
    offline: offlineOfVisits,
    /** Tells whether a visit has the service to itself: what is read ahead then waits. */
    setVisited: (is: boolean) => void offline?.setVisited(is),
    staff,
    connect(): ServiceConnection {
      void endConnection()
      const made = connectToService(station, {
        monitor,
        look: {
          known: clinic.look(),
          onLook: (look) => clinic.setLook(look),
          ...(offline && { onLookRead: (look) => offline.knowledge.keepLook(look) }),
        },
        ...(offline && { readAhead: (client, place) => offline.refresh(client, place) }),
      })
      latest = { made, credentials: credentialsNow() }
      arrivals.wake()
      // Waiting handovers continue on this connection; it is closed by the next connection or at the end.
      const goesOn = outbox !== undefined || current().arrival.enabled
      return { ...made, close: () => (goesOn ? Promise.resolve() : made.close()) }
    },
    monitor,
    async forget(confirmed: boolean) {
      await endConnection()
      await upkeep.stop('forgotten')
      return vault.forget({ confirmed })
    },
  }
}

/** Opens a kiosk's outbox and staff's side of it, and begins to hand over. Throws what the vault throws. */
export function openKioskOutbox(
  {
    vault,
    settings,
    log,
  }: Pick<Station, 'vault' | 'settings'> & { readonly log: Pick<KioskLog, 'app'> },
  parts: {
    readonly source: IntakeSource
    readonly service: () => Pick<ServiceConnection, 'client' | 'place'> | undefined
    readonly monitor: { current(): { readonly state: ConnectionState } }
    readonly isBusy: () => boolean
    readonly onChange?: () => void
    /** Receives an intake's patient, perhaps more than once. `at`: when it was finished, ms since 1970. */
    readonly onPatient: (intake: Pick<OwedRow, 'intakeId' | 'patientId' | 'at'>) => void
    readonly draw: IntakePdfParts['draw']
  },
) {
  const { source } = parts
  const clock = steadyClock
  const tellOfPatient = ({ id: intakeId, state, finishedAt }: OutboxRow) => {
    const at = Date.parse(finishedAt)
    if ('patientId' in state && !Number.isNaN(at))
      parts.onPatient({ intakeId, patientId: state.patientId, at })
  }
  const outbox = startOutbox({
    source,
    clock,
    rows: vault.outbox,
    onChange(row) {
      if (row) tellOfPatient(row)
      parts.onChange?.()
    },
    delivery: createIntakeDelivery(parts.service),
    settings: () => settings().offline,
    connection: () => (parts.service() ? parts.monitor.current().state : 'offline'),
    isBusy: parts.isBusy,
    measured: () => vault.time.now(),
    random: Math.random,
    log: ({ step, ...line }) => log.app('intakeStep', { what: step, ...line }),
  })
  // A stop may have come between the step and the word of it.
  for (const row of outbox.book.all()) tellOfPatient(row)
  const desk = openDesk({
    outbox,
    source,
    audit: (act, fields) => vault.audit.append(act, fields),
  })
  const pdfs = createIntakePdfs({
    draw: parts.draw,
    settings() {
      const { offline, identity, kiosk, languages } = settings()
      return {
        folder: offline.pdfFolder,
        locale: languages[0] ?? 'en',
        paper: paperOf(identity.phoneRegion),
        kiosk: kiosk.name,
      }
    },
    helpNumberOf: (id) => outbox.book.get(id)?.helpNumber,
    read: (id) => source.read(id),
    audit: (act, fields) => vault.audit.append(act, fields),
    log: ({ reason, ...line }) => log.app('intakeNotSaved', { ...line, outcome: reason }),
    now: () => clock.wallTime(),
  })
  return { ...outbox, desk, pdfs }
}
