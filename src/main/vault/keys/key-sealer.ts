import type { Result } from '../../../shared/result.ts'
import type { SealerName, VaultError } from '../errors.ts'

/** A sealed secret as it stands in the key file: texts and numbers that are no use without the sealer. */
export type Sealed = Readonly<Record<string, string | number>>

/** Keeps the vault's secret so that only this machine, this user or this passphrase gives it back. */
export interface KeySealer {
  readonly name: SealerName
  /** Fails with `noKeySource` where its store cannot be used; never keeps the secret in the clear. */
  seal(secret: Buffer): Promise<Result<Sealed, VaultError>>
  /** `wrongKey`: this is not what sealed it. */
  unseal(sealed: Sealed): Promise<Result<Buffer, VaultError>>
  /** Lets go of what the vault's owner typed, once the vault is open; from then on it can still seal that vault anew. */
  settle?(): void
  /** Removes what `seal` left outside the key file. */
  forget(sealed: Sealed): Promise<void>
}
