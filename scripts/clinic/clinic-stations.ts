import { randomInt } from 'node:crypto'
import type { Sandbox } from '../../sandbox/sandbox.ts'
import { makeDataFolder, sandboxEnvironment } from '../app-process.ts'
import { freePort } from '../free-port.ts'
import { deskWindow } from '../../src/main/windows/desk-port.ts'
import { kioskAtLeast, type Area } from '../../src/main/windows/trial-window.ts'
import type { Station } from './prepare-desk.ts'

/** The stations of a clinic on one machine. */
interface ClinicStations {
  readonly desk: Station
  readonly kiosks: readonly Station[]
  /** Opens the staff panel of each kiosk. */
  readonly staffPin: string
}

const kioskNames = ['Front door', 'Side door'] as const

/**
 * Makes the places of a desk and two kiosks at a sandbox; `windows`: where they stand. The caller deletes each folder.
 */
export async function makeClinicStations(
  sandbox: Sandbox,
  windows: ArrangedWindows,
): Promise<ClinicStations> {
  const make = async (name: string, own: Readonly<Record<string, string>>): Promise<Station> => {
    const folder = await makeDataFolder('foyer-clinic-')
    const environment = { ...sandboxEnvironment(sandbox, folder), FOYER_KIOSK_NAME: name, ...own }
    return { name, folder, environment }
  }
  const kiosks: Station[] = []
  for (const [index, name] of kioskNames.entries()) {
    const { FOYER_STAFF_PIN: pin } = kiosks[0]?.environment ?? {}
    const window = { FOYER_WINDOW: windows.kiosks[index] ?? 'fit' }
    kiosks.push(await make(name, { ...window, ...(pin && { FOYER_STAFF_PIN: pin }) }))
  }
  const { environment, ...desk } = await make('Front desk', {
    FOYER_STATION: 'desk',
    FOYER_WINDOW: windows.desk,
    FOYER_BUS_BROKER_PORT: String(await freePort()),
    FOYER_BUS_BROKER_PAIRING_PORT: String(await freePort()),
  })
  // At a desk it would take the place of what its administrator signs in with.
  const { FOYER_STAFF_PIN: _, ...ofDesk } = environment
  const staffPin = kiosks[0]?.environment['FOYER_STAFF_PIN'] ?? ''
  return { desk: { ...desk, environment: ofDesk }, kiosks, staffPin }
}

const counts = ['two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'] as const
const kinds = ['small', 'green', 'quiet', 'early', 'round', 'warm', 'tall', 'bright'] as const
const things = ['boats', 'lamps', 'pears', 'clouds', 'chairs', 'birds', 'bells', 'kites'] as const
const places = ['at noon', 'by the river', 'in the rain', 'on the hill', 'near the sea'] as const

/** Draws a passphrase that is easily read and typed, for a desk without real patients. */
export function drawPassphrase(): string {
  const one = (words: readonly string[]) => words[randomInt(words.length)] ?? ''
  return [counts, kinds, things, places].map(one).join(' ')
}

/** Chromium draws nothing smaller: fewer pixels of the screen a CSS px. */
const leastScale = 0.5
/** Between two windows. */
const gap = 16
/** Share of the screen's width for each of two kiosks, unless they need more: the rest is the desk's. */
const kioskShare = 3 / 16

/** Places of the windows, in the words of `FOYER_WINDOW`. */
interface ArrangedWindows {
  readonly kiosks: readonly string[]
  readonly desk: string
}

/** Arranges two portrait kiosks side by side at the left of the `free` screen, and a desk on the rest. */
export function arrangeWindows(free: Area, pixelRatio: number): ArrangedWindows {
  const { left, top } = free
  const needed = (kioskAtLeast.portrait * leastScale) / pixelRatio
  const share = Math.max(needed, free.width * kioskShare)
  const width = Math.round(Math.min(share, (free.height * 9) / 16, free.width / 3))
  const height = Math.min(free.height, Math.round((width * 16) / 9))
  const beside = (index: number) => left + index * (width + gap)
  /** Draws it smaller for a page that needs `least` px. */
  const placed = (area: Area, least: number = kioskAtLeast.portrait) => {
    const factor = Math.min(1, Math.max(leastScale / pixelRatio, area.width / least))
    const px = (length: number) => Math.round(length / factor)
    const at = `+${px(area.left - left)}+${px(area.top - top)}`
    return `${px(area.width)}x${px(area.height)}${at}@${(pixelRatio * factor).toFixed(4)}`
  }
  const rest = { left: beside(2), top, height: free.height }
  return {
    kiosks: [0, 1].map((index) => placed({ left: beside(index), top, width, height })),
    desk: placed({ ...rest, width: left + free.width - rest.left }, deskWindow.least.width),
  }
}
