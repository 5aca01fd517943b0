import type { KioskPage } from '../../shared/windows.ts'
import { systemClock } from '../base/clock.ts'
import type { StationKiosk } from '../stations/kiosk/kiosk-station.ts'
import type { KioskLog } from '../log/log.ts'
import { holdsFromNextStart } from '../settings/setting-paths.ts'
import type { Shell } from '../windows/port.ts'
import type { StaffKiosk } from '../kiosk/staff-panel/ports.ts'
import { createStaffSession } from '../kiosk/staff-panel/session/staff-session.ts'
import type { Kiosk } from '../kiosk/visit/kiosk.ts'
import { createHelpNumbers } from '../kiosk/visit/limits/help-numbers.ts'
import type { KioskServices } from './kiosk-services.ts'
import { openStationUpdates } from './station-updates.ts'
import type { ServiceConnection } from './service-connection.ts'
import type { StationStart } from './station.ts'
import type { ViewSwitch } from './view-switch.ts'
import { startVisits } from './visits.ts'

const changesState = { visitStarted: true, kioskOutOfService: true, kioskBackInService: true }

const closedKey = 'kiosk.closed'

/** Survives a restart. */
const isClosed = ({ station }: KioskServices) =>
  station.vault.securitySettings.read(closedKey) !== undefined

/** Tells whether patients are served as soon as the window is there. */
export function servesAtOnce(services: KioskServices): boolean {
  return services.staff.pin.isChosen() && !isClosed(services)
}

/** Serves patients and staff at the kiosk's window; `connection`: made in advance for the first patients. */
export function createKioskController(
  start: Pick<StationStart, 'configuration' | 'leave' | 'restart'>,
  services: KioskServices,
  { shell, page, viewSwitch }: { shell: Shell; page: KioskPage; viewSwitch: ViewSwitch },
  connection?: ServiceConnection,
) {
  const { leave, restart } = start
  const { desk, offline, settings, station } = services
  const { vault, log, version } = station
  const helpNumbers = createHelpNumbers(systemClock)
  let isUsed = false
  let isRefused = false
  let visits: Kiosk | undefined
  let isStopped = false
  let madeAhead = connection
  const visitLog: KioskLog = {
    ...log,
    event(name, fields) {
      isUsed ||= name === 'visitStarted'
      log.event(name, fields)
      if (name === 'kioskOutOfService') isRefused = true
      if (name === 'kioskBackInService') isRefused = false
      if (name === 'visitStarted' || name === 'visitEnded')
        services.setVisited(name === 'visitStarted')
      if (name in changesState) desk.update()
    },
  }
  const renew = async () => {
    await page.renew()
    isUsed = false
    vault.audit.append('wiped')
    desk.update()
  }
  const serve = () => {
    if (visits || isStopped) return
    isRefused = false
    visits = startVisits({ ...station, log: visitLog }, madeAhead ?? services.connect(), {
      shell,
      refusedOrigins: services.refusedOrigins,
      helpNumbers,
      desk,
      deskCode: desk.codes,
      page: { show: (build) => viewSwitch.show('visits', build), renew },
      offline,
      arrivals: services.arrivals,
      monitor: services.monitor,
    })
    madeAhead = undefined
  }
  const kiosk: StaffKiosk = {
    cover: (covered) => visits?.cover(covered) ?? Promise.resolve(),
    hold: () => visits?.hold() ?? null,
    goOn: (how) => visits?.goOn(how),
    async pause() {
      await visits?.end('staff')
      visits = undefined
    },
    resume: serve,
    wipe: renew,
    leave: () => leave('ended'),
    rotateKey: async () => (await vault.rotateKey()).ok,
    waitingIntakes: services.waitingIntakes,
    async forget(confirmed) {
      if (!confirmed && kiosk.waitingIntakes() > 0) throw new Error('intakes still wait')
      // No audit entry: the audit is deleted with the vault.
      log.app('everything on this kiosk is forgotten')
      try {
        await services.forget(confirmed)
      } finally {
        settings.forget()
        leave('ended')
      }
    },
    isClosed: () => isClosed(services),
    setClosed: (closed) =>
      closed
        ? vault.securitySettings.write(closedKey, new Date().toISOString())
        : vault.securitySettings.remove(closedKey),
    connection: () => services.monitor.current(),
    version,
    shell: shell.kind,
    get name() {
      return settings.current().settings.kiosk.name
    },
  }
  const staff = createStaffSession(
    { ...services.staff, kiosk },
    {
      clock: systemClock,
      show: (build) => viewSwitch.show('staff', build),
      turnTo: (actor) => viewSwitch.turnTo(actor),
      log,
      onChange: () => desk.update(),
    },
  )
  staff.start()
  const ofDesk: StationKiosk = {
    isFree: () => !isUsed && staff.stands() !== 'inside',
    state() {
      const isOut = staff.stands() === 'closed' || isRefused
      const unused = isOut ? 'outOfService' : 'free'
      const ofPatient = isUsed ? 'inUse' : unused
      return {
        name: kiosk.name,
        version: kiosk.version,
        state: staff.stands() === 'inside' ? 'staff' : ofPatient,
        connection: kiosk.connection().state,
        intakes: services.intakes(),
      }
    },
    setOutOfService(isOut) {
      if (kiosk.isClosed() === isOut) return
      kiosk.setClosed(isOut)
      staff.changed('kiosk')
    },
    reloadSettings() {
      const reloaded = settings.reload()
      if (!reloaded.ok) {
        const [problem] = reloaded.error
        return { ok: false, detail: problem ? `${problem.key}: ${problem.expected}` : 'unknown' }
      }
      staff.changed('settings')
      const later = reloaded.value.filter(holdsFromNextStart).join(', ')
      return { ok: true, detail: later ? `from the next start: ${later}` : null }
    },
    restart,
    lock: () => visits?.lock() ?? false,
    beginWithCode: (code) => visits?.beginWithCode(code) ?? false,
  }
  desk.begin(ofDesk)
  const updates = openStationUpdates(start, services.station, {
    moment: () => ({ isFree: ofDesk.isFree(), waiting: services.waitingIntakes() }),
    isWorking: () => visits === undefined || services.monitor.current().state !== 'unknown',
  })
  return {
    async isStaffPresent() {
      await staff.left()
      return !staff.isAway
    },
    staff,
    get visits() {
      return visits
    },
    log,
    async stop() {
      isStopped = true
      updates?.stop()
      staff.stop()
      await visits?.stop()
    },
    /** Every window is gone, after `stop`: audits that what a visit left in them is gone with them. */
    windowsGone() {
      if (isUsed) vault.audit.append('wiped')
    },
  }
}
