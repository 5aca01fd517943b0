import { seededRandom } from '../../e2e/support/seeded-random.ts'
import { catalogue } from './catalogue.ts'
import type { Part, Variant } from './variant.ts'
import { visits, type PlannedVisit } from './visits.ts'

/** Several choices of one service. */
export interface Combination {
  readonly name: string
  readonly variants: readonly Variant[]
  readonly visit: PlannedVisit
}

const howMany = 100
const fewest = 6
const most = 10

/** Where in an answer a choice is made: a field is written before the list around it, and the letters come last. */
const layers: Partial<Record<Part, number>> = {
  completed: -1,
  convention: 2,
  transport: 3,
  errors: 4,
}
const layerOf = ({ part, name }: Variant) => layers[part] ?? (name.startsWith('packets ') ? 1 : 0)

/** A proof that does not say how far it is: then every code must be answered in plain words. */
const isSilent = (name: string) =>
  /^(a proof (without any status|whose methods are numbers|without a body|that cannot be read|whose reading)|methods in a word of its own|the state of a proof (refused|fails always))/.test(
    name,
  )

const leavesItToTheProof = ({ part, name }: Variant) =>
  part === 'verify code' || name.endsWith('for a code that was checked')

/** One that a service cannot make beside others: another shape of all, or forms without what others tell by them. */
const isAlone = ({ part, name }: Variant) =>
  part === 'check' ||
  isSilent(name) ||
  (part === 'convention' && /^(an envelope|OData|JSON:API)|, and /.test(name)) ||
  (part === 'packets' && /form/.test(name))

const combinable = catalogue.filter(
  (variant) =>
    variant.expected.end === 'through' &&
    !('profile' in variant.expected) &&
    (variant.visit === 'usual' || variant.visit === 'wrongCode') &&
    !isAlone(variant),
)
const partsOfAll = [...new Set(combinable.map(({ part }) => part))]

function combinationOf(number: number): Combination {
  const random = seededRandom(`services ${number}`)
  const pick = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)] as T
  const parts = partsOfAll
    .map((part) => ({ part, at: random() }))
    .sort((a, b) => a.at - b.at)
    .slice(0, fewest + Math.floor(random() * (most - fewest + 1)))
  const picked = parts.map(({ part }) =>
    pick(combinable.filter((variant) => variant.part === part)),
  )
  const variants = picked
    // Where a code's own answer says nothing, the proof must say it in the documents' words.
    .filter(({ part }) => part !== 'proof status' || !picked.some(leavesItToTheProof))
    .sort((a, b) => layerOf(a) - layerOf(b))
  return {
    name: `${number}. ${variants.map(({ part, name }) => `${part}: ${name}`).join('; ')}`,
    variants,
    visit: visits.wrongCode,
  }
}

/** Services that chose otherwise five to ten times, one choice a part; the same in every run. */
export const combinations: readonly Combination[] = Array.from({ length: howMany }, (_, index) =>
  combinationOf(index + 1),
)
