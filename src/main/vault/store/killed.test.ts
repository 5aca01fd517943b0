import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { verifyAudit } from '../audit/audit-verify.ts'
import { deriveKey } from '../keys/derive.ts'
import { openOrThrow, plainSealer, scratchFolder } from '../../../../test/harness/vault/scratch.ts'
import { readVault } from '../keys/unlock.ts'

it('loses no acknowledged entry to kill -9, and opens again', async () => {
  const scratch = scratchFolder()
  let told = ''
  try {
    const script = join(
      import.meta.dirname,
      '..',
      '..',
      '..',
      '..',
      'test',
      'harness',
      'vault',
      'append-loop.ts',
    )
    const child = spawn(process.execPath, [script, scratch.folder], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    child.stdout.on('data', (chunk: Buffer) => {
      told += chunk.toString()
      if (told.split('\n').length > 50) child.kill('SIGKILL')
    })
    await once(child, 'close')
    const acknowledged = told.split('\n').length - 1
    expect(acknowledged).toBeGreaterThanOrEqual(50)
    ;(await openOrThrow(scratch.folder)).close()
    const vault = await readVault(scratch.folder, [plainSealer()])
    if (!vault.ok) throw new Error(vault.error.kind)
    const { connection, keys } = vault.value
    const verified = verifyAudit(connection, deriveKey(keys.root, 'audit'))
    connection.close()
    // One more: what opening and closing again wrote.
    expect(verified.ok && verified.value.entries).toBeGreaterThanOrEqual(acknowledged + 1)
  } finally {
    scratch.remove()
  }
})
