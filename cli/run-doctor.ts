import {
  checkCertificateFiles,
  checkFolder,
  checkScreen,
  checkSettings,
  checkUpdates,
  checkVault,
} from './doctor/check-machine.ts'
import { checkService } from './doctor/check-service.ts'
import { readStation, type Finding, type StationOnDisk } from './doctor/read-station.ts'
import { defineCommand, type CommandLine } from './command.ts'
import { folderHelp, passphraseHelp } from './vault-place.ts'

export const doctorExit = { good: 0, toDo: 1, usage: 2 } as const

const commandLine = {
  name: 'foyer doctor',
  summary: `Look at all that this station needs, and say what must be put right
settings, folder, disk, vault, audit, names, network, clock, certificates, credentials, screen, updates (docs/operations.md)`,
  flags: { '--json': 'the findings as JSON, for programs', '--dir <folder>': folderHelp },
  more: `${passphraseHelp}
Foyer may be running; nothing is changed, and no patient's record is read. Ask as the user that runs Foyer.`,
  exits: { 0: 'nothing must be done', 1: 'something must be done', 2: 'wrong usage' },
} as const satisfies CommandLine

/** Examines a station: every finding, in the order of what needs what. */
export async function examine(station: StationOnDisk): Promise<Finding[]> {
  const settings = station.settings.ok ? station.settings.value : undefined
  return [
    ...checkSettings(station),
    ...checkFolder(station),
    ...checkVault(station),
    ...(settings ? checkCertificateFiles(settings.snapshot.settings) : []),
    ...(settings ? await checkService(station, settings) : []),
    ...(settings?.snapshot.settings.station === 'hub' ? [] : checkScreen()),
    checkUpdates(station),
  ]
}

const marks = { good: 'ok   ', note: 'note ', toDo: 'TO DO' } as const

/** Draws findings, a line each, and below it what to do. */
export function drawFindings(findings: readonly Finding[]): string {
  const lines = findings.map(({ name, state, text, toDo }) => {
    const below = toDo === undefined ? '' : `${' '.repeat(21)}→ ${toDo}\n`
    return `${marks[state]}  ${name.padEnd(12)}  ${text}\n${below}`
  })
  const count = findings.filter(({ state }) => state === 'toDo').length
  return `${lines.join('')}\n${count === 0 ? 'Nothing must be done.' : `To do: ${count}.`}\n`
}

export const doctor = defineCommand(commandLine, async ({ values }, terminal) => {
  const station = await readStation(values.dir, terminal.environment)
  try {
    const findings = await examine(station)
    terminal.out(values.json ? `${JSON.stringify({ findings })}\n` : drawFindings(findings))
    return findings.some(({ state }) => state === 'toDo') ? doctorExit.toDo : doctorExit.good
  } finally {
    station.close()
  }
})
