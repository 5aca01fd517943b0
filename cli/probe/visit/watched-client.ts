import { isFields, readWord } from '../../../src/contract/readers/fields.ts'
import { isPaginated, type Operation } from '../../../src/contract/operation.ts'
import { packetStatus, type PacketStatus } from '../../../src/contract/partner-v2/form-packets.ts'
import { packet as readPacket } from '../../../src/contract/readers/packet.ts'
import { translateAnswer } from '../../../src/contract/wire/answer.ts'
import {
  defaultWireProfile,
  parseWireProfile,
  type WireProfile,
} from '../../../src/contract/wire-profile.ts'
import { systemClock } from '../../../src/main/base/clock.ts'
import { sameId, type Id } from '../../../src/contract/values.ts'
import { createIntakeClient, type IntakeClient } from '../../../src/main/intake/client/client.ts'
import type { IntakeClientOptions } from '../../../src/main/intake/client/call-types.ts'
import type { ErrorRecordingDispatcher } from '../../service/error-recorder.ts'
import { compare } from '../compare.ts'
import { isCode, proposalsFor, usualFinding, type Finding, type Known } from './propose.ts'

export type WatchedClient = ReturnType<typeof watchClient>

/** Watches the calls of a visit. */
export function watchClient(
  options: IntakeClientOptions,
  recorder: Pick<ErrorRecordingDispatcher, 'body' | 'message' | 'status'>,
) {
  const given = options.profile ?? defaultWireProfile
  const untranslated = { ...given, read: defaultWireProfile.read }
  // A kiosk's own limits on the size and time of an answer.
  const client = createIntakeClient({ ...options, limits: {}, profile: untranslated })
  let proposed = given
  let isProposing = false
  const told = new Set<string>()
  const findings = new Map<string, Finding>()

  const read: IntakeClient['read'] = (operation, reader, input, callOptions) => {
    const known = knownOf(input)
    return client.read(
      operation,
      (answer) => {
        const { body, status } = answer
        const by = (profile: WireProfile) => {
          // A status that stands for an answer is in the contract's words already.
          const { fromWire } = translateAnswer(profile, operation)
          return { ...answer, body: status < 300 ? fromWire(body) : body }
        }
        const current = isProposing ? proposed : given
        const plain = reader(by(current))
        for (const text of tolerancesOf(operation, by(current).body)) told.add(text)
        if (operation.id === 'partner.formPackets.list' && plain.ok)
          for (const text of listTolerances(plain.value, known)) told.add(text)
        if (isEnvelopeMissing(operation, recorder.body())) told.add('no envelope around the answer')
        const isEnough = plain.ok && (!isProposing || hasEnough(operation, plain.value))
        // A root that is found later must hold for this answer, too.
        const usual = isEnough && !findings.has(operation.id) && usualFinding(operation, body)
        if (usual) findings.set(operation.id, usual)
        if (!isProposing || isEnough) return plain
        const earlier = [...findings].flatMap(([id, each]) => (id === operation.id ? [] : [each]))
        const all = proposalsFor(current, given.read, earlier, operation, body, known)
        for (const { profile, finding } of all) {
          const found = reader(by(profile))
          if (!found.ok || !hasEnough(operation, found.value)) continue
          proposed = profile
          findings.set(operation.id, finding)
          return found
        }
        return plain
      },
      input,
      callOptions,
    )
  }

  return {
    client: { read },
    clock: options.clock ?? systemClock,
    recorder,
    /** Lists the differences of the answers since the last question from the contract. */
    tolerances: (): readonly string[] => {
      const all = [...told]
      told.clear()
      return all
    },
    proposed: () => proposed,
    propose: (profile: object) => {
      const parsed = parseWireProfile(profile)
      if (parsed.ok) proposed = parsed.value
      return parsed.ok
    },
    /** Sets if an answer that is not enough for a visit is read by a profile found for it. */
    proposing: (isWanted: boolean) => void (isProposing = isWanted),
    close: () => client.close(),
  }
}

function listTolerances(page: unknown, { patientId, limit = Infinity }: Known): string[] {
  const { items: rows } = page as { readonly items: readonly unknown[] }
  const isOfOther = (row: unknown) => {
    const named = readPacket(row)?.patientId
    return patientId !== undefined && named !== undefined && !sameId(named, patientId)
  }
  return [
    rows.some(isOfOther) ? 'packets of others than the patient that was asked for' : [],
    rows.length > limit ? 'more records in a page than were asked for' : [],
  ].flat()
}

/** Checks if the developer interface left out the envelope that its document states. */
export function isEnvelopeMissing({ interface: name }: Operation, body: unknown): boolean {
  return name === 'developer' && body !== undefined && !(isFields(body) && 'data' in body)
}

function hasEnough({ id }: Operation, value: unknown): boolean {
  if (!isFields(value)) return value !== null || id !== 'partner.formPackets.create'
  if (id === 'partner.identityProof.getPatient') return value['kind'] === 'one'
  if (id === 'partner.patients.get') return value['date'] !== 'unreadable' && value['date'] !== null
  if (id === 'partner.formPackets.get') return value['completed'] !== null
  if (id !== 'partner.formPackets.list') return true
  const rows = value['items'] as readonly unknown[]
  return rows.every((row) => readPacket(row)?.patientId !== undefined)
}

function knownOf(input: unknown): Known {
  const { params, query, body } = (input ?? {}) as Record<string, Record<string, Id> | undefined>
  const limit = query?.['limit']
  return {
    patientId: params?.['patientId'] ?? query?.['patientId'] ?? body?.['patientId'],
    packetId: params?.['formPacketId'],
    ...(limit !== undefined && { limit: Number(limit) }),
  }
}

/** Most differences to report of one answer. */
const most = 3

/** Lists an answer's deviations for an engineer: the contract's paths, names and types, never a value. */
function tolerancesOf(operation: Operation, body: unknown): string[] {
  const list = listElsewhere(operation, body)
  if (list !== undefined) return [list]
  const told = compare(operation, [body]).differences.flatMap(({ path, kind, expected, found }) =>
    kind === 'extra' || kind === 'absent' ? [] : [`${path}: expected ${expected}, found ${found}`],
  )
  const all = [...statusWords(body), ...told]
  return all.length > most ? [...all.slice(0, most), `and ${all.length - most} more`] : all
}

/** Finds words of a packet's status that Foyer does not assume; the contract takes any text there. */
function statusWords(body: unknown): string[] {
  const rows = isFields(body) ? (Array.isArray(body['items']) ? body['items'] : [body]) : []
  const known = packetStatus.options
  const told = (rows as unknown[]).flatMap((row) => {
    const word = isFields(row) && 'forms' in row ? row['status'] : undefined
    if (typeof word !== 'string' || known.includes(word as PacketStatus)) return []
    if (readWord(word, known) !== undefined)
      return ['status: a word of the contract in other letters']
    return [`status: ${isCode(word) ? `the word ${word}` : 'another word, as text'}`]
  })
  return [...new Set(told)]
}

function listElsewhere(operation: Operation, body: unknown): string | undefined {
  if (!isPaginated(operation)) return undefined
  if (Array.isArray(body)) return 'a list without a wrapper'
  if (!isFields(body) || Array.isArray(body['items'])) return undefined
  const found = Object.entries(body).find(([, value]) => Array.isArray(value))
  return found && /^\w{1,40}$/.test(found[0]) ? `the list under ${found[0]}` : undefined
}
