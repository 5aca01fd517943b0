import { chmodSync, chownSync, existsSync, statSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { filesIn, takeLock } from './files.ts'
import { scratchFolder } from './testing/scratch.ts'

let scratch: ReturnType<typeof scratchFolder>
beforeEach(() => (scratch = scratchFolder()))
afterEach(() => {
  vi.restoreAllMocks()
  scratch.remove()
})

describe.runIf(process.platform !== 'win32')('the folder of a vault', () => {
  it('is closed to all others who could write to it', () => {
    chmodSync(scratch.folder, 0o777)
    const lock = takeLock(filesIn(scratch.folder))
    if (!lock.ok) throw new Error(lock.error.kind)
    lock.value.release()
    expect(statSync(scratch.folder).mode & 0o777).toBe(0o755)
  })

  it('is not used when it belongs to another user', () => {
    const [us, others] = [4_711, 4_712]
    if (process.getuid?.() === 0) chownSync(scratch.folder, others, others)
    vi.spyOn(process, 'getuid').mockReturnValue(us)
    const files = filesIn(scratch.folder)
    expect(takeLock(files)).toMatchObject({ ok: false, error: { kind: 'unavailable' } })
    expect(existsSync(files.lock)).toBe(false)
  })
})
