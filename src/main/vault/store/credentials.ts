import type { ServiceInterface } from '../../../shared/staff.ts'
import type { ClientCredentials } from '../../intake/auth/token-request.ts'
import type { Connection } from './database.ts'
import { transacting } from './rows.ts'

const interfaces = ['partner', 'developer'] as const satisfies readonly ServiceInterface[]

export type Credentials = Readonly<Record<ServiceInterface, ClientCredentials | undefined>>

/** Opens the credentials of a database; a secret leaves it by `read` alone. `now`: ms since 1970. */
export function openCredentials(connection: Connection, now: () => number) {
  const select = connection.prepare<[string], ClientCredentials>(
    'SELECT client_id AS clientId, client_secret AS clientSecret FROM credentials WHERE interface = ?',
  )
  const selectSince = connection
    .prepare<[string], number>('SELECT since FROM credentials WHERE interface = ?')
    .pluck()
  const replace = connection.prepare<[string, string, string, number]>(
    'INSERT OR REPLACE INTO credentials VALUES (?, ?, ?, ?)',
  )
  const remove = connection.prepare<[string]>('DELETE FROM credentials WHERE interface = ?')
  return {
    read: (name: ServiceInterface) => select.get(name),
    /** Keeps each pair that is given in place of the one before; says which of them are new. */
    keep: transacting(connection, (given: Partial<Credentials>): readonly ServiceInterface[] =>
      interfaces.filter((name) => {
        const wanted = given[name]
        if (!wanted) return false
        const present = select.get(name)
        if (present?.clientId === wanted.clientId && present.clientSecret === wanted.clientSecret)
          return false
        replace.run(name, wanted.clientId, wanted.clientSecret, now())
        return true
      }),
    ),
    /** Tells since when (ms since 1970) each pair is there. */
    status: () => interfaces.map((name) => ({ name, since: selectSince.get(name) ?? null })),
    remove: (name: ServiceInterface) => remove.run(name).changes > 0,
  }
}
