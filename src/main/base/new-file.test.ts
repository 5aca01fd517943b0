import { chmodSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { testFolder } from '#harness/test-folder.ts'
import { findFolder, writeNewFile } from './new-file.ts'

let folder: string
beforeEach(() => void (folder = testFolder()))

const bytes = Buffer.from('%PDF')
const writePdf = (into: string, name: string, content: Uint8Array) =>
  writeNewFile(into, { name, extension: 'pdf' }, content)
const fault = async (written: ReturnType<typeof writeNewFile>) => {
  const result = await written
  return result.ok ? undefined : result.error
}

describe('a new file', () => {
  it('is this user’s alone, whole, and alone in its folder', async () => {
    const file = join(folder, '4711.pdf')
    expect(await writePdf(folder, '4711', bytes)).toEqual({ ok: true, value: { file } })
    expect(readFileSync(file)).toEqual(bytes)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(readdirSync(folder)).toEqual(['4711.pdf'])
  })

  it('gets a number where its name is taken, by a link or by one that is being written too', async () => {
    writeFileSync(join(folder, 'other'), 'other')
    writeFileSync(join(folder, '4711.pdf'), 'first')
    symlinkSync(join(folder, 'other'), join(folder, '4711-2.pdf'))
    symlinkSync(join(folder, 'other'), join(folder, '4711-3.pdf.part'))
    const written = await writePdf(folder, '4711', bytes)
    expect(written).toMatchObject({ value: { file: join(folder, '4711-4.pdf') } })
    expect(readFileSync(join(folder, '4711.pdf'), 'utf8')).toBe('first')
    expect(readFileSync(join(folder, 'other'), 'utf8')).toBe('other')
    expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([
      '4711-3.pdf.part',
    ])
  })

  it('never takes the name of another that is written at the same moment', async () => {
    const each = Array.from({ length: 12 }, (_, index) => Buffer.from(`%PDF ${index}`))
    const written = await Promise.all(each.map((one) => writePdf(folder, '4711', one)))
    expect(written.every(({ ok }) => ok)).toBe(true)
    const texts = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'))
    expect(texts.sort()).toEqual(each.map(String).sort())
  })

  it('is not written without its folder, which is not made', async () => {
    const missing = join(folder, 'stick')
    expect(await findFolder(missing)).toEqual({
      ok: false,
      error: { kind: 'noFolder', code: 'ENOENT' },
    })
    expect(await fault(writePdf(missing, '4711', bytes))).toEqual({
      kind: 'noFolder',
      code: 'ENOENT',
    })
    writeFileSync(missing, '')
    expect(await findFolder(missing)).toMatchObject({ error: { kind: 'noFolder' } })
    expect(readdirSync(folder)).toEqual(['stick'])
  })

  it.skipIf(process.getuid?.() === 0)('says so of a folder that takes nothing', async () => {
    chmodSync(folder, 0o500)
    expect(await fault(writePdf(folder, '4711', bytes))).toMatchObject({ kind: 'notWritten' })
    chmodSync(folder, 0o700)
    expect(readdirSync(folder)).toEqual([])
  })

  it('leaves nothing of one that could not be written to its end', async () => {
    const broken = new Proxy(Buffer.from('%PDF'), {
      get: () => {
        throw Object.assign(new Error(), { code: 'ENOSPC' })
      },
    })
    expect(await fault(writePdf(folder, '4711', broken))).toMatchObject({ kind: 'notWritten' })
    expect(readdirSync(folder)).toEqual([])
  })

  it('gives up after a hundred names', async () => {
    for (let number = 1; number <= 99; number += 1)
      writeFileSync(join(folder, number === 1 ? '1.pdf' : `1-${number}.pdf`), '')
    expect(await fault(writePdf(folder, '1', bytes))).toEqual({
      kind: 'notWritten',
      code: 'EEXIST',
    })
  })
})
