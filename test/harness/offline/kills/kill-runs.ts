import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { rm } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
import type { CompletionPacket } from '../../../../src/patient-page/store.ts'
import type { AnswerValue, FormElementModel } from '../../../../src/forms/model.ts'
import type { Screen, Command } from '../../../../src/shared/ipc.ts'
import type { Newcomer } from '../../../../sandbox/seeds/seed.ts'
import type { ArmedKill, FromKiosk, ToKiosk } from './kill-marks.ts'
import {
  type RecordedPacket,
  type ServiceRecords,
  openRecords,
} from '../../../../e2e/support/service-records.ts'
import type { Intake } from '../../../../src/main/kiosk/offline/intake.ts'
import { createCaptureStore } from '../../../../src/main/kiosk/offline/capture/capture-store.ts'
import { readOutboxRow } from '../../../../src/main/kiosk/offline/outbox/row.ts'
import { passphraseSealer } from '../../../../src/main/vault/keys/sealers.ts'
import { readVault } from '../../../../src/main/vault/keys/unlock.ts'
import { openCaptures } from '../../../../src/main/vault/store/captures.ts'
import { openOutboxRows } from '../../../../src/main/vault/store/rows.ts'
import { startSandbox } from '../../../../sandbox/sandbox.ts'
import { makeDataFolder, sandboxEnvironment } from '../../../../scripts/app-process.ts'
import { seededRandom } from '../../../../e2e/support/seeded-random.ts'
import { saysHandedOver } from '../../../../e2e/support/offline-patient.ts'
import { isTried } from '../../../../src/main/kiosk/offline/outbox/schedule.ts'

/** Patient who comes. */
interface Comer {
  readonly firstName: string
  readonly lastName: string
  /** YYYY-MM-DD. */
  readonly dateOfBirth: string
  /** E.164. */
  readonly phone: string
}

/** Answers a field as this patient does; `tag` tells this intake from every other. */
function answerOf(field: FormElementModel, who: Comer, tag: string): AnswerValue {
  const known: Record<string, string> = {
    first_name: who.firstName,
    last_name: who.lastName,
    date_of_birth: who.dateOfBirth,
    mobile_phone: who.phone,
    reason_for_visit: tag,
  }
  const given = known[field.attribute ?? '']
  if (given !== undefined) return given
  if (field.type === 'checkbox') return field.options.length > 0 ? [...field.options] : true
  // The last of the choices asks no further question.
  return field.options.at(-1) ?? `${who.firstName} ${who.lastName}`
}

/** A visit without the network, from wherever the kiosk stands. Whether the patient was told that it is done. */
async function visitOffline(life: KioskLife, who: Comer, tag: string): Promise<boolean> {
  let seen: Screen | undefined
  for (;;) {
    const isNew = () => life.screen() !== seen && life.screen() !== undefined
    if (!(await life.until(isNew))) return false
    seen = life.screen()
    if (seen?.name === 'finished' && seen.kind === 'kept') {
      life.send({ type: 'done' })
      await life.until(() => life.screen()?.name === 'welcome')
      return true
    }
    if (seen?.name === 'completing') {
      if (!(await life.until(() => life.form() !== undefined))) return false
      // Keeps and finishes; a kiosk that is killed breaks off, and the form with it.
      const isSent = await fillAll(life.form() ?? '', who, tag).catch(() => false)
      if (!isSent && !(await life.until(() => life.hasEnded()))) return false
    } else if (seen) answer(life, seen, who)
  }
}

function answer(life: KioskLife, screen: Screen, who: Comer): void {
  if (screen.name === 'welcome') life.send({ type: 'begin' })
  if (screen.name === 'contact') life.send({ type: 'submitContact', value: who.phone })
  if (screen.name === 'unavailable' && screen.canGoOffline) life.send({ type: 'goOffline' })
  if (screen.name === 'fullName') {
    const { firstName, lastName } = who
    life.send({ type: 'submitName', firstName, lastName })
  }
  if (screen.name === 'dateOfBirth') {
    const [year = '', month = '', day = ''] = who.dateOfBirth.split('-')
    life.send({ type: 'submitDateOfBirth', year, month, day })
  }
}

/** Answers each page and submits each form, as the page does. Whether all of it was taken. */
async function fillAll(url: string, who: Comer, tag: string): Promise<boolean> {
  const packet = (await (await fetch(`${url}/packet`)).json()) as CompletionPacket
  for (const { formId, form } of packet.forms) {
    const at = `${url}/forms/${formId}`
    for (const { elements } of form.sections) {
      const answers = elements.map((field) => [field.id, answerOf(field, who, tag)] as const)
      const kept = await fetch(`${at}/answers`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ answers: Object.fromEntries(answers) }),
      })
      if (!kept.ok) throw new Error(`answers were not kept: ${kept.status}`)
    }
    const sent = await fetch(`${at}/submission`, { method: 'POST' })
    if (!sent.ok) throw new Error(`a form was not taken: ${sent.status} ${await sent.text()}`)
  }
  return true
}

