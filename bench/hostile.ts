import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BenchRow } from './row.ts'

const root = join(import.meta.dirname, '..')

/** The parts of the conformance suite in which someone tries to get out or in. */
const hostile = [
  'a hostile form page',
  'a form that brings a file',
  'a form page that',
  'a key pressed',
  'a hand on the form',
  'a site with a certificate that no one vouches for',
  'the bridge',
].join('|')

interface Case {
  readonly fullName: string
  readonly status: 'passed' | 'failed' | 'skipped' | 'pending'
}
interface Report {
  readonly testResults: readonly { readonly assertionResults: readonly Case[] }[]
}

/**
 * Tries every hostile case of the conformance suite on each shell that can run here, prints them by name, and
 * counts how many were held. Throws when the suite could not be run.
 */
export async function benchHostile(): Promise<BenchRow[]> {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-hostile-'))
  const file = join(folder, 'report.json')
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')
  try {
    const run = spawn(
      process.execPath,
      [
        ...[vitest, 'run', '--project', 'conformance', '-t', hostile],
        ...['--reporter=json', `--outputFile=${file}`],
      ],
      { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] },
    )
    await once(run, 'exit')
    const { testResults } = JSON.parse(await readFile(file, 'utf8')) as Report
    const tried = testResults
      .flatMap(({ assertionResults }) => assertionResults)
      .filter(({ status }) => status === 'passed' || status === 'failed')
    for (const { fullName, status } of tried) {
      console.log(`${status === 'passed' ? 'held    ' : 'NOT HELD'}  ${fullName}`)
    }
    return ['browser shell', 'electron shell'].flatMap((shell) => rowsOf(shell, tried))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Nothing for a shell that was not tried: its binary is not on this machine. */
function rowsOf(shell: string, all: readonly Case[]): BenchRow[] {
  const tried = all.filter(({ fullName }) => fullName.startsWith(shell))
  const held = tried.filter(({ status }) => status === 'passed').length
  if (tried.length === 0) return []
  return [
    {
      figure: `hostile cases held, ${shell}`,
      value: held,
      unit: 'cases',
      beside: [{ name: 'tried', value: tried.length }],
      ratio: held / tried.length,
      target: 'all that were tried',
      met: held === tried.length,
    },
  ]
}
