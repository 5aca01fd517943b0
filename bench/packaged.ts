import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { parse } from 'yaml'
import { startFoyerIn } from '../e2e/support/running-foyer.ts'
import { makeDataFolder, startPackaged } from '../scripts/app-process.ts'
import manifest from '../package.json' with { type: 'json' }
import { electronBinary } from '../scripts/electron-binary.ts'
import { runBuilder, unpackedPaths } from '../scripts/package.ts'
import { readEndpoint } from '../src/main/windows/driver.ts'
import { openPlace } from '../test/leak-scan/kiosk-place.ts'
import { rowBeside, type BenchRow } from './row.ts'
import { benchStarts, measureFoyer, measureWindow } from './start.ts'

const root = join(import.meta.dirname, '..')
const largest = 1.15

const emptyMain = `const { app, BrowserWindow } = require('electron')
app.commandLine.appendSwitch('remote-debugging-port', '0')
app.whenReady().then(() => new BrowserWindow({ kiosk: true }).loadURL('about:blank'))
`

/** Packages Foyer and an application that opens an empty window alike; returns the unpacked folders. */
function packageBoth(folder: string, electron: string) {
  const [foyer, empty] = [join(folder, 'foyer'), join(folder, 'empty')]
  execFileSync(process.execPath, [join(root, 'scripts/package.ts'), '--dir', '--output', foyer])
  const config = {
    ...(parse(readFileSync(join(root, 'electron-builder.yml'), 'utf8')) as object),
    electronVersion: manifest.devDependencies.electron,
    electronDist: dirname(electron),
    files: ['main.js'],
    extraFiles: [],
    icon: null,
  }
  const files = {
    'main.js': emptyMain,
    'package.json': '{ "name": "empty", "version": "0.0.0", "main": "main.js" }',
    'config.json': JSON.stringify(config),
  }
  mkdirSync(empty)
  for (const [name, text] of Object.entries(files)) writeFileSync(join(empty, name), text)
  const words = ['--dir', '--project', empty, '--config', join(empty, 'config.json')]
  runBuilder([...words, '--publish', 'never'])
  return { own: join(foyer, unpackedPaths[0]), floor: join(empty, 'dist', unpackedPaths[0]) }
}

const megabytes = (folder: string) =>
  Number.parseInt(execFileSync('du', ['--summarize', '--bytes', folder]).toString(), 10) / 2 ** 20

async function measureEmpty(unpacked: string): Promise<number> {
  const profile = await makeDataFolder('foyer-empty-')
  try {
    return await measureWindow(
      (environment) => startPackaged(environment, profile, join(unpacked, 'foyer')),
      () => readEndpoint(profile),
    )
  } finally {
    rmSync(profile, { recursive: true, maxRetries: 5 })
  }
}

/** Start and size of a packaged Foyer, beside an empty window that is packaged alike; on Linux, where Electron is. */
export async function benchPackaged(): Promise<BenchRow[]> {
  const figure = 'packaged start to first tap'
  const electron = process.platform === 'linux' && electronBinary(root)
  if (!electron)
    return [{ figure, value: NaN, unit: 'ms', target: 'not measured: no Electron here' }]
  const folder = mkdtempSync(join(tmpdir(), 'foyer-packaged-'))
  try {
    // Both are started as another user.
    chmodSync(folder, 0o755)
    const { own, floor } = packageBoth(folder, electron)
    // Every start but the first finds its vault, as on most days.
    const place = await openPlace({ environment: { FOYER_SHELL: 'electron' } })
    const start = await benchStarts(figure, {
      floor: () => measureEmpty(floor),
      async own() {
        const foyer = await startFoyerIn(place, ({ environment, dataFolder }) =>
          startPackaged(environment, dataFolder, join(own, 'foyer')),
        )
        return measureFoyer(foyer)
      },
    })
    await place.close()
    const size = rowBeside(
      { figure: 'installed size', value: megabytes(own), unit: 'MB' },
      { name: 'empty application', value: megabytes(floor) },
      largest,
    )
    return [start, size]
  } finally {
    rmSync(folder, { recursive: true })
  }
}
