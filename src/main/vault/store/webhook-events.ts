import type { Connection } from './database.ts'

/** A delivery as it is kept; `event` is JSON, null once the bus has it. */
export interface WebhookEventRow {
  readonly eventId: string
  /** ms since 1970 at which it was made. */
  readonly at: number
  readonly event: string | null
}

/** Deliveries of the service, each event once. */
export type WebhookEventRows = ReturnType<typeof openWebhookEvents>

/**
 * Opens the deliveries of a database; writes are durable on return. Keeps their ids in memory (50,000 take about 5 MB),
 * read at first use: kiosks have none.
 */
export function openWebhookEvents(connection: Connection) {
  const insert = connection.prepare<[string, number, string | null]>(
    'INSERT INTO webhook_deliveries (event_id, at, event) VALUES (?, ?, ?)',
  )
  const ids = connection.prepare<[], string>('SELECT event_id FROM webhook_deliveries').pluck()
  const count = connection
    .prepare<[], number>('SELECT count(*) FROM webhook_deliveries WHERE event IS NOT NULL')
    .pluck()
  const oldest = connection.prepare<[number], { readonly seq: number; readonly event: string }>(
    'SELECT seq, event FROM webhook_deliveries WHERE event IS NOT NULL ORDER BY at, seq LIMIT ?',
  )
  const settle = connection.prepare<[number]>(
    'UPDATE webhook_deliveries SET event = NULL WHERE seq = ?',
  )
  const kept = connection
    .prepare<[], number>('SELECT count(*) FROM webhook_deliveries WHERE event IS NULL')
    .pluck()
  const nth = connection
    .prepare<[number], number>(
      'SELECT at FROM webhook_deliveries WHERE event IS NULL ORDER BY at LIMIT 1 OFFSET ?',
    )
    .pluck()
  const moveFloor = connection.prepare<[number]>(
    'UPDATE webhook_memory SET forgotten_until = max(forgotten_until, ?)',
  )
  const remove = connection
    .prepare<[number], string>(
      'DELETE FROM webhook_deliveries WHERE event IS NULL AND at <= ? RETURNING event_id',
    )
    .pluck()
  const floor = connection.prepare<[], number>('SELECT forgotten_until FROM webhook_memory').pluck()

  let read: Set<string> | undefined
  const known = () => (read ??= new Set(ids.iterate()))

  const insertAll = connection.transaction((rows: readonly WebhookEventRow[]) => {
    for (const { eventId, at, event } of rows) insert.run(eventId, at, event)
  })
  const handOver = connection.transaction((limit: number, take: (event: string) => boolean) => {
    let taken = 0
    for (const { seq, event } of oldest.all(limit)) {
      if (!take(event)) break
      settle.run(seq)
      taken += 1
    }
    return taken
  })
  const removeUntil = connection.transaction((at: number) => {
    const removed = remove.all(at)
    if (removed.length > 0) moveFloor.run(at)
    return removed
  })
  const forgetUntil = (at: number) => {
    for (const id of removeUntil.immediate(at)) read?.delete(id)
  }
  return {
    /** Keeps those whose ids are not known, all in one write; says of each whether it is new. */
    keep(rows: readonly WebhookEventRow[]): readonly boolean[] {
      const there = known()
      const news = new Map<string, WebhookEventRow>()
      const areNew = rows.map((row) => {
        const isNew = !there.has(row.eventId) && !news.has(row.eventId)
        if (isNew) news.set(row.eventId, row)
        return isNew
      })
      if (news.size === 0) return areNew
      insertAll.immediate([...news.values()])
      // Known only once they are on the disk.
      for (const id of news.keys()) there.add(id)
      return areNew
    },
    /** Counts those that the bus does not have yet. */
    waiting: () => count.get() ?? 0,
    /**
     * Gives the oldest waiting ones to `take`, at most `limit`, until it returns false; returns their number. Its writes
     * and theirs are one transaction.
     */
    handOver: (limit: number, take: (event: string) => boolean) => handOver.immediate(limit, take),
    /** Forgets ids from before `before` (ms since 1970), and the oldest others beyond `most`; never one that waits. */
    forget(before: number, most: number) {
      forgetUntil(before - 1)
      const tooMany = (kept.get() ?? 0) - most
      const until = tooMany > 0 ? nth.get(tooMany - 1) : undefined
      if (until !== undefined) forgetUntil(until)
    },
    /** Reads the time (ms since 1970) up to which an unknown id may be one that was forgotten. */
    forgottenUntil: () => floor.get() ?? 0,
  }
}
