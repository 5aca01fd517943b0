import {
  canaryPatient,
  issuedBy,
  plantCanaries,
  recordOf,
  type CanaryPatient,
} from '../../test/leak-scan/canary.ts'
import { openPlace, type FoyerOptions, type KioskPlace } from '../../test/leak-scan/kiosk-place.ts'
import { reachable, searchAround } from '../../test/leak-scan/kiosk-search.ts'
import { searchHeap } from '../../test/leak-scan/search-window.ts'
import { createSearch, type Needle } from '../../test/leak-scan/search.ts'
import { expect } from '@playwright/test'
import { startFoyerIn, type RunningFoyer } from './running-foyer.ts'

/** Settings of a kiosk at which, on a busy machine, no visit ends by itself while it is looked at. */
export const unhurried = {
  FOYER_IDLE_AFTER_MS: '1800000',
  FOYER_IDLE_FORM_AFTER_MS: '1800000',
  FOYER_IDLE_LAST_SCREEN_MS: '300000',
} as const

/** Directions to the place where patients wait, in the words of the clinic of the shared kiosk. */
export const directions = {
  en: 'Please sit in the blue room.',
  es: 'Siéntese en la sala azul, por favor.',
} as const

const settings = {
  ...unhurried,
  FOYER_OFFLINE_ENABLED: 'true',
  FOYER_OFFLINE_UNPROVED: 'deliver',
  // The soonest that it may be offered.
  FOYER_OFFLINE_AFTER_MS: '5000',
  FOYER_ARRIVAL_DIRECTIONS_EN: directions.en,
  FOYER_ARRIVAL_DIRECTIONS_ES: directions.es,
}

/** Number of patients on a shared kiosk, by how many packets each has. */
const crowd = [
  [0, 10],
  [1, 60],
] as const
/** ms in which the kiosk finds out that the service is there again. */
const onlineMs = 120_000
const welcomeMs = 20_000

/** A patient of the shared kiosk. */
export interface Person extends CanaryPatient {
  readonly phone: string
}

/** A kiosk that a test has for itself until the next one. */
export type LentKiosk = Awaited<ReturnType<ReturnType<typeof shareKiosks>['lend']>>

interface Stand {
  readonly settings: string
  readonly place: KioskPlace
  readonly own: readonly Needle[]
  readonly foyer: RunningFoyer
  /** Those whom no test had yet. */
  readonly people: Person[]
  /** The test that had the kiosk last, and what of it must not be found any more. */
  earlier?: { readonly test: string; readonly traces: readonly Needle[] }
}

/** The settings that most tests want. */
const usual = JSON.stringify({})

/** Everything that tells of a patient, however it is written. */
const traitsOf = (person: Person): Needle[] => [
  ...recordOf(person),
  { name: 'last name', value: person.lastName },
  { name: 'phone', value: person.phone.replace(/^\+1/, '') },
  { name: 'e-mail address', value: person.contact },
]

/** Phone numbers of the fictional kind that no seeded patient has. */
function makePeople(): Person[] {
  const packets = crowd.flatMap(([each, count]) => Array.from({ length: count }, () => each))
  return packets.map((count, index) => ({
    ...canaryPatient(count),
    phone: `+1415555${2_000 + index}`,
  }))
}

async function open(options: FoyerOptions): Promise<Stand> {
  const people = makePeople()
  const environment = { ...settings, ...options.environment }
  const canaries = plantCanaries(people, environment)
  const bare = await openPlace({ ...options, ...canaries.options, foreign: 'later' })
  const place = { ...bare, environment: { ...bare.environment, ...reachable(bare.dataFolder) } }
  try {
    const foyer = await startFoyerIn(place)
    return {
      settings: JSON.stringify(options),
      place,
      foyer,
      own: canaries.own,
      people: [...people],
    }
  } catch (error) {
    await place.close()
    throw error
  }
}

const hasEnded = ({ process: { exitCode, signalCode } }: RunningFoyer) =>
  exitCode !== null || signalCode !== null

