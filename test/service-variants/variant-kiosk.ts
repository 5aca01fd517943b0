import { setImmediate as turn } from 'node:timers/promises'
import { account, locations } from '../../sandbox/seeds/clinics.ts'
import { defaultTemplateGroupId } from '../../sandbox/seeds/templates.ts'
import { sandboxSecret } from '../../sandbox/http/wire.ts'
import { parseWireProfile, type WireProfile } from '../../src/contract/wire-profile.ts'
import { checkAccess } from '../../src/main/intake/access.ts'
import { createCheckInService } from '../../src/main/intake/check-in-service.ts'
import { createIntakeClient } from '../../src/main/intake/client/client.ts'
import type { PatientCommand, Screen } from '../../src/shared/ipc.ts'
import type { SteppedClock } from '#harness/offline/stepped-clock.ts'
import { clientOptionsOf } from '#harness/service/connect-to.ts'
import { VisitHarness, type VisitHarnessOptions } from '#harness/visit/visit-harness.ts'
import { clientClock } from './client-clock.ts'
import { ServiceDispatcher } from './service-dispatcher.ts'
import { serviceUrl, type VariantService } from './variant-service.ts'

export interface KioskSettings extends Pick<VisitHarnessOptions, 'channels'> {
  readonly createWhenNone?: boolean
}

const place = { accountId: account.id, locationId: locations[0]?.id ?? 0, defaultTemplateGroupId }
/** Turns of the event loop in which nothing may move, and those that a call without a request is waited for. */
const quietTurns = 3
const mostTurns = 20_000

export type LogLine = VisitHarness['log'][number]

/** Throws where the catalogue's own profile is none. */
function profileOf(values: object): WireProfile {
  const parsed = parseWireProfile(values)
  if (!parsed.ok) throw new Error(`no wire profile: ${JSON.stringify(parsed.error)}`)
  return parsed.value
}

/** The kiosk of a visit on the real client of a service. */
export class VariantKiosk {
  readonly clock: SteppedClock
  readonly dispatcher: ServiceDispatcher
  hasBegun = false
  readonly #kiosk: VisitHarness
  readonly #clientClock

  /** `wireProfile` adapts the client to the service; it is what a profile’s file holds. */
  constructor(
    service: VariantService,
    clock: SteppedClock,
    { createWhenNone = false, channels }: KioskSettings = {},
    wireProfile: object = {},
  ) {
    this.clock = clock
    this.dispatcher = new ServiceDispatcher(service)
    this.#clientClock = clientClock(clock)
    const profile = profileOf(wireProfile)
    const client = createIntakeClient({
      ...clientOptionsOf({ apiUrl: serviceUrl, credentials: service.credentials }),
      dispatcher: this.dispatcher,
      clock: this.#clientClock,
      random: () => 0.5,
      profile,
      secrets: sandboxSecret,
    })
    this.#kiosk = new VisitHarness({
      service: createCheckInService(client, { ...place, lists: profile.lists }),
      code: profile.proof.code,
      ...(channels && { channels }),
      packets: { defaultTemplateGroupId, createWhenNone },
      health: (signal) => checkAccess(client, place, { signal }),
      clock,
    })
  }

  get screen(): Screen {
    return this.#kiosk.view.screen
  }
  get log(): readonly LogLine[] {
    return this.#kiosk.log
  }
  get opened(): readonly string[] {
    return this.#kiosk.forms.map(({ url }) => url)
  }

  async tap(command: PatientCommand): Promise<void> {
    this.hasBegun = true
    await this.#kiosk.try(command)
  }

  /** Resolves when nothing happens any more unless time goes on. */
  async quiet(): Promise<void> {
    for (let still = 0, turns = 0; still < quietTurns; turns += 1) {
      const isAnswered = await this.dispatcher.answered()
      await turn()
      const isBusy = this.#isCalling() && !this.#clientClock.isPausing() && turns < mostTurns
      still = isAnswered || isBusy ? 0 : still + 1
    }
  }

  stop(): Promise<void> {
    return this.#kiosk.stop()
  }

  #isCalling(): boolean {
    const visit = this.#kiosk.snapshots.at(-1)
    return visit?.status === 'active' && visit.hasTag('calling')
  }
}
