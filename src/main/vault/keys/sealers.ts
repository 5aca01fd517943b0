import type { KeySealer } from './key-sealer.ts'
import { passphraseSealer } from './passphrase.ts'
import { secretServiceSealer } from './secret-service.ts'

/** Where a key may be sealed, the preferred one first; a passphrase that is given is the only one. */
export function sealersFor(
  passphrase: string | undefined,
  ofShell: readonly KeySealer[] = [],
): readonly KeySealer[] {
  return passphrase === undefined
    ? [secretServiceSealer(), ...ofShell]
    : [passphraseSealer(passphrase)]
}
