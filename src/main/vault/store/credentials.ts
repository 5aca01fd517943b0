import type { ClientCredentials } from '../../intake/auth/token-request.ts'
import type { Connection } from './database.ts'

const interfaces = ['partner', 'developer'] as const
/** The kiosk's credentials for both interfaces. */
export interface Credentials {
  readonly partner: ClientCredentials | undefined
  readonly developer: ClientCredentials | undefined
}

/** One of the two interfaces of the service. */
export type Interface = (typeof interfaces)[number]

/** Opens the credentials of a database; a secret leaves it by `read` alone. `now`: ms since 1970. */
export function openCredentials(connection: Connection, now: () => number) {
  const select = connection.prepare<[string], ClientCredentials>(
    'SELECT client_id AS clientId, client_secret AS clientSecret FROM credentials WHERE interface = ?',
  )
  const selectSince = connection
    .prepare<[string], number>('SELECT since FROM credentials WHERE interface = ?')
    .pluck()
  const hasPrevious = connection
    .prepare<[string], number>('SELECT count(*) FROM previous_credentials WHERE interface = ?')
    .pluck()
  const putAside = connection.prepare<[string]>(
    'INSERT OR REPLACE INTO previous_credentials SELECT * FROM credentials WHERE interface = ?',
  )
  const replace = connection.prepare<[string, string, string, number]>(
    'INSERT OR REPLACE INTO credentials VALUES (?, ?, ?, ?)',
  )
  const removePresent = connection.prepare<[string]>('DELETE FROM credentials WHERE interface = ?')
  const removePrevious = connection.prepare<[string]>(
    'DELETE FROM previous_credentials WHERE interface = ?',
  )
  const keep = connection.transaction((given: Partial<Credentials>) =>
    interfaces.filter((name) => {
      const wanted = given[name]
      if (!wanted) return false
      const present = select.get(name)
      if (present?.clientId === wanted.clientId && present.clientSecret === wanted.clientSecret)
        return false
      putAside.run(name)
      replace.run(name, wanted.clientId, wanted.clientSecret, now())
      return true
    }),
  )
  const remove = connection.transaction(
    (name: Interface) => removePresent.run(name).changes + removePrevious.run(name).changes > 0,
  )
  return {
    /** Reads the present pair. */
    read: (name: Interface) => select.get(name),
    /** Keeps each pair that is given, and the one before as the previous one; says which of them are new. */
    keep: (given: Partial<Credentials>): readonly Interface[] => keep.immediate(given),
    /** Tells since when (ms since 1970) each present pair is there, and whether the one before still rests beside it. */
    status: () =>
      interfaces.map((name) => ({
        name,
        since: selectSince.get(name) ?? null,
        hasPrevious: hasPrevious.get(name) === 1,
      })),
    /** Removes the present pair and the previous one; says whether there was any. */
    remove: (name: Interface) => remove.immediate(name),
    /** Says whether there was one. */
    removePrevious: (name: Interface) => removePrevious.run(name).changes > 0,
  }
}
