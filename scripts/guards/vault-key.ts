import type { GuardSuite } from '../guard.ts'

const secretService = 'src/main/vault/keys/secret-service.ts'
const keyFile = 'src/main/vault/keys/key-file.ts'
const passphrase = 'src/main/vault/keys/passphrase.ts'
const rotation = 'src/main/vault/keys/rotation.ts'
const unlock = 'src/main/vault/keys/unlock.ts'
const forget = 'src/main/vault/store/forget.ts'

/** The guards of the vault's key: how it is sealed, changed and forgotten. */
export const suite: GuardSuite = {
  project: 'unit',
  kept: ['src', 'test'],
  files: ['src/main/vault/store/changes.test.ts'],
  guards: [
    {
      name: "key: Electron's store is refused where it only hides the key",
      without: [
        ['src/main/vault/keys/safe-storage.ts', "['basic_text', 'unknown']", "['unknown']"],
      ],
      test: 'basic_text',
      files: ['src/main/vault/keys/sealers.test.ts'],
    },
    {
      name: "key: the kernel's keyring, which forgets, is refused",
      without: [[secretService, "{ linux: { store: 'secret-service' } }", '{}']],
      test: 'keeps the secret in the Secret Service alone',
      files: ['src/main/vault/keys/sealers.test.ts'],
    },
    {
      name: 'key: a store that did not keep it is noticed at once',
      without: [[secretService, 'kept && Buffer.from(kept).equals(secret)', 'true']],
      test: 'seals nothing where the store (has forgotten|gives back)',
      files: ['src/main/vault/keys/sealers.test.ts'],
    },
    {
      name: 'key: where no one can seal it there is no vault, and nothing in the clear',
      without: [
        [
          keyFile,
          "return err({ kind: 'noKeySource', tried: sealers.map",
          "if (secret) return ok({ version: 1, sealer: 'electron', sealed: { box: secret.toString('hex') }, check: checkOf(secret) })\n  return err({ kind: 'noKeySource', tried: sealers.map",
        ],
      ],
      test: 'is not made where no one can seal its key',
      files: ['src/main/vault/vault.test.ts'],
    },
    {
      name: 'key: a passphrase that is given is the only way in',
      without: [
        [
          'src/main/vault/keys/sealers.ts',
          '[passphraseSealer(passphrase)]',
          '[secretServiceSealer(), passphraseSealer(passphrase), ...ofShell]',
        ],
      ],
      test: 'with the passphrase alone',
      files: ['src/main/vault/keys/sealers.test.ts'],
    },
    {
      name: 'key: a weak passphrase seals nothing',
      without: [[passphrase, 'if (isWeak)', 'if (isWeak && !isWeak)']],
      test: 'seals nothing with a passphrase that could be guessed',
      files: ['src/main/vault/keys/sealers.test.ts'],
    },
    {
      name: 'key: the passphrase is let go of once the vault is open',
      without: [[passphrase, 'typed = undefined', '']],
      test: 'once it is settled, and no other',
      files: ['src/main/vault/keys/sealers.test.ts'],
    },
    {
      name: 'key: a passphrase costs a guess 64 MiB of memory',
      without: [[passphrase, 'N: 2 ** 16', 'N: 2 ** 14']],
      test: 'costs 64 MiB',
      files: ['src/main/vault/keys/sealers.test.ts'],
    },
    {
      name: 'key: another passphrase opens nothing',
      without: [[passphrase, 'scrypt(passphrase.normalize', "scrypt('the same'.normalize"]],
      test: 'opens with its passphrase and with no other',
      files: ['src/main/vault/vault.test.ts'],
    },
    {
      name: 'key: a wrong one is told from a damaged vault',
      without: [[keyFile, '|| !timingSafeEqual(given, wanted)', '']],
      test: 'is refused with a wrong key',
      files: ['src/main/vault/vault.test.ts'],
    },
    {
      name: 'key: after a change the old one opens nothing',
      without: [[rotation, 'rekey(connection, next.database)', '']],
      test: 'opens the vault, and the old one does not',
      files: ['src/main/vault/vault.test.ts'],
    },
    {
      name: 'key: after a change nothing of the old one is left in the store',
      without: [[unlock, 'files.key)\n  await discardKey(files.oldKey, sealers)', 'files.key)']],
      test: 'leaves nothing of the old key in the store',
    },
    {
      name: 'key: what the store did not forget is forgotten at the next start',
      without: [
        [unlock, 'await discardKey(files.oldKey, sealers)\n    return keys', 'return keys'],
      ],
      test: 'or tries again at the next start',
    },
    {
      name: 'key: a change that fails leaves the one before, and nothing of the next',
      without: [[rotation, 'await discardKey(files.nextKey, sealers)\n        throw', 'throw']],
      test: 'waits for nobody',
    },
    {
      name: 'key: a change is in the audit',
      without: [[rotation, "vault.audit.append('keyRotated', vault.by)", '']],
      test: 'leaves nothing of the old key in the store',
    },
    {
      name: 'forgetting: the key is gone from the store',
      without: [
        [keyFile, 'await sealers.find((sealer) => sealer.name === name)?.forget(sealed)', ''],
      ],
      test: 'leaves neither files nor a key in the store',
    },
    {
      name: 'forgetting: the sealed key is destroyed where it stands, under whatever name',
      without: [
        [
          'src/main/vault/store/files.ts',
          'if (!about) return\n',
          'if (about) return rmSync(path)\n',
        ],
      ],
      test: 'leaves nothing of the sealed key under another name',
    },
    {
      name: 'forgetting: what a sudden end left half done is done at the next start',
      without: [[forget, "writeAtomically(files.forgetting, '')", '']],
      test: 'goes on at the next start where the key store did not answer',
    },
    {
      name: 'forgetting: the database goes, with all that stands beside it',
      without: [[forget, 'removeDatabase(database)', 'void database']],
      test: 'leaves neither files nor a key in the store',
    },
    {
      name: 'forgetting: not while a Foyer has the vault',
      without: [
        [
          forget,
          'if (!lock.ok) return lock',
          'if (!lock.ok) { await forgetFiles(files, sealers); return ok(true) }',
        ],
      ],
      test: 'is refused while a Foyer has it',
    },
  ],
}
