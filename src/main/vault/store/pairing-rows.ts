import type { Connection } from './database.ts'

/** What is known of stations that are paired, each as JSON under a name. */
export interface PairingRows {
  read(name: string): string | undefined
  /** Every name that begins with `prefix`, in order, with its value. */
  under(prefix: string): readonly { readonly name: string; readonly value: string }[]
  /** Writes values and removes those that are null, all or nothing; on the disk when it returns. */
  write(changes: Readonly<Record<string, string | null>>): void
}

/** The rows of pairing in an open database. */
export function openPairingRows(connection: Connection): PairingRows {
  const select = connection
    .prepare<[string], string>('SELECT value FROM bus_pairing WHERE name = ?')
    .pluck()
  const under = connection.prepare<[number, string, string], { name: string; value: string }>(
    'SELECT name, value FROM bus_pairing WHERE substr(name, 1, ?) = ? AND name >= ? ORDER BY name',
  )
  const replace = connection.prepare<[string, string]>(
    'INSERT OR REPLACE INTO bus_pairing VALUES (?, ?)',
  )
  const remove = connection.prepare<[string]>('DELETE FROM bus_pairing WHERE name = ?')
  const write = connection.transaction((changes: Readonly<Record<string, string | null>>) => {
    for (const [name, value] of Object.entries(changes))
      if (value === null) remove.run(name)
      else replace.run(name, value)
  })
  return {
    read: (name) => select.get(name),
    under: (prefix) => under.all(prefix.length, prefix, prefix),
    write: (changes) => write.immediate(changes),
  }
}
