import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { parseJson } from '../../src/main/base/parse-json.ts'
import { isFields } from '../../src/contract/readers/fields.ts'
import { cleanLine } from '../../src/main/log/log.ts'

const mostLines = 1_000

/** The last lines of Foyer's log, each with the log's own fields alone, and where they came from. */
export interface LogLines {
  readonly from: string
  readonly lines: readonly string[]
}

/** Reads them from a file, or from the journal of systemd. Throws where the file cannot be read. */
export function readLog(file: string | undefined): LogLines {
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
  const { stdout, error } = spawnSync('journalctl', asked, {
    encoding: 'utf8',
    timeout: 20_000,
    maxBuffer: 16 * 1024 ** 2,
  })
  return error ? '' : stdout
}
