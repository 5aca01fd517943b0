import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { arch, release, type } from 'node:os'
import { strToU8, zipSync } from 'fflate'
import { isFields } from '../src/contract/readers/fields.ts'
import { parseJson } from '../src/main/base/parse-json.ts'
import { cleanLine } from '../src/main/log/log.ts'
import { settingPaths } from '../src/main/settings/setting-paths.ts'
import { valueAt } from '../src/main/settings/layers.ts'
import { describeProblems } from '../src/main/settings/load.ts'
import { findLeaks } from './bundle/find-leaks.ts'
import { findNeedles } from './bundle/needles.ts'
import { defineCommand, type CommandLine } from './command.ts'
import { readStation, type StationOnDisk, whyNoVault } from './doctor/read-station.ts'
import { drawFindings, examine } from './run-doctor.ts'
import { end } from './problem.ts'
import { folderHelp, passphraseHelp, version } from './vault-place.ts'

export const bundleExit = { written: 0, refused: 1, usage: 2, unsearched: 3 } as const

const fileNames = ['about.json', 'settings.json', 'doctor.txt', 'log.jsonl'] as const

const commandLine = {
  name: 'foyer support-bundle',
  summary: `Write a file for whoever helps with this station: versions, settings, what foyer doctor finds, the last log lines
It is searched first for the secrets of this station, and for names, contacts, birth dates and answers of patients
that its vault holds. Where one is in it, nothing is written (docs/operations.md).`,
  flags: {
    '--output <file>': 'where it is written; foyer-support-DATE.zip without it',
    '--log <file>': "a file of Foyer's log lines, where systemd's journal does not have them",
    '--without <name...>': `leave this out: ${fileNames.join(', ')}`,
    '--unsearched':
      'write it although the vault cannot be opened, and so not all can be searched for',
    '--dir <folder>': folderHelp,
  },
  more: `${passphraseHelp}
Foyer may be running. Ask as the user that runs Foyer.`,
  exits: {
    0: 'written',
    1: "not written: it would hold a secret, or what is a patient's",
    2: 'wrong usage, or a file cannot be read or written',
    3: 'not written: the vault cannot be opened, to know what must not be in it',
  },
} as const satisfies CommandLine

const mostLines = 1_000

/** Reads the last lines of a log, or of systemd's journal, each with the log's own fields alone. Throws without the file. */
function readLog(file: string | undefined) {
  const text = file === undefined ? readJournal() : readFileSync(file, 'utf8')
  const lines = text.split('\n').flatMap((line) => {
    const json = parseJson(line.slice(Math.max(0, line.indexOf('{'))))
    return isFields(json) && typeof json['event'] === 'string'
      ? [JSON.stringify(cleanLine(json))]
      : []
  })
  const from = file ?? (lines.length > 0 ? 'journal' : 'nowhere: name a file by --log')
  return { from, lines: lines.slice(-mostLines) }
}

function readJournal(): string {
  const asked = ['--no-pager', '--output=cat', `--lines=${mostLines}`, '--grep="event":"']
  const bounds = { encoding: 'utf8', timeout: 20_000, maxBuffer: 16 * 1024 ** 2 } as const
  const { stdout, error } = spawnSync('journalctl', asked, bounds)
  return error ? '' : stdout
}

async function gather(station: StationOnDisk, log: string | undefined) {
  const { settings } = station
  const findings = await examine(station)
  const { from, lines } = readLog(log)
  const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`
  const known = settings.ok
    ? settingPaths.map(({ key }) => {
        const { settings: values, originOf } = settings.value.snapshot
        return { key, value: valueAt(values, key) ?? null, origin: originOf(key) }
      })
    : { needCorrection: describeProblems(settings.error).split('\n') }
  return {
    'about.json': json({
      foyer: version,
      node: process.version,
      system: `${type()} ${release()} ${arch()}`,
      at: new Date().toISOString(),
      log: from,
      isSearched: station.vault?.ok ?? station.foreignOwner === undefined,
    }),
    'settings.json': json(known),
    'doctor.txt': drawFindings(findings),
    'log.jsonl': lines.map((line) => `${line}\n`).join(''),
  } satisfies Record<(typeof fileNames)[number], string>
}

export const supportBundle = defineCommand(commandLine, async ({ values }, terminal) => {
  const { without = [], unsearched = false } = values
  const unknown = without.some((name) => !fileNames.some((known) => known === name))
  if (unknown) end(bundleExit.usage, `--without: one of ${fileNames.join(', ')}.`)
  const station = await readStation(values.dir, terminal.environment)
  try {
    const isUnread = station.foreignOwner !== undefined || station.vault?.ok === false
    if (isUnread && !unsearched)
      end(
        bundleExit.unsearched,
        `not written: the vault cannot be opened (${whyNoVault(station)}), to know what must not be in it.`,
        '--unsearched writes it all the same; look through it before you send it.',
      )
    const all = Object.entries(await gather(station, values.log))
    const files = Object.fromEntries(all.filter(([name]) => !without.includes(name)))
    const leaks = findLeaks(files, findNeedles(station)).map(
      ({ file, line, kind, where }) =>
        `${file}, line ${line}, holds what must not leave this machine: ${kind} (${where}).`,
    )
    const advice = 'not written. --without leaves a file out; please report what was found.'
    if (leaks.length > 0) end(bundleExit.refused, ...leaks, advice)
    const output = values.output ?? `foyer-support-${new Date().toISOString().slice(0, 10)}.zip`
    const bytes = Object.entries(files).map(([name, text]) => [name, strToU8(text)] as const)
    writeFileSync(output, zipSync(Object.fromEntries(bytes)), { mode: 0o600, flag: 'wx' })
    terminal.out(`${output}\n`)
    return bundleExit.written
  } catch (error) {
    const { code, path } = error as NodeJS.ErrnoException
    if (code === undefined || path === undefined) throw error
    return end(bundleExit.usage, `${path}: ${code}.`)
  } finally {
    station.close()
  }
})
