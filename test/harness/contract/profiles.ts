import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseWireProfile, type WireProfile } from '../../../src/contract/wire-profile.ts'

const folder = join(import.meta.dirname, '../../wire-profiles')

export const profileNames = readdirSync(folder)
  .filter((file) => file.endsWith('.json'))
  .map((file) => file.replace('.json', ''))

export function profileNamed(name: string): WireProfile {
  const parsed = parseWireProfile(JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8')))
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.error))
  return parsed.value
}
