import { plainName, readWord } from '../../src/contract/readers/fields.ts'
import { verdictFields } from '../../src/contract/readers/proof.ts'
import { answerWords, parseWireProfile, type WireProfile } from '../../src/contract/wire-profile.ts'
import { placesIn, written, type Place } from '../probe/visit/propose.ts'
import { isCode } from '../probe/visit/tolerance.ts'

/** Meaning learnt for a word, by the step before it came. */
export type LearntMeaning = 'incorrect' | 'verified' | 'notStarted'

/** Field of the contract that the word belongs to, and the names that a service may use for it. */
const fields = {
  incorrect: { field: 'verification.result', usual: 'result', under: verdictFields },
  verified: { field: 'verification.result', usual: 'result', under: verdictFields },
  notStarted: { field: 'packet.status', usual: 'status', under: ['status'] },
} as const satisfies Record<LearntMeaning, object>

const known = Object.values(answerWords)

/**
 * Finds the only unknown word of an answer that looks like a code in a state's place; the previous step gives its
 * meaning. Else undefined.
 */
export function learnWord(
  profile: WireProfile,
  meaning: LearntMeaning,
  body: unknown,
): { readonly word: string; readonly profile: WireProfile } | undefined {
  const { field, usual, under } = fields[meaning]
  const found = placesIn(body).filter(({ path, value }) => isUnknownWord(path, value, under))
  const [place, ...others] = found
  if (!place || others.length > 0) return undefined
  const word = place.value as string
  const { read } = profile
  const at = written(place.path)
  const isUsual = at === (read.fields[field] ?? usual)
  const parsed = parseWireProfile({
    ...profile,
    read: {
      ...read,
      fields: isUsual ? read.fields : { ...read.fields, [field]: at },
      words: { ...read.words, [meaning]: [...read.words[meaning], word] },
    },
  })
  return parsed.ok ? { word, profile: parsed.value } : undefined
}

function isUnknownWord(path: Place['path'], value: unknown, under: readonly string[]): boolean {
  const name = path.at(-1)
  const isInList = path.some((part) => typeof part === 'number')
  if (typeof name !== 'string' || isInList || !isCode(value)) return false
  const isStated = under.some((each) => plainName(each) === plainName(name))
  return isStated && readWord(value, known) === undefined
}
