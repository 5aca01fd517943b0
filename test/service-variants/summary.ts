import { catalogue } from './catalogue.ts'
import { combinations } from './combinations.ts'
import { judge } from './judge.ts'
import { runVisit, type Outcome } from './run-visit.ts'
import type { Variant } from './variant.ts'
import { visits } from './visits.ts'

/** What became of a choice, without a profile and with one. */
interface Tried {
  readonly variant: Variant
  readonly outcome: Outcome
  readonly faults: readonly string[]
  readonly adapted?: { readonly outcome: Outcome; readonly faults: readonly string[] }
}

async function trial(variant: Variant): Promise<Tried> {
  const { visit, change, expected } = variant
  const outcome = await runVisit(visits[visit], [change()])
  const tried = { variant, outcome, faults: judge(expected, outcome) }
  if (!('profile' in expected)) return tried
  const with_ = await runVisit(visits[visit], [change()], expected.profile)
  return { ...tried, adapted: { outcome: with_, faults: judge(expected, with_, true) } }
}

function count<T>(all: readonly T[], of: (one: T) => string): [string, number][] {
  const counts = new Map<string, number>()
  for (const one of all) counts.set(of(one), (counts.get(of(one)) ?? 0) + 1)
  return [...counts].sort((a, b) => b[1] - a[1])
}

const print = (line: string) => process.stdout.write(`${line}\n`)
const tried: Tried[] = []
for (const variant of catalogue) tried.push(await trial(variant))

const isVerbose = process.argv.includes('--all')
for (const { variant, outcome, faults, adapted } of tried) {
  if (!isVerbose && faults.length === 0 && (adapted?.faults.length ?? 0) === 0) continue
  print(`${variant.part}: ${variant.name}`)
  const { end, detail, seconds, sameRequests } = outcome
  print(
    `    ${end} (${detail}), ${seconds} s, ${sameRequests} alike; ${faults.join('; ') || 'as expected'}`,
  )
  if (adapted)
    print(
      `    with its profile: ${adapted.outcome.end}; ${adapted.faults.join('; ') || 'as expected'}`,
    )
}

print(`\n${tried.length} choices, without a profile:`)
for (const [end, number] of count(tried, ({ outcome }) => outcome.end)) print(`  ${number} ${end}`)
print('expected, and how it came:')
const wanted = ({ expected }: Variant) => ('profile' in expected ? 'by profile' : expected.end)
for (const [pair, number] of count(tried, ({ variant, outcome, adapted }) => {
  const with_ = adapted ? `, with the profile ${adapted.outcome.end}` : ''
  return `${wanted(variant)} → ${outcome.end}${with_}`
}))
  print(`  ${number} ${pair}`)
const right = tried.filter(({ faults, adapted }) => faults.length === 0 && !adapted?.faults.length)
print(`as expected: ${right.length} of ${tried.length}`)

const combined: Outcome[] = []
for (const { variants, visit } of combinations)
  combined.push(
    await runVisit(
      visit,
      variants.map(({ change }) => change()),
    ),
  )
print(`${combined.length} combinations of five to ten choices:`)
for (const [end, number] of count(combined, (outcome) => outcome.end)) print(`  ${number} ${end}`)
