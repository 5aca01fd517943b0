import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { testFolder } from '#harness/test-folder.ts'
import { electronBinary } from './electron-binary.ts'

let root: string
const put = async (path: string, content = '') => {
  await mkdir(dirname(join(root, path)), { recursive: true })
  await writeFile(join(root, path), content)
  return join(root, path)
}
const name =
  { darwin: 'Electron.app/Contents/MacOS/Electron', win32: 'electron.exe' }[
    process.platform as string
  ] ?? 'electron'

beforeEach(() => void (root = testFolder()))

describe("Electron's binary", () => {
  it('is that of the installed package', async () => {
    await put('node_modules/electron/path.txt', 'electron\n')
    expect(electronBinary(root, {})).toBeUndefined()
    const binary = await put('node_modules/electron/dist/electron')
    expect(electronBinary(root, {})).toBe(binary)
  })

  it('is that of the folder that FOYER_ELECTRON_DIST names, whatever is installed', async () => {
    await put('node_modules/electron/path.txt', 'electron')
    await put('node_modules/electron/dist/electron')
    const environment = { FOYER_ELECTRON_DIST: join(root, 'unpacked') }
    expect(electronBinary(root, environment)).toBeUndefined()
    const binary = await put(join('unpacked', name))
    expect(electronBinary(root, environment)).toBe(binary)
  })

  it('is none where nothing was installed or named', () => {
    expect(electronBinary(root, {})).toBeUndefined()
    expect(electronBinary(root, { FOYER_ELECTRON_DIST: '' })).toBeUndefined()
  })
})
