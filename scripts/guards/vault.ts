import type { GuardSuite } from '../guard.ts'

const database = 'src/main/vault/store/database.ts'
const files = 'src/main/vault/store/files.ts'
const unlock = 'src/main/vault/keys/unlock.ts'
const credentials = 'src/main/vault/store/credentials.ts'

/** The guards of the vault: what a thief of the disk, a damaged file or a second Foyer meets. */
export const suite: GuardSuite = {
  project: 'unit',
  kept: ['src', 'test'],
  files: ['src/main/vault/vault.test.ts'],
  guards: [
    {
      name: 'vault: the file is encrypted',
      without: [[database, 'connection.pragma(keyPragma(key))\n', '']],
      test: 'writes nothing in the clear',
    },
    {
      name: 'vault: the cipher is AES, with a seal on each page',
      without: [[database, "connection.pragma(`cipher = 'sqlcipher'`)", '']],
      test: 'is AES-256 in every page',
      files: ['src/main/vault/store/store.test.ts'],
    },
    {
      name: 'vault: every write waits until it is on the disk',
      without: [[database, "connection.pragma('synchronous = FULL')", '']],
      test: 'waits for the disk at every write',
      files: ['src/main/vault/store/store.test.ts'],
    },
    {
      name: 'vault: writes go to a log first, so that a sudden end leaves it whole',
      without: [
        [
          database,
          "connection.pragma('journal_mode = WAL')\n    connection.pragma('synchronous",
          "connection.pragma('synchronous",
        ],
      ],
      test: 'writes ahead',
      files: ['src/main/vault/store/store.test.ts'],
    },
    {
      name: 'vault: what is deleted is overwritten',
      without: [
        [
          database,
          "connection.pragma('temp_store = MEMORY')",
          "connection.pragma('secure_delete = OFF')",
        ],
      ],
      test: 'holds nothing of what was removed',
      files: ['src/main/vault/store/store.test.ts'],
    },
    {
      name: 'vault: nothing is sorted in a file outside it',
      without: [[database, "connection.pragma('temp_store = MEMORY')", '']],
      test: 'sorts in memory',
      files: ['src/main/vault/store/store.test.ts'],
    },
    {
      name: 'vault: every page is checked at the start',
      without: [
        [database, "connection.pragma('quick_check(1)', { simple: true })", "String('ok')"],
      ],
      test: 'notices a flipped byte in any page',
    },
    {
      name: 'vault: an emptied file is not taken for a new vault',
      without: [[database, 'if (found === 0)', 'if (found < 0)']],
      test: 'is refused with an emptied database',
    },
    {
      name: 'vault: a file of a later Foyer is left alone',
      without: [[database, 'found > migrations.length', 'found > 1e9']],
      test: 'does not touch what a later Foyer wrote',
    },
    {
      name: 'vault: a file of an earlier Foyer is brought up to date',
      without: [
        [database, "temp_store = MEMORY')\n    migrate(connection)", "temp_store = MEMORY')"],
      ],
      test: 'brings a vault of the first schema',
      files: ['src/main/vault/store/store.test.ts'],
    },
    {
      name: 'vault: the steps that vaults out there have taken stay as they are',
      without: [['src/main/vault/store/schema.ts', 'since INTEGER NOT NULL\n', 'since INTEGER\n']],
      test: 'leaves the steps as they are',
      files: ['src/main/vault/store/store.test.ts'],
    },
    {
      name: 'vault: one Foyer at a time has it',
      without: [[files, "holder.exec('BEGIN EXCLUSIVE')", '']],
      test: 'is refused while another Foyer has it',
    },
    {
      name: 'vault: a file whose key is missing is kept, and no new one made in its place',
      without: [
        [unlock, "hasDatabase ? err({ kind: 'keyMissing' }) : ok(undefined)", 'ok(undefined)'],
      ],
      test: 'is refused with a missing key, and left as it was',
    },
    {
      name: 'vault: a key whose file is missing is kept, and no new vault made for it',
      without: [
        [
          unlock,
          'if (!hasDatabase) {',
          'if (!hasDatabase) return ok(undefined)\n  if (!hasDatabase) {',
        ],
      ],
      test: 'is refused with a missing database, and left as it was',
    },
    {
      name: 'vault: only this user can read it',
      without: [[files, 'recursive: true, mode: 0o700', 'recursive: true']],
      test: 'can be read by its own user alone',
    },
    {
      name: 'vault: only this user can read its sealed key',
      without: [[files, '| noFollow, 0o600)', '| noFollow)']],
      test: 'can be read by its own user alone',
    },
    {
      name: 'vault: a folder that everybody shares is not taken',
      without: [[files, "if (isShared) return 'others may write to its folder'", '']],
      test: 'is not taken when everybody shares it',
      files: ['src/main/vault/store/store.test.ts'],
    },
    {
      name: 'vault: a file that another user put there is not taken',
      without: [[files, 'return foreign && `', 'return foreign && undefined && `']],
      test: 'is not used when a link stands where a file of the vault would',
      files: ['src/main/vault/store/store.test.ts'],
    },
    {
      name: 'vault: nothing is written through a link',
      without: [
        [files, 'if (about.isSymbolicLink()) return rmSync(path)', ''],
        [files, 'O_CREAT | O_EXCL | O_WRONLY | noFollow', 'O_CREAT | O_WRONLY'],
        [files, 'constants.O_RDWR | noFollow', 'constants.O_RDWR'],
      ],
      test: 'is written to at no link that stands in the way',
      files: ['src/main/vault/store/store.test.ts'],
    },
    {
      name: 'vault: a pair that staff remove takes the one before it along',
      without: [
        [
          credentials,
          'removePresent.run(name).changes + removePrevious.run(name).changes',
          'removePresent.run(name).changes',
        ],
      ],
      test: 'removes both pairs of an interface',
      files: ['src/main/vault/store/store.test.ts'],
    },
    {
      name: 'vault: staff are told when a pair came, and never the pair',
      without: [
        [
          credentials,
          'since: selectSince.get(name) ?? null,',
          'since: selectSince.get(name) ?? null, ...select.get(name),',
        ],
      ],
      test: 'tells nothing of a pair in its status',
      files: ['src/main/vault/store/store.test.ts'],
    },
    {
      name: 'vault: a fault in the middle of a visit is told',
      without: [['src/main/vault/vault-fault-reporter.ts', 'onFault(vaultErrorOf(error))', '']],
      test: 'says of each that it failed, and fails',
      files: ['src/main/vault/vault-fault-reporter.test.ts'],
    },
  ],
}
