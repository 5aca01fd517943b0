import type { Connection } from './database.ts'

/** Texts that matter to security, by name: a hash of the staff PIN, whether the kiosk is closed. */
export interface SecuritySettings {
  read(key: string): string | undefined
  /** On the disk when it returns, in place of what stood there. */
  write(key: string, value: string): void
  remove(key: string): void
}

/** The security settings in an open database. */
export function openSecuritySettings(connection: Connection): SecuritySettings {
  const select = connection
    .prepare<[string], string>('SELECT value FROM security_settings WHERE key = ?')
    .pluck()
  const replace = connection.prepare<[string, string]>(
    'INSERT OR REPLACE INTO security_settings VALUES (?, ?)',
  )
  const remove = connection.prepare<[string]>('DELETE FROM security_settings WHERE key = ?')
  return {
    read: (key) => select.get(key),
    write: (key, value) => void replace.run(key, value),
    remove: (key) => void remove.run(key),
  }
}
