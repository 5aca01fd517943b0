import { subscribe } from 'node:diagnostics_channel'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import Database from 'better-sqlite3-multiple-ciphers'
import type { Command, View } from '../../../../src/shared/ipc.ts'

/** A kill at a step: the `at`th mark from now on (1 is the next). `power`: what was not yet synced is on the disk in part. */
export interface ArmedKill {
  readonly at: number
  readonly how: 'kill' | 'power'
}

/** Messages of the test to a kiosk without windows. */
export type ToKiosk =
  | { readonly kind: 'command'; readonly command: Command }
  /** Counts marks anew; null: nothing is killed. */
  | { readonly kind: 'arm'; readonly kill: ArmedKill | null }
  | { readonly kind: 'count' }

/** Messages of such a kiosk to the test. */
export type FromKiosk =
  | { readonly kind: 'view'; readonly view: View }
  | { readonly kind: 'form'; readonly url: string | null }
  | { readonly kind: 'marks'; readonly count: number }

/** Writes of a capture and of the outbox. */
const ofIntakes = /^\s*(INSERT|UPDATE|DELETE)\b[^]*\b(captures|capture_\w+|outbox)\b/i
const isCommit = /^\s*COMMIT\b/i
/** Requests that create or fill something at the service. */
const changes = (request: { readonly method: string; readonly path: string }) =>
  request.method !== 'GET' && /\/(patients|form)\b/.test(request.path)

/** Bytes that a disk writes whole. */
const sectorBytes = 512

interface Statement {
  readonly source: string
  readonly database: { readonly name: string; readonly inTransaction: boolean }
  run: (...values: unknown[]) => unknown
}

/**
 * Marks, in this process, each write of captures and outbox before and after it, and each request for a change: made,
 * sent, answered. At the mark that is armed the process ends as by `kill -9`; `random` (in [0, 1)) says which sectors
 * of a torn write are there after a loss of power.
 */
export function installKillMarks(random: () => number) {
  let armed: ArmedKill | null = null
  let marks = 0
  let isOfIntakes = false

  const die = () => process.kill(process.pid, 'SIGKILL')
  const isTurn = () => {
    marks += 1
    return armed !== null && marks === armed.at
  }
  const mark = () => {
    if (isTurn()) die()
  }

  const probe = new Database(':memory:')
  const prototype = Object.getPrototypeOf(probe.prepare('SELECT 1')) as Statement
  probe.close()

  const run = prototype.run
  prototype.run = function (this: Statement, ...values: unknown[]) {
    const perform = () => run.apply(this, values)
    const { source, database } = this
    const ends = isCommit.test(source)
    if (!(ends ? isOfIntakes : ofIntakes.test(source))) return perform()
    isOfIntakes = !ends && database.inTransaction
    if (isTurn()) {
      if (armed?.how === 'power' && !isOfIntakes) tear(database.name, perform)
      die()
    }
    const done = perform()
    mark()
    return done
  }

  /** Leaves the journal as a loss of power in the midst of a write may: each sector old or new. */
  function tear(path: string, write: () => unknown) {
    const journal = `${path}-wal`
    const read = (file: string) => (existsSync(file) ? readFileSync(file) : Buffer.alloc(0))
    const [before, database] = [read(journal), read(path)]
    write()
    const after = read(journal)
    // A write that also moved the journal into the database was synced in between: it is whole.
    if (!database.equals(read(path))) return
    const torn = Buffer.from(after)
    for (let at = 0; at < torn.length; at += sectorBytes) {
      if (random() < 0.5) continue
      torn.fill(0, at, Math.min(at + sectorBytes, torn.length))
      if (at < before.length) before.copy(torn, at, at, at + sectorBytes)
    }
    const isLonger = random() < 0.5
    writeFileSync(journal, isLonger ? torn : torn.subarray(0, before.length))
    rmSync(`${path}-shm`, { force: true })
  }

  for (const moment of ['create', 'bodySent', 'headers'])
    subscribe(`undici:request:${moment}`, (message) => {
      const { request } = message as { request: { method: string; path: string } }
      if (changes(request)) mark()
    })

  return {
    arm(kill: ArmedKill | null) {
      armed = kill
      marks = 0
    },
    /** Counts the marks since it was armed. */
    count: () => marks,
  }
}
