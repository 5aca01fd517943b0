import type { RecordedPacket, ServiceRecords } from '../../../../e2e/support/service-records.ts'
import type { Intake } from '../../../../src/main/offline/intake.ts'
import type { Person } from './offline-visit.ts'
import { createCaptureStore } from '../../../../src/main/offline/capture/capture-store.ts'
import { readOutboxRow, type OutboxRow } from '../../../../src/main/offline/outbox/row.ts'
import { passphraseSealer } from '../../../../src/main/vault/keys/sealers.ts'
import { readVault } from '../../../../src/main/vault/keys/unlock.ts'
import { openCaptures } from '../../../../src/main/vault/store/captures.ts'
import { openOutboxRows } from '../../../../src/main/vault/store/rows.ts'

/** Reads what lies in the vault of a kiosk, beside it. Throws where it cannot be read. */
export async function readLeftBehind(environment: Readonly<Record<string, string>>) {
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
export interface TriedIntake {
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
        ...{ form, element: String(id), attribute: attribute ?? '' },
        answer: answers[String(id)],
      })),
  )
const tagOf = (intake: Intake) =>
  fieldsOf(intake).find(({ attribute }) => attribute === 'reason_for_visit')?.answer

/** What must not be, in words; empty where each intake that was called done is with the clinic once or needs a person. */
export async function findKillFaults(
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
