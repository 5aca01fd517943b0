import type { GuardSuite } from '../guard.ts'

const vault = 'src/main/vault'
const electron = 'src/main/shell/electron'
const test = (name: string) => [`${vault}/${name}.test.ts`]

/** The guards of the vault's key: how it is sealed, changed and forgotten. */
export const suite: GuardSuite = {
  project: 'unit',
  kept: ['src'],
  files: test('changes'),
  guards: [
    {
      name: "key: Electron's store is refused where it only hides the key",
      without: [[`${electron}/safe-storage.ts`, "['basic_text', 'unknown']", "['unknown']"]],
      test: 'basic_text',
      files: [`${electron}/safe-storage.test.ts`],
    },
    {
      name: "key: the kernel's keyring, which forgets, is refused",
      without: [[`${vault}/secret-service.ts`, "{ linux: { store: 'secret-service' } }", '{}']],
      test: 'keeps the secret in the Secret Service alone',
      files: test('secret-service'),
    },
    {
      name: 'key: a store that did not keep it is noticed at once',
      without: [[`${vault}/secret-service.ts`, 'kept && Buffer.from(kept).equals(secret)', 'true']],
      test: 'seals nothing where the store (has forgotten|gives back)',
      files: test('secret-service'),
    },
    {
      name: 'key: where no one can seal it there is no vault, and nothing in the clear',
      without: [
        [
          `${vault}/key-file.ts`,
          "return err({ kind: 'noKeySource', tried: sealers.map",
          "if (secret) return ok({ version: 1, sealer: 'electron', sealed: { box: secret.toString('hex') }, check: checkOf(secret) })\n  return err({ kind: 'noKeySource', tried: sealers.map",
        ],
      ],
      test: 'is not made where no one can seal its key',
      files: test('vault'),
    },
    {
      name: 'key: a passphrase that is given is the only way in',
      without: [
        [
          `${vault}/kiosk-vault.ts`,
          '[passphraseSealer(passphrase)]',
          '[secretServiceSealer(), passphraseSealer(passphrase), ...ofShell]',
        ],
      ],
      test: 'with the passphrase alone',
      files: test('sealers'),
    },
    {
      name: 'key: a weak passphrase seals nothing',
      without: [[`${vault}/passphrase.ts`, 'if (isWeak)', 'if (isWeak && !isWeak)']],
      test: 'seals nothing with a passphrase that could be guessed',
      files: test('sealers'),
    },
    {
      name: 'key: the passphrase is let go of once the vault is open',
      without: [[`${vault}/passphrase.ts`, 'typed = undefined', '']],
      test: 'once it is settled, and no other',
      files: test('sealers'),
    },
    {
      name: 'key: a passphrase costs a guess 64 MiB of memory',
      without: [[`${vault}/passphrase.ts`, 'N: 2 ** 16', 'N: 2 ** 14']],
      test: 'costs 64 MiB',
      files: test('sealers'),
    },
    {
      name: 'key: another passphrase opens nothing',
      without: [
        [`${vault}/passphrase.ts`, 'scrypt(passphrase.normalize', "scrypt('the same'.normalize"],
      ],
      test: 'opens with its passphrase and with no other',
      files: test('vault'),
    },
    {
      name: 'key: a wrong one is told from a damaged vault',
      without: [[`${vault}/key-file.ts`, '|| !timingSafeEqual(given, wanted)', '']],
      test: 'is refused with a wrong key',
      files: test('vault'),
    },
    {
      name: 'key: after a change the old one opens nothing',
      without: [[`${vault}/rotation.ts`, 'rekey(connection, next.database)', '']],
      test: 'opens the vault, and the old one does not',
      files: test('vault'),
    },
    {
      name: 'key: after a change nothing of the old one is left in the store',
      without: [
        [
          `${vault}/unlock.ts`,
          'files.key)\n  await discardKey(files.oldKey, sealers)',
          'files.key)',
        ],
      ],
      test: 'leaves nothing of the old key in the store',
    },
    {
      name: 'key: what the store did not forget is forgotten at the next start',
      without: [
        [
          `${vault}/unlock.ts`,
          'await discardKey(files.oldKey, sealers)\n    return keys',
          'return keys',
        ],
      ],
      test: 'or tries again at the next start',
    },
    {
      name: 'key: a change that fails leaves the one before, and nothing of the next',
      without: [
        [
          `${vault}/rotation.ts`,
          'await discardKey(files.nextKey, sealers)\n        throw',
          'throw',
        ],
      ],
      test: 'waits for nobody',
    },
    {
      name: 'key: a change is in the audit',
      without: [[`${vault}/rotation.ts`, "vault.audit.append('keyRotated')", '']],
      test: 'leaves nothing of the old key in the store',
    },
    {
      name: 'forgetting: the key is gone from the store',
      without: [
        [
          `${vault}/key-file.ts`,
          'await sealers.find((sealer) => sealer.name === name)?.forget(sealed)',
          '',
        ],
      ],
      test: 'leaves neither files nor a key in the store',
    },
    {
      name: 'forgetting: the sealed key is destroyed where it stands, under whatever name',
      without: [[`${vault}/files.ts`, 'if (!about) return\n', 'if (about) return rmSync(path)\n']],
      test: 'leaves nothing of the sealed key under another name',
    },
    {
      name: 'forgetting: what a sudden end left half done is done at the next start',
      without: [[`${vault}/forget.ts`, "writeWhole(files.forgetting, '')", '']],
      test: 'goes on at the next start where the key store did not answer',
    },
    {
      name: 'forgetting: the database goes, with all that stands beside it',
      without: [[`${vault}/forget.ts`, 'removeDatabase(database)', 'void database']],
      test: 'leaves neither files nor a key in the store',
    },
    {
      name: 'forgetting: not while a Foyer has the vault',
      without: [
        [
          `${vault}/forget.ts`,
          'if (!lock.ok) return lock',
          'if (!lock.ok) { await forgetFiles(files, sealers); return ok(true) }',
        ],
      ],
      test: 'is refused while a Foyer has it',
    },
  ],
}
