import { setImmediate as turn } from 'node:timers/promises'
import type { AnyActorRef, InspectionEvent } from 'xstate'
import { sandboxSecret } from '../../sandbox/http/wire.ts'
import { parseWireProfile, type WireProfile } from '../../src/contract/wire-profile.ts'
import { checkAccess } from '../../src/main/service/access.ts'
import { createCheckInService } from '../../src/main/service/check-in-service.ts'
import { createIntakeClient } from '../../src/main/service/client/client.ts'
import { settingsSchema, type Settings } from '../../src/main/settings/schema.ts'
import { createKiosk } from '../../src/main/visit/kiosk.ts'
import { createAttempts } from '../../src/main/visit/limits/attempts.ts'
import { createHelpNumbers } from '../../src/main/visit/limits/help-numbers.ts'
import type { LogEvent, LogFields } from '../../src/main/visit/log-port.ts'
import type { VisitSnapshot } from '../../src/main/visit/machine/visit-machine.ts'
import type { PatientCommand, Screen } from '../../src/shared/ipc.ts'
import { ok } from '../../src/shared/result.ts'
import { defaultTemplateGroupId } from '../../sandbox/seeds/templates.ts'
import { account, locations } from '../../sandbox/seeds/clinics.ts'
import { clientOptionsOf } from '../harness/service/connect-to.ts'
import { memoryStore } from '../harness/visit/memory-attempts.ts'
import { ServiceDispatcher } from './service-dispatcher.ts'
import { clientClock, type SteppedClock } from './stepped-clock.ts'
import { serviceUrl, type VariantService } from './variant-service.ts'

/** How the kiosk of a visit is set. */
export interface KioskSettings {
  readonly channels?: Settings['identity']['channels']
  readonly noMatch?: Settings['identity']['noMatch']
  readonly createWhenNone?: boolean
}

const place = {
  accountId: account.id,
  locationId: locations[0]?.id ?? 0,
  defaultTemplateGroupId,
}
const clinic = {
  name: 'Harbour Clinic',
  color: '#1a5f7a',
  logoLetter: 'H',
  logoLetterColor: '#ffffff',
  locales: ['en' as const],
}
/** Turns of the event loop in which nothing may move, and those that a call without a request is waited for. */
const quietTurns = 3
const mostTurns = 20_000

/** A line of the kiosk's log. */
export type LogLine = LogFields & { readonly name: LogEvent }

function settingsOf({ channels, noMatch, createWhenNone }: KioskSettings): Settings {
  return settingsSchema.parse({
    service: {
      partnerUrl: serviceUrl,
      partnerAuthUrl: serviceUrl,
      developerUrl: serviceUrl,
      developerAuthUrl: serviceUrl,
      accountId: place.accountId,
      locationId: place.locationId,
    },
    identity: { channels: channels ?? 'sms', noMatch: noMatch ?? 'staff' },
    packets: { defaultTemplateGroupId, createWhenNone: createWhenNone ?? false },
  })
}

/** Throws where the catalogue's own profile is none. */
function profileOf(values: object): WireProfile {
  const parsed = parseWireProfile(values)
  if (!parsed.ok) throw new Error(`no wire profile: ${JSON.stringify(parsed.error)}`)
  return parsed.value
}

/** The real kiosk on the real client of a service, played from the patient's side of the glass. */
export class VariantKiosk {
  readonly clock: SteppedClock
  readonly log: LogLine[] = []
  /** Addresses of the forms that were opened. */
  readonly opened: string[] = []
  readonly dispatcher: ServiceDispatcher
  screen: Screen = { name: 'welcome' }
  /** A patient has tapped. */
  hasBegun = false
  readonly #kiosk
  readonly #clientClock
  #isCalling = false

  /** `wireProfile` adapts the client to the service; it is what a profile’s file holds. */
  constructor(
    service: VariantService,
    clock: SteppedClock,
    given: KioskSettings = {},
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
    this.#kiosk = createKiosk({
      service: createCheckInService(client, { ...place, lists: profile.lists }),
      code: profile.proof.code,
      settings: settingsOf(given),
      locales: ['en'],
      clock,
      forms: {
        open: (url) => {
          this.opened.push(url)
          return Promise.resolve(
            ok({
              setVisible: () => Promise.resolve(),
              setInsets: () => Promise.resolve(),
              setZoom: () => Promise.resolve(),
              setTheme: () => Promise.resolve(),
              setLanguage: () => Promise.resolve(),
              showKeys: () => Promise.resolve(),
              press: () => undefined,
              closePaper: () => undefined,
              enter: () => Promise.resolve(),
              close: () => Promise.resolve(),
            }),
          )
        },
      },
      page: {
        show: (build) => {
          this.screen = build({ now: clock.now(), clinic }).screen
        },
        renew: () => Promise.resolve(),
      },
      attempts: createAttempts(memoryStore(clock)),
      helpNumbers: createHelpNumbers(clock, () => 0.5),
      log: { event: (name, fields) => this.log.push({ name, ...fields }) },
      health: (signal) => checkAccess(client, place, { signal }),
      today: () => ({ year: 2026, month: 3, day: 2 }),
      inspect: (event) => this.#inspect(event),
    })
  }

  async tap(command: PatientCommand): Promise<void> {
    this.hasBegun = true
    await this.#kiosk.accept(command)
  }

  /** Resolves when nothing happens any more unless time goes on. */
  async quiet(): Promise<void> {
    for (let still = 0, turns = 0; still < quietTurns; turns += 1) {
      const isAnswered = await this.dispatcher.answered()
      await turn()
      const isBusy = this.#isCalling && !this.#clientClock.isPausing() && turns < mostTurns
      still = isAnswered || isBusy ? 0 : still + 1
    }
  }

  async stop(): Promise<void> {
    await this.#kiosk.stop()
  }

  #inspect(event: InspectionEvent): void {
    if (event.type !== '@xstate.snapshot' || (event.actorRef as AnyActorRef).id !== 'visit') return
    const visit = event.snapshot as VisitSnapshot
    this.#isCalling = visit.status === 'active' && visit.hasTag('calling')
  }
}
