import { catalogue } from './catalogue.ts'
import { combinations } from './combinations.ts'
import { judge } from './judge.ts'
import type { Outcome } from './outcome.ts'
import { runVisit } from './run-visit.ts'
import type { Variant } from './variant.ts'
import { visits } from './visits.ts'

/**
 * Prints how visits end at the services of the catalogue: by part, in sum, and each that does not end as it should.
 * With `--all` each of them. Beside the tests, which say only whether all is well.
 */
interface Tried {
  readonly variant: Variant
  readonly outcome: Outcome
  readonly faults: readonly string[]
  /** The same with its profile. */
  readonly adapted?: { readonly outcome: Outcome; readonly faults: readonly string[] }
}

const print = (line: string) => process.stdout.write(`${line}\n`)

async function trial(variant: Variant): Promise<Tried> {
  const { visit, change, expected } = variant
  const outcome = await runVisit(visits[visit], [change()])
  const tried = { variant, outcome, faults: judge(expected, outcome) }
  if (!('profile' in expected)) return tried
  const adapted = await runVisit(visits[visit], [change()], expected.profile)
  return { ...tried, adapted: { outcome: adapted, faults: judge(expected, adapted, true) } }
}

function count<T>(all: readonly T[], of: (one: T) => string): [string, number][] {
  const counts = new Map<string, number>()
  for (const one of all) counts.set(of(one), (counts.get(of(one)) ?? 0) + 1)
  return [...counts].sort((a, b) => b[1] - a[1])
}

const isRight = ({ faults, adapted }: Tried) => faults.length === 0 && !adapted?.faults.length
/** How a choice ends, its profile taken where it has one. */
function endOf({ variant: { expected }, outcome, adapted }: Tried): string {
  if (outcome.end === 'through') return 'through'
  return 'profile' in expected && adapted?.outcome.end === 'through' ? 'by profile' : outcome.end
}

function printOne({ variant, outcome, faults, adapted }: Tried): void {
  const { end, detail, seconds, sameRequests } = outcome
  const verdict = (all: readonly string[]) => all.join('; ') || 'as expected'
  print(`${variant.part}: ${variant.name}`)
  print(`    ${end} (${detail}), ${seconds} s, ${sameRequests} alike; ${verdict(faults)}`)
  if (adapted) print(`    with its profile: ${adapted.outcome.end}; ${verdict(adapted.faults)}`)
}

function printTable(tried: readonly Tried[]): void {
  const rows = [...new Set(tried.map(({ variant }) => variant.part))].map((part) => {
    const own = tried.filter(({ variant }) => variant.part === part)
    return [part, own, own.filter(isRight).length] as const
  })
  for (const [name, own, right] of [...rows, ['all', tried, tried.filter(isRight).length] as const])
    print(
      `${name.padEnd(14)} ${String(own.length).padStart(4)} choices, ${String(right).padStart(4)} as expected: ${count(
        own,
        endOf,
      )
        .map(([end, number]) => `${number} ${end}`)
        .join(', ')}`,
    )
}

const tried: Tried[] = []
for (const variant of catalogue) tried.push(await trial(variant))
for (const one of tried) if (process.argv.includes('--all') || !isRight(one)) printOne(one)

print('')
printTable(tried)
print('\nexpected, and how it came:')
const wanted = ({ expected }: Variant) => ('profile' in expected ? 'by profile' : expected.end)
for (const [pair, number] of count(tried, (one) => `${wanted(one.variant)} → ${endOf(one)}`))
  print(`  ${number} ${pair}`)

const combined: Outcome[] = []
for (const { variants, visit } of combinations) {
  const changes = variants.map(({ change }) => change())
  combined.push(await runVisit(visit, changes))
}
print(`\n${combined.length} services that chose otherwise five to ten times:`)
for (const [end, number] of count(combined, (outcome) => outcome.end)) print(`  ${number} ${end}`)
