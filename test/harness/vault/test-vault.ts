import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { beforeEach, onTestFinished } from 'vitest'
import { readVault } from '../../../src/main/vault/keys/unlock.ts'
import type { Vault, VaultOptions } from '../../../src/main/vault/vault.ts'
import { testFolder } from '../test-folder.ts'
import { openOrThrow, plainSealer } from './scratch.ts'

/** Opens a vault that must open, and closes it with the test at the latest. */
export async function openTestVault(
  folder = testFolder(),
  options: Partial<VaultOptions> = {},
): Promise<Vault> {
  const vault = await openOrThrow(folder, options)
  onTestFinished(() => vault.close())
  return vault
}

/** Opens a vault beside who has it, to read; the caller closes its connection. */
export async function readBeside(folder: string, sealers = [plainSealer()]) {
  const vault = await readVault(folder, sealers)
  if (!vault.ok) throw new Error(vault.error.kind)
  return vault.value
}

/** A folder of its own for each test of a file, with the vault in it. */
export function vaultOfEachTest() {
  let folder = ''
  beforeEach(() => void (folder = testFolder()))
  return {
    get folder() {
      return folder
    },
    at: (...names: readonly string[]) => join(folder, ...names),
    open: (options: Partial<VaultOptions> = {}) => openTestVault(folder, options),
    restart: async () => (await openOrThrow(folder)).close(),
  }
}

/** Runs a script of this folder as a process of its own. `before`: one that is loaded before it. */
export function spawnScript(
  name: string,
  args: readonly string[],
  { before, env = {} }: { readonly before?: string; readonly env?: NodeJS.ProcessEnv } = {},
) {
  const at = (file: string) => join(import.meta.dirname, file)
  const loaded = before === undefined ? [] : ['--import', at(before)]
  return spawn(process.execPath, [...loaded, at(name), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...env },
  })
}
