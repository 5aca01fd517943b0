import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { Agent, request } from 'undici'
import { canaryPatient } from '../test/leak-scan/canary.ts'
import { saysHandedOver } from '../e2e/support/offline-patient.ts'
import { checkIn, startOver } from './quick-visit.ts'
import { startFoyerIn, type RunningFoyer } from '../e2e/support/running-foyer.ts'
import type { Intake } from '../src/main/kiosk/offline/intake.ts'
import { sampleForm, sampleIntake } from '#harness/offline/sample-intakes.ts'
import { openPlace } from '../test/leak-scan/kiosk-place.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import { fillVault } from './filled-vault.ts'
import type { BenchRow } from './row.ts'
import { partnerTokenOf } from './sandbox.ts'
import { percentile } from './statistics.ts'
import { tapMeasure } from './tap.ts'

const intakes = 500
const latencyMs = 20
const taps = 20
const most = { ratio: 1.5, tapMs: 100, minutes: 20 } as const

/** Letters that tell number `index` from every other: a name that another one begins with would be found for both. */
const letters = (index: number) =>
  String(index)
    .padStart(4, '0')
    .replaceAll(/\d/g, (digit) => 'abcdefghij'[Number(digit)] ?? '')

type Person = ReturnType<typeof personOf>

/** Builds patient number `index`, whom the clinic knows: name, day and phone are theirs alone. */
function personOf(index: number) {
  const two = (value: number) => String(value).padStart(2, '0')
  return {
    id: 910_000 + index,
    firstName: 'Kit',
    lastName: `Quorn${letters(index)}`,
    dateOfBirth: `${1930 + (index % 60)}-${two(1 + (index % 12))}-${two(1 + (index % 28))}`,
    phone: `+1206555${String(2_000 + index)}`,
    email: `kit${index}@example.com`,
    packets: 0,
  }
}

const answersOf = ({ firstName, lastName }: Person) => ({
  preferred_name: firstName,
  last_name: lastName,
})

function intakeOf(person: Person): Intake {
  const { firstName, lastName, dateOfBirth, phone } = person
  const fields = Object.entries(answersOf(person)).map(([attribute, answer]) => ({
    attribute,
    answer,
  }))
  return sampleIntake({
    id: randomUUID(),
    person: { firstName, lastName, dateOfBirth, phone, email: null },
    forms: [sampleForm(601, fields, 2)],
    finishedAt: new Date().toISOString(),
  })
}

/** Measures the seconds that the hand-over's calls take one after another, by a plain HTTP client. */
async function bareCalls(sandbox: Sandbox, people: readonly Person[]): Promise<number> {
  const agent = new Agent()
  const token = await partnerTokenOf(sandbox.apiUrl)
  const base = `${sandbox.apiUrl}/partner/v2/account/${sandbox.accountId}`
  const forms = `${base}/location/${sandbox.locationIds[0]}/form`
  async function call(method: 'GET' | 'POST', url: string, body?: object): Promise<unknown> {
    const { statusCode, body: answer } = await request(url, {
      method,
      dispatcher: agent,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    const read: unknown = await answer.json()
    if (statusCode >= 300) throw new Error(`${method} ${url} answered ${statusCode}`)
    return read
  }
  const startedAt = performance.now()
  for (const person of people) {
    const name = encodeURIComponent(`${person.firstName} ${person.lastName}`)
    const found = (await call('GET', `${base}/patients?name=${name}&limit=200`)) as Listed
    const patientId = found.items[0]?.id
    await call('GET', `${forms}?patientId=${patientId}&limit=200`)
    await call('GET', `${forms}?patientId=${patientId}&limit=200&archived=true`)
    const prefill = answersOf(person)
    const made = await call('POST', forms, { patientId, formTemplateIds: [601], prefill })
    const { id } = made as Listed['items'][number]
    await call('POST', `${forms}/${id}/prefill`, prefill)
    await call('GET', `${forms}/${id}`)
  }
  const took = (performance.now() - startedAt) / 1000
  await agent.close()
  return took
}
interface Listed {
  readonly items: readonly { readonly id: number }[]
}

/** Checks in, with help opened and closed on the way; ms from each tap until its screen is painted. */
async function checkInMeasured(foyer: RunningFoyer): Promise<number[]> {
  const times: number[] = []
  const kiosk = await foyer.kiosk()
  const tap = async (button: string, awaited: string) => {
    await kiosk.locator(button).first().click({ trial: true })
    times.push(await kiosk.evaluate<number>(tapMeasure(button, awaited)))
  }
  await tap('.welcome button.start', '.kiosk.contact h1')
  for (let round = 0; round < taps; round++) {
    await tap('.kiosk footer button:first-of-type', 'dialog[open]')
    await tap('dialog button:last-of-type', '.kiosk:not(:has(dialog[open]))')
  }
  return times
}

/** Intakes that wait are handed over while a patient checks in, beside the same calls made bare one after another. */
export async function benchHandOver(): Promise<BenchRow[]> {
  const people = Array.from({ length: intakes }, (_, index) => personOf(index))
  const comer = canaryPatient()
  const place = await openPlace({
    environment: { FOYER_OFFLINE_ENABLED: 'true' },
    sandbox: { newcomers: [...people, comer] },
  })
  const { sandbox } = place
  try {
    const first = await startFoyerIn(place)
    await first.stop()
    await fillVault(place, people.map(intakeOf))
    sandbox.control.addFault({ latencyMs })
    const bare = await bareCalls(sandbox, people)
    const foyer = await startFoyerIn(place)
    try {
      const checked = () => foyer.log.filter(saysHandedOver).length
      const until = AbortSignal.timeout(most.minutes * 60_000)
      const waitFor = async (count: number) => {
        while (checked() < count) {
          until.throwIfAborted()
          await setTimeout(20)
        }
      }
      await waitFor(1)
      const startedAt = performance.now()
      const times = await checkInMeasured(foyer)
      await checkIn(foyer, comer)
      await startOver(foyer)
      await waitFor(intakes)
      const took = (performance.now() - startedAt) / 1000
      const [ratio, tapMs] = [took / bare, percentile(times, 0.95)]
      return [
        {
          figure: `${intakes} intakes handed over at ${latencyMs} ms a call, while a patient checks in`,
          value: took,
          unit: 's',
          beside: [{ name: 'the same calls, bare', value: bare }],
          ratio,
          target: `at most ${most.ratio} ×`,
          met: ratio <= most.ratio,
        },
        {
          figure: 'tap to next screen painted meanwhile, p95',
          value: tapMs,
          unit: 'ms',
          target: `at most ${most.tapMs} ms`,
          met: tapMs <= most.tapMs,
        },
      ]
    } finally {
      await foyer.stop()
    }
  } finally {
    await place.close()
  }
}
