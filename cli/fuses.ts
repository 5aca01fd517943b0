import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses'
import { parseDocument } from 'yaml'
import { err, ok, type Result } from '../src/shared/result.ts'

/** The fuses that a configuration sets, by the name that electron-builder gives them. */
export type Fuses = ReadonlyMap<string, boolean>

/** Fuse of the wire, as read from a binary. */
export type FuseWire = ReadonlyMap<string, 'on' | 'off' | 'removed' | 'unknown'>

/** Reads `electronFuses` of electron-builder's configuration. Errors name what is not understood. */
export function readConfiguredFuses(yaml: string): Result<Fuses, string> {
  const document = parseDocument(yaml)
  const [fault] = document.errors
  if (fault) return err(`not understood: ${fault.message}`)
  if (!document.has('electronFuses')) return err('the configuration has no electronFuses')
  const { electronFuses } = document.toJS() as { electronFuses: unknown }
  const entries = Object.entries(electronFuses ?? {})
  const wrong = entries.find(([, value]) => typeof value !== 'boolean')
  if (wrong) return err(`not a fuse: "${wrong[0]}: ${String(wrong[1])}"`)
  return entries.length > 0
    ? ok(new Map(entries as [string, boolean][]))
    : err('electronFuses is empty')
}

/** Returns the name of the fuse at a place of the wire; a fuse unknown to the library gets its place's number. */
function nameAt(place: number): string {
  const name = (FuseV1Options as Record<number, string | undefined>)[place]
  return name ? name.charAt(0).toLowerCase() + name.slice(1) : `fuse ${place}`
}

const states: Readonly<Record<number, 'on' | 'off' | 'removed' | undefined>> = {
  [FuseState.ENABLE]: 'on',
  [FuseState.DISABLE]: 'off',
  [FuseState.REMOVED]: 'removed',
}

/** Reads the fuses of an Electron binary (on macOS, of the `.app`). The error says why there are none to read. */
export async function readFuseWire(path: string): Promise<Result<FuseWire, string>> {
  try {
    const { version, ...wire } = await getCurrentFuseWire(path)
    const fuses = Object.entries(wire).map(
      ([place, state]) => [nameAt(Number(place)), states[Number(state)] ?? 'unknown'] as const,
    )
    return fuses.length > 0
      ? ok(new Map(fuses))
      : err(`${path} has a fuse wire of version ${version}, which cannot be read`)
  } catch (error) {
    return err(`${path}: ${error instanceof Error ? error.message : 'cannot be read'}`)
  }
}

/** Lists each fuse that the binary has otherwise than configured, as a sentence; none if they agree. */
export function differences(configured: Fuses, wire: FuseWire): string[] {
  return [...configured].flatMap(([name, isOn]) => {
    const [wanted, found] = [isOn ? 'on' : 'off', wire.get(name) ?? 'missing']
    return wanted === found ? [] : [`${name} should be ${wanted}, and is ${found}`]
  })
}