/** Somebody whom the clinic may know before. */
export type Person = Comer & { readonly isKnown: boolean }

/** As many for each: a name that another one begins with would be found for both. */
const letters = (index: number) =>
  String(index)
    .padStart(4, '0')
    .replaceAll(/\d/g, (digit) => 'abcdefghij'[Number(digit)] ?? '')

/** Person number `index` of many, each with a name, a day and a phone of their own; the clinic knows every other one. */
export function personOf(index: number): Person {
  const two = (value: number) => String(value).padStart(2, '0')
  return {
    firstName: 'Kit',
    lastName: `Quorn${letters(index)}`,
    dateOfBirth: `${1930 + (index % 60)}-${two(1 + (index % 12))}-${two(1 + (index % 28))}`,
    phone: `+1206555${String(2_000 + index)}`,
    isKnown: index % 2 === 0,
  }
}

/** Those whom the clinic knows, as patients of a sandbox. */
export function recordsOf(people: readonly Person[]): Newcomer[] {
  return people.flatMap(({ isKnown, ...person }, index) =>
    isKnown
      ? [{ ...person, id: 910_000 + index, email: `kit${index}@example.com`, packets: 0 }]
      : [],
  )
}

/** A kiosk without windows, from its start until it ends or is killed. */
type KioskLife = ReturnType<typeof startLife>

const longestMs = 90_000
const script = join(import.meta.dirname, 'windowless-kiosk.ts')

