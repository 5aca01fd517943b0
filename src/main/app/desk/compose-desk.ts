import { systemClock } from '../../base/clock.ts'
import { createDeskAudit } from '../../desk/desk-audit.ts'
import { openDesk, type Desk } from '../../desk/desk.ts'
import { createKeptDay } from '../../desk/kept-day.ts'
import { answerTriedCode, createDeskCodes } from '../../desk/kiosks/desk-codes.ts'
import { openKioskSignIn, openMemberDoor } from '../../desk/kiosks/member-door.ts'
import { createMemberSession } from '../../desk/members/member-session.ts'
import { createMembers } from '../../desk/members/members.ts'
import { defaultClinicLook } from '../../intake/clinic.ts'
import { bugFields } from '../../kiosk/visit/log-port.ts'
import type { CommandHandler } from '../../windows/port.ts'
import { describeVaultError, type VaultError } from '../../vault/errors.ts'
import { shownClinic } from '../../kiosk/visit/view/view-frame.ts'
import { openStationUpdates } from '../station-updates.ts'
import { connectForMember, followClinic } from '../service-connection.ts'
import { openStation, type OpeningStation, type Station } from '../station.ts'
import { openVisitsHere } from './open-visits-here.ts'
import type { KioskHearing } from '../../desk/kiosks/hearing.ts'
import type { ClinicHub } from '../hub/clinic-hub.ts'
import { answerMembers } from '../../stations/member-questions.ts'

/** Composes a desk, and opens its window. */
export async function composeDesk(start: OpeningStation): Promise<void> {
  const { configuration, ends, secretCost: cost } = start
  const { isPractice, settings, staffPin } = configuration
  const [locale = 'en'] = settings.languages
  const opened = await start.openVault()
  if (!opened.ok) throw new Error(describeVaultError(opened.error))
  const shell = await start.platform.openDeskShell()
  ends.add(() => shell.close())
  let look = defaultClinicLook
  let desk: Desk | undefined = undefined as Desk | undefined
  let isBroken = false
  const clinic = () => ({ ...look, locales: settings.languages })
  const onStuck = () => start.leave('fault')

  const failed = { ok: false, error: { kind: 'failed' } } as const
  const handler: CommandHandler = async (raw, sender) =>
    isBroken || !desk ? failed : desk.handler(raw, sender)
  const window = await shell.openDesk({
    handler,
    locale,
    onLockKey: () =>
      void handler({ type: 'session', session: { act: 'lock' } }, { isKioskPage: true }),
    onClosed: () => start.leave('ended'),
  })

  /** Ends of what a vault that fails ends at once: a visit or an answer that cannot be audited. */
  const serving: (() => Promise<void>)[] = []
  const endAtFault = (end: () => Promise<void>) => {
    ends.add(end)
    serving.unshift(end)
  }
  /** Ends service: data that cannot be audited is not shown. */
  const onFault = (error: VaultError) => {
    start.log.app('vaultFailed', { reason: error.kind })
    isBroken = true
    window.show({
      clinic: shownClinic(clinic()),
      isPractice,
      locale,
      kiosks: { hears: 'no', calls: 0, told: 0, arrived: 0, formsDone: 0, changes: 0 },
      session: { state: 'outOfService' },
      commands: {},
    })
    for (const end of serving) void end().catch(() => undefined)
    void window.renew().catch(onStuck)
  }
  const { station } = openStation(start, opened.value, onFault)
  const { vault, log } = station
  const { audit } = vault
  const members = createMembers({ vault, audit, clock: systemClock, ...(cost && { cost }) })
  const pin = staffPin.take()
  if (pin !== undefined) await members.provision(pin)
  const codes = createDeskCodes({
    audit,
    clock: systemClock,
    onTooMany: (station) => kiosks.hub()?.desk.raise(station, 'wrongCodes'),
  })
  const signIn = openKioskSignIn(vault.securitySettings)
  const door = openMemberDoor({ members, audit, attempts: vault.attempts, signIn })
  const kiosks = openDeskKiosks(station, (hub) => {
    hub.bus.onQuestion(
      answerMembers({
        door,
        keyOf: (from) => hub.keyOf(from),
        isServing: () => !isBroken,
        onFault: (error) => log.app('a kiosk was not answered', { ...bugFields(error) }),
      }),
    )
    hub.bus.onQuestion((asked) => {
      const answered = answerTriedCode(codes, asked)
      hub.desk.changed()
      return Promise.resolve(answered)
    })
  })
  endAtFault(() => kiosks.close())
  const visits = openVisitsHere(station, {
    look: () => look,
    openShell: () => shell.openVisitShell(),
    onReturned: () => void window.bringToFront(),
    onStuck,
  })
  endAtFault(() => visits.close())
  const served = openDesk({
    members,
    clinic,
    log,
    clock: systemClock,
    kiosks,
    signIn,
    codes,
    visits,
    attempts: vault.attempts,
    keptDay: createKeptDay(vault.knowledge, systemClock),
    session: createMemberSession({
      members,
      audit,
      clock: systemClock,
      lockAfterMs: () => settings.desk.lockAfterMs,
    }),
    audit: createDeskAudit(audit, () => systemClock.now()),
    auditReading: { search: vault.auditSearch, verify: () => vault.verifyAudit() },
    exportFolder: settings.desk.exportFolder,
    connect: (memberId) => connectForMember(station, memberId),
    isPractice,
    show: (view) => isBroken || window.show(view),
    renew: () => window.renew(),
    onStuck,
  })
  desk = served
  endAtFault(() => served.stop())
  ends.add(
    followClinic(station, look, (next) => {
      look = next
      served.refresh()
    }),
  )
  const updates = openStationUpdates(start, station, {
    moment: () => ({ isFree: served.isFree(), waiting: kiosks.waiting() }),
    isWorking: () => !isBroken && kiosks.hears() !== 'opening',
  })
  ends.add(() => updates?.stop())
  log.app('the desk is open', { shell: shell.kind })
}

function openDeskKiosks(station: Station, onHub: (hub: ClinicHub) => void) {
  const { log } = station
  let hears: ReturnType<KioskHearing['hears']> = 'opening'
  let hub: ClinicHub | undefined
  let isClosed = false

  async function open() {
    const { openClinicHub } = await import('../hub/clinic-hub.ts')
    if (isClosed) return
    const opened = await openClinicHub('desk', station)
    if (opened.ok) {
      hub = opened.value
      onHub(hub)
    } else
      log.app('the desk hears no kiosks: mend the setting and start it again', {
        reason: opened.error,
      })
  }
  const opened = open()
    .catch((error: unknown) =>
      log.app('the desk hears no kiosks: start it again', { ...bugFields(error) }),
    )
    .finally(() => (hears = hub ? 'yes' : 'no'))

  const hearing: KioskHearing = { opened, hears: () => hears, hub: () => hub }
  return {
    ...hearing,
    waiting: () => hub?.bus.view().waiting ?? 0,
    async close() {
      isClosed = true
      await opened
      const ended = hub
      hub = undefined
      hears = 'no'
      await ended?.close()
    },
  }
}
