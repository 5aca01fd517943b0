import type { Credentials } from '../credentials.ts'
import type { ClientCredentials } from '../service/token-request.ts'
import type { Connection } from './database.ts'

const interfaces = ['partner', 'developer'] as const
/** One of the two interfaces of the service. */
export type Interface = (typeof interfaces)[number]

/** The credentials that rest in the vault. */
export interface CredentialStore {
  read(name: Interface): ClientCredentials | undefined
  /** Keeps each pair that is given, in place of the one before; says which of them are new. */
  keep(given: Credentials): readonly Interface[]
  /** Whether there was one. */
  remove(name: Interface): boolean
}

/** The credentials in an open database. */
export function openCredentials(connection: Connection, now: () => number): CredentialStore {
  const select = connection.prepare<[string], ClientCredentials>(
    'SELECT client_id AS clientId, client_secret AS clientSecret FROM credentials WHERE interface = ?',
  )
  const replace = connection.prepare<[string, string, string, number]>(
    'INSERT OR REPLACE INTO credentials VALUES (?, ?, ?, ?)',
  )
  const remove = connection.prepare<[string]>('DELETE FROM credentials WHERE interface = ?')
  const keep = connection.transaction((given: Credentials) =>
    interfaces.filter((name) => {
      const wanted = given[name]
      if (!wanted) return false
      const present = select.get(name)
      if (present?.clientId === wanted.clientId && present.clientSecret === wanted.clientSecret)
        return false
      replace.run(name, wanted.clientId, wanted.clientSecret, now())
      return true
    }),
  )
  return {
    read: (name) => select.get(name),
    keep: (given) => keep.immediate(given),
    remove: (name) => remove.run(name).changes > 0,
  }
}
