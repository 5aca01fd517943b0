import { closeAll } from '../../base/close-all.ts'
import { systemClock } from '../../base/clock.ts'
import type { HashCost } from '../../base/secret-hash.ts'
import { answerMembers } from '../../bus/members/answer-members.ts'
import { createDeskAudit } from '../../desk/desk-audit.ts'
import { openDesk, type Desk } from '../../desk/desk.ts'
import { answerTriedCode, createDeskCodes } from '../../desk/kiosks/desk-codes.ts'
import { openMemberDoor } from '../../desk/kiosks/member-door.ts'
import { createMemberSession } from '../../desk/members/member-session.ts'
import { createMembers } from '../../desk/members/members.ts'
import type { KioskLog } from '../../log/log.ts'
import { defaultClinicLook } from '../../service/clinic.ts'
import { isPractice } from '../../settings/schema.ts'
import type { LoadedSettings } from '../../settings/load.ts'
import type { DeskShell } from '../../shell/desk-port.ts'
import type { CommandHandler } from '../../shell/port.ts'
import { keepAudit } from '../../vault/audit/audit-copies.ts'
import { withAuditLog } from '../../vault/audit/audit-log.ts'
import type { VaultError } from '../../vault/errors.ts'
import { type Vault, reportVaultFaults } from '../../vault/vault.ts'
import { shownClinic } from '../../visit/view/view-frame.ts'
import type { SingleUse } from '../secrets.ts'
import { connectForMember, followClinic } from './desk-connections.ts'
import { openDeskKiosks, type DeskKiosks } from './desk-kiosks.ts'
import { openVisitsHere, type OpenVisitsHere } from './open-visits-here.ts'

export interface DeskStationParts {
  readonly settings: LoadedSettings
  /** The station closes it. */
  readonly vault: Vault
  readonly shell: DeskShell
  readonly log: KioskLog
  readonly version: string
  /** Given at provisioning: lets the first administrator in again. */
  readonly staffPin: SingleUse<string>
  /** Cost of one try of a member's secret; tests make it cheap. */
  readonly secretCost?: HashCost
  /** The window was closed by its user. */
  readonly onClosed: () => void
  /** The desk cannot go on: a page that may hold patients' data did not end. */
  readonly onStuck: () => void
}

export interface DeskStation {
  /** Locks it, closes its window and its vault. */
  stop(): Promise<void>
}

/** Builds a desk station and opens its window. Rejects, with nothing left open, when the window cannot be opened. */
export async function composeDesk(parts: DeskStationParts): Promise<DeskStation> {
  const { shell, version } = parts
  const { settings } = parts.settings.snapshot
  let look = defaultClinicLook
  let desk: Desk | undefined
  let kiosks: DeskKiosks | undefined
  let visits: OpenVisitsHere | undefined
  let isBroken = false
  const clinic = () => ({ ...look, locales: settings.languages })

  const ends: (() => unknown)[] = [() => parts.vault.close()]
  const stop = () => closeAll(ends.toReversed())
  try {
    const handler: CommandHandler = (raw, sender) =>
      isBroken || !desk
        ? Promise.resolve({ ok: false, error: { kind: 'failed' } })
        : desk.handler(raw, sender)
    ends.push(() => shell.close())
    const window = await shell.openDesk({
      handler,
      locale: settings.languages[0] ?? 'en',
      onLockKey: () =>
        void handler({ type: 'session', session: { act: 'lock' } }, { isKioskPage: true }),
      onClosed: parts.onClosed,
    })

    /** Ends service if the vault fails: data that cannot be audited is not shown. */
    const onFault = (error: VaultError) => {
      parts.log.app('vaultFailed', { reason: error.kind })
      isBroken = true
      window.show({
        clinic: shownClinic(clinic()),
        isPractice: isPractice(settings),
        locale: settings.languages[0] ?? 'en',
        kiosks: { hears: 'no', calls: 0, told: 0, arrived: 0, formsDone: 0, changes: 0 },
        session: { state: 'outOfService' },
      })
      // A failed write has been reported already.
      void desk?.stop().catch(() => undefined)
      // A patient who asks for help is not told that somebody hears it.
      void kiosks?.close().catch(() => undefined)
      void window.renew().catch(parts.onStuck)
      // Nor is a patient served here whose visit cannot be audited; an error at the end of their window is reported
      // separately.
      void visits?.close().catch(() => undefined)
    }
    const vault = reportVaultFaults(parts.vault, onFault)
    const log = withAuditLog(parts.log, vault.audit, { markOf: (text) => vault.markOf(text) })
    const upkeep = keepAudit({ vault, version, log, settings: () => settings, clock: systemClock })
    ends.push(() => upkeep.stop('stopped'))

    const connecting = { settings, wireProfile: parts.settings.wireProfile, vault, log }
    const members = createMembers({
      vault,
      audit: vault.audit,
      clock: systemClock,
      ...(parts.secretCost && { cost: parts.secretCost }),
    })
    const pin = parts.staffPin.take()
    if (pin !== undefined) await members.provision(pin)
    const codes = createDeskCodes({ audit: vault.audit, clock: systemClock })
    const door = openMemberDoor({ members, audit: vault.audit, attempts: vault.attempts })
    const hearing = openDeskKiosks({
      vault,
      settings,
      version,
      log,
      answer: answerTriedCode(codes),
      onHub: (hub) =>
        hub.bus.onQuestion(
          answerMembers({
            door,
            keyOf: (station) => hub.keyOf(station),
            isServing: () => !isBroken,
            onFault: (error) =>
              log.app('a kiosk was not answered', {
                detail: error instanceof Error ? error.name : 'unknown',
              }),
          }),
        ),
    })
    kiosks = hearing
    ends.push(() => hearing.close())
    const here = openVisitsHere({
      ...connecting,
      look: () => look,
      openShell: () => shell.openVisitShell(),
      onReturned: () => void window.bringToFront(),
      onStuck: parts.onStuck,
    })
    visits = here
    ends.push(() => here.close())
    const opened = openDesk({
      members,
      clinic,
      log,
      clock: systemClock,
      kiosks: hearing,
      codes,
      visits: here,
      attempts: vault.attempts,
      session: createMemberSession({
        members,
        audit: vault.audit,
        clock: systemClock,
        lockAfterMs: () => settings.desk.lockAfterMs,
      }),
      audit: createDeskAudit(vault.audit, () => systemClock.now()),
      auditReading: {
        search: vault.auditSearch,
        verify: () => vault.verifyAudit(),
        exportFolder: settings.desk.exportFolder,
      },
      connect: (memberId) => connectForMember(connecting, memberId),
      isPractice: isPractice(settings),
      show: (view) => isBroken || window.show(view),
      renew: () => window.renew(),
      onStuck: parts.onStuck,
    })
    desk = opened
    ends.push(() => opened.stop())
    ends.push(
      followClinic(connecting, look, (next) => {
        look = next
        opened.refresh()
      }),
    )
    log.app('the desk is open', { shell: shell.kind })
    return { stop }
  } catch (error) {
    await stop()
    throw error
  }
}