/** Starts one, which is killed at `first` of its steps; `seed` decides what a torn write leaves. */
function startLife(
  environment: Readonly<Record<string, string>>,
  seed: string,
  first: ArmedKill | null,
) {
  const child = fork(script, {
    env: { ...process.env, ...environment, KILL_SEED: seed, KILL_FIRST: JSON.stringify(first) },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  const log: string[] = []
  let screen: Screen | undefined
  let form: string | undefined
  let marks: number | undefined
  let isOver = false
  const waiting = new Set<() => void>()
  const changed = () => {
    for (const wake of [...waiting]) wake()
  }
  if (child.stderr)
    createInterface({ input: child.stderr }).on('line', (line) => {
      log.push(line)
      changed()
    })
  child.on('message', (message: FromKiosk) => {
    if (message.kind === 'view') screen = message.view.screen
    if (message.kind === 'form') form = message.url ?? undefined
    if (message.kind === 'marks') marks = message.count
    changed()
  })
  const ended = once(child, 'close').then(() => {
    isOver = true
    changed()
  })
  const tell = (message: ToKiosk) => {
    // It may be killed just now.
    if (child.connected) child.send(message, () => undefined)
  }

  /** Waits until something is so, or it has ended; throws after 90 s. Whether it is so. */
  async function until(isSo: () => boolean): Promise<boolean> {
    const deadline = AbortSignal.timeout(longestMs)
    for (;;) {
      if (isSo()) return true
      if (isOver) return false
      if (deadline.aborted)
        throw new Error(`the kiosk stands at ${screen?.name}\n${log.slice(-10).join('\n')}`)
      await new Promise<void>((resolve) => {
        const wake = () => {
          waiting.delete(wake)
          deadline.removeEventListener('abort', wake)
          resolve()
        }
        waiting.add(wake)
        deadline.addEventListener('abort', wake)
      })
    }
  }

  return {
    /** The lines of its log. */
    log: log as readonly string[],
    /** Resolves when it has ended. */
    ended,
    until,
    hasEnded: () => isOver,
    screen: () => screen,
    /** Address of the form that stands open. */
    form: () => form,
    send: (command: Command) => tell({ kind: 'command', command }),
    /** Kills it at a step from now on. */
    arm: (kill: ArmedKill | null) => tell({ kind: 'arm', kill }),
    /** Counts the steps since it was armed; undefined where it has ended. */
    async marks(): Promise<number | undefined> {
      marks = undefined
      tell({ kind: 'count' })
      await until(() => marks !== undefined)
      return marks
    },
    /** Ends it in order, or as `kill -9` does. */
    async end(how: 'SIGTERM' | 'SIGKILL') {
      child.kill(how)
      await ended
    },
  }
}

/** Reads what lies in the vault of a kiosk, beside it. Throws where it cannot be read. */
async function readLeftBehind(environment: Readonly<Record<string, string>>) {
  const sealers = [passphraseSealer(environment['FOYER_VAULT_PASSPHRASE'] ?? '')]
  const vault = await readVault(environment['FOYER_DATA_DIR'] ?? '', sealers)
  if (!vault.ok) throw new Error(`the vault cannot be read: ${vault.error.kind}`)
  const { connection } = vault.value
  try {
    const captures = openCaptures(connection)
    const store = createCaptureStore(captures, () => 0)
    return {
      rows: openOutboxRows(connection)
        .all()
        .flatMap(({ row }) => readOutboxRow(row) ?? []),
      /** Intakes that their patients finished. */
      finished: [...captures.ids('waiting'), ...captures.ids('settled')].map((id) => {
        const intake = store.read(id)
        if (!intake.ok) throw new Error(`an intake cannot be read: ${intake.error.kind}`)
        return intake.value
      }),
      unfinished: captures.ids('unfinished').length,
    }
  } finally {
    connection.close()
  }
}

/** An intake that was tried: `isDone`: its patient was told so. */
interface TriedIntake {
  readonly person: Person
  /** Stands in its answers, and in no other's. */
  readonly tag: string
  readonly isDone: boolean
}

const fieldsOf = ({ forms }: Intake) =>
  forms.flatMap(({ template, answers }, form) =>
    template.formTemplateSections
      .flatMap(({ formElements }) => formElements)
      .map(({ id, attribute }) => ({
        form,
        element: String(id),
        attribute: attribute ?? '',
        answer: answers[String(id)],
      })),
  )
const tagOf = (intake: Intake) =>
  fieldsOf(intake).find(({ attribute }) => attribute === 'reason_for_visit')?.answer

/** Faults, in words; none where each intake that was called done is with the clinic once or needs a person. */
async function findKillFaults(
  tried: readonly TriedIntake[],
  { rows, finished, unfinished }: Awaited<ReturnType<typeof readLeftBehind>>,
  records: ServiceRecords,
): Promise<readonly string[]> {
  const faults: string[] = []
  if (unfinished > 0) faults.push(`${unfinished} unfinished intakes lie in the vault`)
  const packets = new Map<string, RecordedPacket>()
  for (const person of new Set(tried.map((each) => each.person))) {
    const patients = await records.patientsNamed(person.lastName)
    if (patients.length > 1) faults.push(`${person.lastName} is there ${patients.length} times`)
    if (person.isKnown && patients.length === 0) faults.push(`${person.lastName} is gone`)
    for (const id of patients)
      for (const packet of await records.packetsOf(id)) packets.set(packet.id, packet)
  }
  for (const { tag, isDone } of tried) {
    const kept = finished.filter((intake) => tagOf(intake) === tag)
    if (kept.length > 1 || (isDone && kept.length === 0))
      faults.push(`${tag}: ${kept.length} intakes in the vault`)
    const made = [...packets.values()].filter(({ answers }) => answers['reason_for_visit'] === tag)
    if (made.length > 1) faults.push(`${tag}: ${made.length} packets`)
  }
  const claimed = rows.flatMap(({ state }) => ('packetId' in state ? [String(state.packetId)] : []))
  for (const id of packets.keys())
    if (claimed.filter((each) => each === id).length !== 1)
      faults.push(`packet ${id} belongs to ${claimed.filter((each) => each === id).length} intakes`)
  for (const intake of finished) {
    const row = rows.find(({ id }) => id === intake.id)
    const say = (what: string) => void faults.push(`${JSON.stringify(tagOf(intake))}: ${what}`)
    if (!row) {
      say('has no row')
      continue
    }
    // Nobody has answered less than everything that a patient is asked.
    const lost = fieldsOf(intake).filter(({ answer }) => answer === undefined || answer === '')
    const asked = tried.some((each) => each.isDone && each.tag === tagOf(intake))
    if (asked && lost.length > leftOut) say(`${lost.length} answers are gone`)
    const { state } = row
    if (state.step !== 'delivered') {
      if (row.attention === null) say(`ends at ${state.step}, and needs nobody`)
      continue
    }
    const packet = packets.get(String(state.packetId))
    if (!packet) say('is in a packet that is not there')
    for (const { form, element, attribute, answer } of fieldsOf(intake)) {
      if (attribute === '' || answer === undefined) continue
      if (state.remains.some((each) => each.form === form && each.element === element)) continue
      if (JSON.stringify(packet?.answers[attribute]) !== JSON.stringify(answer))
        say(`${attribute} is not with the clinic`)
    }
  }
  return faults
}

/** Fields of the sandbox's forms that no patient is asked: for staff, and what a further question depends on. */
const leftOut = 2

/** ms in which a hand-over ends, is killed or is in doubt, on a busy machine too; in doubt it goes on meanwhile. */
const handOverMs = 60_000
/** ms until all is settled at last. */
const settleMs = 300_000

/**
 * Takes in one patient after another without the network, at a whole kiosk without windows. Kills it by `kill -9` or as
 * a loss of power does, at steps that `seed` decides, and starts it again on what is left. Looks at the end what the
 * vault and the service hold.
 */
export async function killOfflineKiosk(
  runs: number,
  seed: string,
  onRun: (run: number) => void = () => {},
) {
  const random = seededRandom(seed)
  const people = Array.from({ length: runs }, (_, index) => personOf(index))
  const sandbox = await startSandbox({ newcomers: recordsOf(people) })
  const folder = await makeDataFolder('foyer-kills-')
  const records = openRecords(sandbox)
  const environment = {
    ...sandboxEnvironment(sandbox, folder),
    FOYER_CONFIG: '/nonexistent',
    FOYER_OFFLINE_ENABLED: 'true',
    FOYER_OFFLINE_NEW_PATIENTS: 'create',
    FOYER_OFFLINE_UNPROVED: 'deliver',
    FOYER_OFFLINE_MAX_INTAKES_PER_HOUR: '1000',
    FOYER_OFFLINE_AFTER_MS: '5000',
  }
  const tried: TriedIntake[] = []
  const kills = { capture: 0, outbox: 0, idle: 0 }
  const marks = { capture: 0, outbox: 0 }
  let lives = 0
  let life: KioskLife | undefined

  const network = (isThere: boolean) => void sandbox.control.switchNetwork('down', !isThere)
  const draw = (most: number): ArmedKill => ({
    at: 1 + Math.floor(random() * most),
    how: random() < 0.5 ? 'kill' : 'power',
  })
  const start = (first: ArmedKill | null = null) =>
    (life = startLife(environment, `${seed} ${lives++}`, first))
  const living = () => (life && !life.hasEnded() ? life : start())
  const handsOver = (of: KioskLife) => {
    const ends = (line: string) =>
      saysHandedOver(line) || (line.includes('"intakeStep"') && line.includes('"inDoubt"'))
    const seen = of.log.length
    const isOver = () => of.log.slice(seen).some(ends)
    return Promise.race([of.until(isOver).catch(() => false), setTimeout(handOverMs, false)])
  }

  try {
    // A kiosk knows without the network only what it has read before.
    const reader = start()
    await reader.until(() => reader.log.some((line) => line.includes('"offlineKnowledgeRead"')))
    for (const [run, person] of people.entries()) {
      network(false)
      for (let attempt = 0; ; attempt++) {
        const kiosk = living()
        kiosk.arm(run > 0 && attempt === 0 && random() < 0.6 ? draw(marks.capture) : null)
        const tag = `run ${run} of ${seed}, try ${attempt}`
        const isDone = await visitOffline(kiosk, person, tag)
        tried.push({ person, tag, isDone })
        if (isDone && run === 0) marks.capture = (await kiosk.marks()) ?? 0
        kiosk.arm(null)
        if (isDone) break
        if (!kiosk.hasEnded()) throw new Error(`${tag}: the visit ended, and nobody was told so`)
        kills.capture += 1
      }
      const kiosk = living()
      if (random() < 0.8) {
        await kiosk.end('SIGKILL')
        kills.idle += 1
        network(true)
        const next = start(run > 0 && random() < 0.85 ? draw(marks.outbox) : null)
        await handsOver(next)
      } else {
        if (run > 0) kiosk.arm(draw(marks.outbox))
        network(true)
        await handsOver(kiosk)
      }
      const after = life
      if (run === 0) marks.outbox = Math.max(12, (await after?.marks()) ?? 0)
      if (after?.hasEnded()) kills.outbox += 1
      else after?.arm(null)
      onRun(run + 1)
    }
    network(true)
    living()
    const deadline = performance.now() + settleMs
    let left = await readLeftBehind(environment)
    const isOpen = () => left.rows.length < left.finished.length || left.rows.some(isTried)
    while (isOpen() && performance.now() < deadline) {
      await setTimeout(1_000)
      left = await readLeftBehind(environment)
    }
    await life?.end('SIGTERM')
    return {
      runs,
      /** Kills in the midst of a capture, in the midst of handing over, and while nothing was done. */
      kills,
      /** Steps at which a capture, and at which a hand-over can be killed. */
      marks,
      /** Intakes of which a patient was told that they are done. */
      done: tried.filter(({ isDone }) => isDone).length,
      delivered: left.rows.filter(({ state }) => state.step === 'delivered').length,
      needPerson: left.rows.filter(({ attention }) => attention !== null).length,
      faults: await findKillFaults(tried, left, records),
    }
  } finally {
    await life?.end('SIGKILL')
    await records.close()
    await sandbox.close()
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}
