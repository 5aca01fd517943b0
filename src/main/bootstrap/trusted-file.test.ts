import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findTrustProblem } from './trusted-file.ts'

let folder = ''
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'foyer-trusted-'))))
afterEach(() => rmSync(folder, { recursive: true }))

function program(name: string, mode = 0o755) {
  const path = join(folder, name)
  writeFileSync(path, '')
  chmodSync(path, mode)
  return path
}

describe('a program that Foyer runs', () => {
  it('is named by a whole path, and is there', () => {
    expect(findTrustProblem('chromium')).toBe('it is not an absolute path')
    expect(findTrustProblem(folder)).toBe('it is not a file')
    expect(findTrustProblem(join(folder, 'missing'))).toBe('it cannot be read (ENOENT)')
  })

  it.runIf(process.getuid)('is what root put there', () => {
    expect(findTrustProblem('/bin/sh')).toBeUndefined()
  })

  it.runIf(process.getuid?.() === 0)('is no file that another user could change or replace', () => {
    const good = program('good')
    expect(findTrustProblem(good)).toBeUndefined()
    expect(findTrustProblem(program('writable', 0o777))).toContain('others may write to')
    const others = program('others')
    chownSync(others, 4_711, 4_711)
    expect(findTrustProblem(others)).toContain("others is not root's")
    symlinkSync(others, join(folder, 'link'))
    expect(findTrustProblem(join(folder, 'link'))).toContain("others is not root's")
    mkdirSync(join(folder, 'open'))
    const within = program('open/program')
    expect(findTrustProblem(within)).toBeUndefined()
    chmodSync(join(folder, 'open'), 0o777)
    expect(findTrustProblem(within)).toContain('others may write to')
  })
})
