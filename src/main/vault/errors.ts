export type SealerName = 'passphrase' | 'secret-service' | 'electron'

/** Reason that the vault cannot be used; overwriting a file fixes none. `sealedBy`: what sealed its key. */
export type VaultError =
  | {
      readonly kind: 'noKeySource'
      readonly tried: readonly string[]
      readonly sealedBy?: SealerName
    }
  | { readonly kind: 'keyMissing' | 'wrongKey' | 'altered' | 'full' | 'moved' | 'inUse' }
  | { readonly kind: 'corrupt' | 'readOnly' | 'unavailable'; readonly detail: string }
  /** Without a number where the vault's head is gone. */
  | { readonly kind: 'writesLost'; readonly count?: number }
  | { readonly kind: 'newerSchema'; readonly found: number; readonly known: number }

const passing: readonly VaultError['kind'][] = ['full', 'readOnly', 'inUse', 'unavailable']

/** Tells whether a fault may go by itself, as that of a full disk where somebody makes room. */
export const mayPass = ({ kind }: VaultError): boolean => passing.includes(kind)

const notWritable = ['EACCES', 'EROFS', 'EPERM', 'ENOENT', 'ENOTDIR', 'EISDIR', 'EEXIST']

/** Classifies a thrown error of the file system or of SQLite, without its message, which may quote a value. */
export function vaultErrorOf(error: unknown): VaultError {
  const { code = 'unknown' } = error as { code?: string }
  if (/^SQLITE_(CORRUPT|NOTADB$|IOERR_SHORT_READ$)/.test(code))
    return { kind: 'corrupt', detail: code }
  if (code === 'SQLITE_FULL' || code === 'ENOSPC' || code === 'EDQUOT') return { kind: 'full' }
  if (code.startsWith('SQLITE_BUSY') || code.startsWith('SQLITE_LOCKED')) return { kind: 'inUse' }
  if (/^SQLITE_(READONLY|CANTOPEN)/.test(code) || notWritable.includes(code))
    return { kind: 'readOnly', detail: code }
  return { kind: 'unavailable', detail: code }
}

const whereKeyIs: Readonly<Record<SealerName, string>> = {
  passphrase:
    "the vault's key is sealed with a passphrase: set FOYER_VAULT_PASSPHRASE or FOYER_VAULT_PASSPHRASE_FILE",
  'secret-service': "the Secret Service keeps the vault's key: start Foyer without a passphrase",
  electron:
    "Electron keeps the vault's key, for Foyer in Electron alone: start that one, without a passphrase",
}

/** Describes the vault's fault and its remedy in one line for an administrator. It holds no secret. */
export function describeVaultError(error: VaultError): string {
  switch (error.kind) {
    case 'noKeySource':
      return error.sealedBy
        ? whereKeyIs[error.sealedBy]
        : `the vault's key cannot be had (tried: ${error.tried.join(', ')}); start a Secret Service, or set FOYER_VAULT_PASSPHRASE`
    case 'keyMissing':
      return 'the database is there but its sealed key (vault.key) is not; put it back from the backup'
    case 'wrongKey':
      return 'the passphrase or the key store does not fit this vault; nothing was changed'
    case 'corrupt':
      return `the vault is damaged (${error.detail}); it was left as it is: put it back from the backup`
    case 'altered':
      return 'the vault is not as Foyer wrote it; it was left as it is: put its whole folder back from the backup'
    case 'writesLost':
      return `the last ${error.count ?? ''} changes of the vault are gone; it was left as it is: put its whole folder back from the backup, or go on without them by "foyer vault accept-loss"`
    case 'readOnly':
      return `the vault's folder cannot be written (${error.detail})`
    case 'full':
      return 'the disk is full; make room, and Foyer goes on by itself'
    case 'moved':
      return 'the vault was moved to another computer and is used there; if it never was, remove vault.moved from its folder'
    case 'inUse':
      return 'another Foyer has the vault open'
    case 'newerSchema':
      return `a later Foyer wrote the vault (schema ${error.found}, this one knows ${error.known})`
    case 'unavailable':
      return `the vault cannot be used (${error.detail})`
  }
}
