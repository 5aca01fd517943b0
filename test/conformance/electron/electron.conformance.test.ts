import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { electronBinary, electronLaunch } from '../../../scripts/electron-binary.ts'

const root = join(import.meta.dirname, '..', '..', '..')

if (electronBinary(root)) {
  const { describeShell } = await import('../conformance.ts')
  const { startBuiltElectron } = await import('./electron-subject.ts')
  describeShell('electron', 'honest', startBuiltElectron)
  describeShell('electron', 'hostile', startBuiltElectron)
} else {
  describe('electron shell', () => {
    it("is not held to the suite on this machine: Electron's binary is absent", () => {
      expect(electronLaunch(root)).toBeUndefined()
      expect(existsSync(join(root, 'node_modules', 'electron', 'dist'))).toBe(false)
      process.stderr.write(
        "\nfoyer: the Electron shell was NOT held to the conformance suite: Electron's binary is not in node_modules/electron (`npx install-electron` fetches it).\n",
      )
    })
    it('has a host for the suite that can be built', { tags: 'full' }, async () => {
      const { buildHost } = await import('./electron-subject.ts')
      expect(existsSync(await buildHost())).toBe(true)
    })
  })
}