/** Ends the visit that a test left, by the product's own wipe. Whether the kiosk welcomes the next patient then. */
async function wipe(foyer: RunningFoyer): Promise<boolean> {
  const kiosk = await foyer.kiosk()
  const drawn = kiosk.locator('.kiosk').first()
  await drawn.waitFor({ timeout: welcomeMs }).catch(() => undefined)
  const isClean = await kiosk.locator('.kiosk.welcome').isVisible()
  if (isClean && !foyer.hasForm()) return true
  // None comes after the one that ends the visit: main would refuse it later, in the log of the next test.
  for (const type of ['closeHelp', 'startOver', 'confirmStartOver', 'done']) {
    const isTaken = kiosk.evaluate<{ ok: boolean }>(`foyer.send({ type: '${type}' })`)
    const hasEnded = await isTaken.then(
      ({ ok }) => ok && type === 'confirmStartOver',
      () => true,
    )
    if (hasEnded) break
  }
  const next = await foyer.kioskAfter(kiosk.url(), welcomeMs).catch(() => undefined)
  const welcomed = next?.locator('.kiosk.welcome').waitFor({ timeout: welcomeMs })
  return welcomed !== undefined && welcomed.then(() => true).catch(() => false)
}

/** State of the service by the kiosk's newest line. */
const connectionOf = ({ everLogged }: RunningFoyer) =>
  /"outcome":"(\w+)"/.exec(
    everLogged.findLast((line) => line.includes('connectionChanged')) ?? '',
  )?.[1] ?? ''

/** Fails where something of an earlier test is found; the product promises that a wipe leaves nothing. */
async function expectNoTraces({ foyer, earlier }: Stand, test: string): Promise<void> {
  if (!earlier) return
  const found = [
    ...(await searchHeap(await foyer.kiosk(), createSearch(earlier.traces))),
    ...(await searchAround({ ...foyer, log: foyer.everLogged }, earlier.traces)),
  ]
  expect(found, `“${test}” finds what “${earlier.test}” left`).toEqual([])
}

/**
 * The kiosks of a worker, which its tests share one after another: that of the usual settings, and the one of others
 * asked for last.
 */
export function shareKiosks() {
  const stands = new Map<string, Stand>()

  async function close(settings: string): Promise<void> {
    const ending = stands.get(settings)
    stands.delete(settings)
    await ending?.foyer.stop()
    await ending?.place.close()
  }

  async function standOf(options: FoyerOptions): Promise<Stand> {
    const settings = JSON.stringify(options)
    for (const [other, { foyer }] of stands)
      if (hasEnded(foyer) || ![settings, usual].includes(other)) await close(other)
    const stand = stands.get(settings) ?? (await open(options))
    stands.set(settings, stand)
    return stand
  }

  /** Takes a kiosk back: what the test left is wiped, and its sandbox begins anew. */
  async function takeBack(stand: Stand, test: string, given: readonly Needle[]): Promise<void> {
    const { foyer, place, settings } = stand
    const { sandbox } = place
    const traces = [
      ...issuedBy(sandbox).filter(({ name }) => name !== 'access token'),
      ...sandbox.control.inbox().map(({ to }) => ({ name: 'contact', value: to })),
      ...given,
    ]
    sandbox.control.clearFaults()
    if (hasEnded(foyer) || !(await wipe(foyer))) return close(settings)
    sandbox.control.reset()
    place.foreign?.forget()
    await expect.poll(() => connectionOf(foyer), { timeout: onlineMs }).toMatch(/^(online|slow)$/)
    stand.earlier = { test, traces }
  }

  return {
    /** Lends the kiosk of these settings to a test. Rejects where something of an earlier one is found. */
    async lend({ foreign, ...options }: FoyerOptions, test: string) {
      let stand = await standOf(options)
      // The last tap of the test before may have come to main after it was given back.
      if (!(await wipe(stand.foyer))) {
        await close(stand.settings)
        stand = await standOf(options)
      }
      const lent = stand
      const { place, own, foyer, people } = lent
      await expectNoTraces(lent, test)
      // Everything that was said of the test before, and of its last tap, is read by now.
      foyer.forgetLog()
      place.foreign?.use(foreign)
      const given: Needle[] = []
      return {
        foyer,
        place,
        /** The kiosk's own secrets. */
        own,
        /** Moment when the test began, in ms since 1970. */
        since: Date.now(),
        /** The next patient whom no test had before, for whom so many packets wait. */
        person(packets = 1) {
          const at = people.findIndex((each) => each.packets === packets)
          const [person] = at < 0 ? [] : people.splice(at, 1)
          if (!person) throw new Error(`nobody is left for whom ${packets} packets wait`)
          given.push(...traitsOf(person))
          return person
        },
        /** Tells of a text that this test gives, so that the next one looks for it. */
        gives: (answer: string) => void given.push({ name: 'answer', value: answer }),
        /** Gives it back: what the test left is wiped, and its sandbox begins anew. */
        giveBack: () => takeBack(lent, test, given),
      }
    },
    async close() {
      for (const settings of [...stands.keys()]) await close(settings)
    },
  }
}
