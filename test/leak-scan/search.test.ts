import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { testFolder } from '#harness/test-folder.ts'
import { searchDisk } from './search-disk.ts'
import { searchArguments, searchEnvironments } from './search-processes.ts'
import { createSearch } from './search.ts'

const value = 'canary+Zq8/value é'
const search = createSearch([{ name: 'canary', value }])

describe('the search', () => {
  it.each([
    ['text', `before ${value} after`],
    ['UTF-16', Buffer.from(`before ${value} after`, 'utf16le')],
    ['percent-encoded', `?q=${encodeURIComponent(value)}&r`],
    ['percent-encoded', `?q=${encodeURIComponent(value).toLowerCase()}`.replace('zq8', 'Zq8')],
    ['base64', Buffer.from(value).toString('base64')],
    ['base64', Buffer.from(`a${value}z`).toString('base64')],
    ['base64', Buffer.from(`ab${value}yz`).toString('base64url')],
    ['base64', `Basic ${Buffer.from(`someone:${value}`).toString('base64')}`],
  ])('finds a text as %s', (as, hay) => {
    expect(search.in(Buffer.from(hay))).toContainEqual({ name: 'canary', as })
  })

  it('finds nothing where there is nothing', () => {
    expect(search.in(Buffer.from(`canary+Zq8/valu\0e and ${'x'.repeat(1000)}`))).toEqual([])
  })

  it('takes no needle that chance could make', () => {
    expect(() => createSearch([{ name: 'code', value: '123456' }])).toThrow('too short')
  })
})

describe('on the disk', () => {
  let folder: string
  beforeEach(() => void (folder = testFolder()))

  it('finds it deep in a folder, over the edge of two pieces, and in the name of a file', async () => {
    const deep = join(folder, 'a', 'b')
    await mkdir(deep, { recursive: true })
    const plain = createSearch([{ name: 'plain', value: 'plain-canary' }])
    const edge = Buffer.alloc(9 * 1024 * 1024)
    edge.write('plain-canary', 4 * 1024 * 1024 - 5)
    await writeFile(join(deep, 'edge'), edge)
    await writeFile(join(folder, 'of plain-canary'), '')
    await writeFile(join(folder, 'nothing'), 'nothing')
    expect((await searchDisk([folder], plain)).map((trace) => trace.replace(folder, ''))).toEqual([
      '/a/b/edge: plain as text',
      'name of /of plain-canary: plain as text',
    ])
  })

  it('leaves what was there before alone when it is told since when', async () => {
    await writeFile(join(folder, 'file'), value)
    expect(await searchDisk([folder], search, Date.now() + 60_000)).toEqual([])
    expect(await searchDisk([folder], search, Date.now() - 60_000)).toHaveLength(1)
  })
})

describe.runIf(process.platform === 'linux')('in a process', () => {
  it('finds it in the arguments and in the environment', async () => {
    const waits = ['-e', 'process.stdin.resume()', value]
    const child = spawn(process.execPath, waits, { env: { CANARY: value } })
    const pids = [child.pid ?? 0]
    try {
      await expect.poll(() => searchArguments(pids, search)).toHaveLength(1)
      await expect.poll(() => searchEnvironments(pids, search)).toHaveLength(1)
    } finally {
      child.kill('SIGKILL')
      await once(child, 'exit')
    }
  })
})
