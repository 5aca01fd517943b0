// `npm run mutation [-- AREA...]`: changes the code of each area, one place at a time, and counts the changes that no test notices.
import { mkdir } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { Stryker } from '@stryker-mutator/core'
import { areaVariable, mutationAreas, type MutationArea } from './mutation-areas.ts'

const root = join(import.meta.dirname, '..')
const reports = join(root, '.cache', 'mutation')
const notNoticed = new Set(['Survived', 'NoCoverage'])
const noticed = new Set(['Killed', 'Timeout'])

interface Score {
  readonly noticed: number
  readonly all: number
  readonly percent: number
}

async function measure(name: string, { mutate }: MutationArea): Promise<Score> {
  process.env[areaVariable] = name
  const results = await new Stryker({
    testRunner: 'vitest',
    vitest: { configFile: 'vitest.mutation.config.ts', pool: 'forks', related: false },
    coverageAnalysis: 'perTest',
    mutate: [...mutate, '!**/*.test.ts', '!**/*.d.ts'],
    ignorePatterns: ['/out', '/e2e', '/bench', '/.cache', '/reports'],
    tempDirName: join('.cache', 'stryker'),
    reporters: ['json', 'html', 'progress-append-only'],
    jsonReporter: { fileName: join(reports, `${name}.json`) },
    htmlReporter: { fileName: join(reports, `${name}.html`) },
    timeoutMS: 5_000,
    warnings: false,
  }).runMutationTest()
  const count = (statuses: ReadonlySet<string>) =>
    results.filter(({ status }) => statuses.has(status)).length
  for (const { status, fileName, location, replacement } of results)
    // On a busy machine a timeout may be no more than a slow test.
    if (status === 'Timeout' || notNoticed.has(status))
      console.log(
        `  ${status.padEnd(10)} ${relative(root, fileName)}:${location.start.line}  ${replacement}`,
      )
  const killed = count(noticed)
  const all = killed + count(notNoticed)
  return { noticed: killed, all, percent: all === 0 ? 0 : (100 * killed) / all }
}

const hasLeast = (name: string) => mutationAreas[name]?.least !== undefined
const names =
  process.argv.length > 2 ? process.argv.slice(2) : Object.keys(mutationAreas).filter(hasLeast)
const unknown = names.find((name) => !(name in mutationAreas))
if (unknown) {
  console.error(
    `foyer: there is no area "${unknown}". The areas: ${Object.keys(mutationAreas).join(', ')}.`,
  )
  process.exit(2)
}
await mkdir(reports, { recursive: true })
const lines: string[] = []
for (const name of names) {
  const area = mutationAreas[name] as MutationArea
  const started = performance.now()
  const { noticed, all, percent } = await measure(name, area)
  const { least = 0 } = area
  const isLow = percent < least
  if (isLow) process.exitCode = 1
  const seconds = ((performance.now() - started) / 1000).toFixed(0)
  lines.push(
    `${isLow ? '✗' : '✓'} ${name.padEnd(13)} ${percent.toFixed(1)} % of ${all} changes noticed (${noticed}), at least ${least} % (${seconds} s)`,
  )
}
console.log(`\n${lines.join('\n')}`)
