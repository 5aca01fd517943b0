import { contract } from '../../src/contract/index.ts'
import { listOperations, type Operation } from '../../src/contract/operation.ts'
import { err, ok, type Result } from '../../src/shared/result.ts'
import type { Target } from '../service/target.ts'
import { didYouMean } from '../suggest.ts'

const { partner, developer } = contract
export const operations: readonly Operation[] = listOperations({ partner, developer })

/** Returns the area of an operation: `partner.formPackets` of `partner.formPackets.list`. */
export const areaOf = ({ id }: Pick<Operation, 'id'>) => id.slice(0, id.lastIndexOf('.'))

export const areas: ReadonlyMap<string, readonly Operation[]> = new Map(
  [...new Set(operations.map(areaOf))].map((area) => [
    area,
    operations.filter((operation) => areaOf(operation) === area),
  ]),
)

const interfaces: readonly string[] = ['partner', 'developer']

type Named = { readonly operation: Operation } | { readonly area: string }

const plain = (name: string) => name.toLowerCase().replaceAll('-', '')

const longestName = Math.max(...operations.map(({ id }) => id.split('.').length))

function named(name: string): Named | undefined {
  const operation = operations.find(({ id }) => plain(id) === plain(name))
  if (operation) return { operation }
  const area = [...areas.keys()].find((each) => plain(each) === plain(name))
  return area === undefined ? undefined : { area }
}

const isWord = (word: string | undefined): word is string =>
  word !== undefined && !word.startsWith('-')

/** Returns the names that begin at a place among the arguments, longest first: words may replace dots. */
function namesFrom(args: readonly string[], start: number): (readonly string[])[] {
  const after = args.slice(start, start + longestName)
  const end = after.findIndex((word) => !isWord(word))
  const words = end < 0 ? after : after.slice(0, end)
  return words.map((_, index) => words.slice(0, words.length - index))
}

const beginsName = (word: string) =>
  interfaces.includes(plain(word)) || /^[a-z]+\.[a-z]/i.test(word)

/** Finds the named operation, in any case, with hyphens or spaces, among flags. The fault repeats no word: it may be a value. */
export function findOperation(
  args: readonly string[],
): Result<Named & { readonly rest: readonly string[] }, string> | undefined {
  for (const start of args.keys())
    for (const words of namesFrom(args, start)) {
      const found = named(words.join('.'))
      // A word after an area is an operation of it that is not there.
      const isWhole = !isWord(args[start + words.length])
      if (found && ('operation' in found || isWhole))
        return ok({ ...found, rest: args.toSpliced(start, words.length) })
    }
  // A word that looks like a name comes first: another word may be the value of a flag.
  const begin = args.findIndex((word) => isWord(word) && beginsName(word))
  const starts = begin < 0 ? [...args.keys()] : [begin]
  const typed = starts.flatMap((start) => namesFrom(args, start)).map((words) => words.join('.'))
  if (typed.length === 0) return undefined
  return err(`There is no operation of this name${hintFor(typed)}. --help lists them all.`)
}

function hintFor(typed: readonly string[]): string {
  const known = [...operations.map(({ id }) => id), ...areas.keys()]
  const whole = (name: string) =>
    interfaces.map((each) => `${each}.${name}`).filter((each) => named(each))
  const meant = [...typed.flatMap(whole), ...typed]
  return meant.map((name) => didYouMean(name, known)).find((hint) => hint !== '') ?? ''
}

/** Returns the path's parameters that set the place of an operation, not its subject: they need not be typed. */
export function scopedBy({ interface: name, params }: Operation) {
  const places = name === 'partner' ? (['accountId', 'locationId'] as const) : []
  return places.filter((each) => each in (params?.shape ?? {}))
}

/** Returns the values of those parameters at a service. */
export function defaultsOf(operation: Operation, scope: Target['scope']) {
  const known = scopedBy(operation).flatMap((name) =>
    scope[name] === undefined ? [] : [[name, scope[name]] as const],
  )
  return Object.fromEntries(known)
}
