import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { openOrThrow, plainSealer } from '#harness/vault/scratch.ts'
import { readBeside, vaultOfEachTest } from '#harness/vault/test-vault.ts'
import { isFullTier } from '#harness/tier.ts'
import { openVault } from '../vault.ts'
import { connect } from './database.ts'

const scratch = vaultOfEachTest()
const { at } = scratch
const pageBytes = 4096
const open = () => openVault({ folder: scratch.folder, sealers: [plainSealer()] })
const parts = ['vault.db', 'vault.db-wal', 'vault.head'] as const
type Files = Readonly<Record<(typeof parts)[number], Buffer>>

function readFiles(): Files {
  const read = (name: string) => (existsSync(at(name)) ? readFileSync(at(name)) : Buffer.alloc(0))
  return {
    'vault.db': read('vault.db'),
    'vault.db-wal': read('vault.db-wal'),
    'vault.head': read('vault.head'),
  }
}
function writeFiles(files: Files) {
  rmSync(at('vault.db-shm'), { force: true })
  for (const name of parts) {
    rmSync(at(name), { force: true })
    if (files[name].length > 0) writeFileSync(at(name), files[name])
  }
}

/** Returns the PIN's counter, the audit and the outbox as they can be read. */
async function content() {
  const { connection } = await readBeside(scratch.folder)
  const tables = ['security_settings', 'audit', 'outbox', 'attempts', 'captures', 'bus_number']
  const rows = tables.map((name) => connection.prepare(`SELECT * FROM ${name}`).all())
  connection.close()
  return JSON.stringify(rows)
}

/** Works with a vault, and returns its files at many moments; at the last it is ended as by a kill. */
async function history(): Promise<readonly Files[]> {
  const moments: Files[] = []
  for (let start = 0; start < 3; start += 1) {
    const vault = await openOrThrow(scratch.folder)
    for (let step = 0; step < 9; step += 1) {
      const count = 9 * start + step
      vault.securitySettings.write('pin', JSON.stringify({ wrong: count }))
      vault.outbox.write({ id: `intake ${count % 4}`, seq: count % 4, row: `{"state":${count}}` })
      vault.attempts.count('wrongCode', `contact ${count}`)
      vault.audit.append('call', { count, more: 'x'.repeat(900) })
      moments.push(readFiles())
    }
    vault.close()
  }
  return moments
}

const pagesOf = (file: Buffer) => Math.floor(file.length / pageBytes)

/** Numbers that are the same in each run (Lehmer, MINSTD). */
function createRandom(seed: number) {
  let last = seed
  return {
    below(limit: number) {
      last = (last * 48_271) % 2_147_483_647
      return last % limit
    },
  }
}
type Random = ReturnType<typeof createRandom>
type Way = (now: Files, old: Files, random: Random) => Files
const ways: Readonly<Record<string, Way>> = {
  'all but the head of an older one': (now, old) => ({ ...old, 'vault.head': now['vault.head'] }),
  'an older database': (now, old) => ({ ...now, 'vault.db': old['vault.db'] }),
  'an older database without its log of writes': (now, old) => ({
    ...now,
    'vault.db': old['vault.db'],
    'vault.db-wal': Buffer.alloc(0),
  }),
  'an older log of writes': (now, old) => ({ ...now, 'vault.db-wal': old['vault.db-wal'] }),
  'no log of writes': (now) => ({ ...now, 'vault.db-wal': Buffer.alloc(0) }),
  'a flipped bit in the log of writes'(now, _old, random) {
    const log = Buffer.from(now['vault.db-wal'])
    const place = random.below(log.length)
    log[place] = (log[place] ?? 0) ^ (1 << random.below(8))
    return { ...now, 'vault.db-wal': log }
  },
  'a log of writes that is cut off': (now, _old, random) => ({
    ...now,
    'vault.db-wal': now['vault.db-wal'].subarray(0, random.below(now['vault.db-wal'].length)),
  }),
  'older pages'(now, old, random) {
    const database = Buffer.from(now['vault.db'])
    const shared = Math.min(pagesOf(database), pagesOf(old['vault.db']))
    for (let page = 0; page < shared; page += 1)
      if (random.below(3) === 0)
        old['vault.db'].copy(database, page * pageBytes, page * pageBytes, (page + 1) * pageBytes)
    return { ...now, 'vault.db': database, 'vault.db-wal': Buffer.alloc(0) }
  },
  'one older page beside the log of writes'(now, old, random) {
    const database = Buffer.from(now['vault.db'])
    const page = random.below(Math.min(pagesOf(database), pagesOf(old['vault.db'])))
    old['vault.db'].copy(database, page * pageBytes, page * pageBytes, (page + 1) * pageBytes)
    return { ...now, 'vault.db': database }
  },
}

describe('a vault that is not the one that was left', () => {
  it('is found at the start, however it was put back, cut off or damaged', async () => {
    const moments = await history()
    const newest = moments.at(-1) as Files
    writeFiles(newest)
    const last = await content()
    const random = createRandom(29)
    const names = Object.keys(ways)
    let noticed = 0
    const tries = isFullTier ? 120 : names.length
    for (let round = 0; round < tries; round += 1) {
      const name = names[round % names.length] as string
      const old = moments[random.below(moments.length - 1)] as Files
      writeFiles((ways[name] as Way)(newest, old, random))
      // A page that the log of writes has anew, and the rest of an older log, are not read.
      const isSame = (await content().catch(() => undefined)) === last
      const opened = await open()
      if (opened.ok) opened.value.close()
      expect(opened.ok, `${round}: ${name}`).toBe(isSame)
      if (opened.ok) writeFileSync(at('vault.head'), newest['vault.head'])
      else {
        expect(['altered', 'writesLost', 'corrupt']).toContain(opened.error.kind)
        noticed += 1
      }
    }
    expect(noticed).toBeGreaterThan(0.7 * tries)
  }, 120_000)

  it('says how many changes are gone, and leaves what is there as it is', async () => {
    const moments = await history()
    const older = { ...moments[2], 'vault.head': (moments.at(-1) as Files)['vault.head'] } as Files
    writeFiles(older)
    const opened = await open()
    expect(opened).toMatchObject({ ok: false, error: { kind: 'writesLost' } })
    expect(!opened.ok && 'count' in opened.error && opened.error.count).toBeGreaterThan(24 * 4)
    expect(readFiles()).toEqual(older)
  })

  it('accepts no page that was changed', async () => {
    await scratch.restart()
    const { connection, keys } = await readBeside(scratch.folder)
    connection.close()
    const raw = connect(at('vault.db'), keys.database)
    raw.exec(`INSERT INTO security_settings VALUES ('pin', 'none')`)
    raw.close()
    const opened = await openVault({
      folder: scratch.folder,
      sealers: [plainSealer()],
      acceptsLoss: true,
    })
    expect(opened).toEqual({ ok: false, error: { kind: 'altered' } })
  })
})
