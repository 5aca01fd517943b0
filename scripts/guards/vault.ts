import type { GuardSuite } from '../guard.ts'

const vault = 'src/main/vault'
const test = (name: string) => [`${vault}/${name}.test.ts`]

/** The guards of the vault: what a thief of the disk, a damaged file or a second Foyer meets. */
export const suite: GuardSuite = {
  project: 'unit',
  kept: ['src'],
  files: test('vault'),
  guards: [
    {
      name: 'vault: the file is encrypted',
      without: [[`${vault}/database.ts`, 'connection.pragma(keyPragma(key))\n', '']],
      test: 'writes nothing in the clear',
    },
    {
      name: 'vault: the cipher is AES, with a seal on each page',
      without: [[`${vault}/database.ts`, "connection.pragma(`cipher = 'sqlcipher'`)", '']],
      test: 'is AES-256 in every page',
      files: test('database'),
    },
    {
      name: 'vault: every write waits until it is on the disk',
      without: [[`${vault}/database.ts`, "connection.pragma('synchronous = FULL')", '']],
      test: 'waits for the disk at every write',
      files: test('database'),
    },
    {
      name: 'vault: writes go to a log first, so that a sudden end leaves it whole',
      without: [
        [
          `${vault}/database.ts`,
          "connection.pragma('journal_mode = WAL')\n    connection.pragma('synchronous",
          "connection.pragma('synchronous",
        ],
      ],
      test: 'writes ahead',
      files: test('database'),
    },
    {
      name: 'vault: what is deleted is overwritten',
      without: [
        [
          `${vault}/database.ts`,
          "connection.pragma('temp_store = MEMORY')",
          "connection.pragma('secure_delete = OFF')",
        ],
      ],
      test: 'holds nothing of what was removed',
      files: test('database'),
    },
    {
      name: 'vault: nothing is sorted in a file outside it',
      without: [[`${vault}/database.ts`, "connection.pragma('temp_store = MEMORY')", '']],
      test: 'sorts in memory',
      files: test('database'),
    },
    {
      name: 'vault: every page is checked at the start',
      without: [
        [
          `${vault}/database.ts`,
          "connection.pragma('quick_check(1)', { simple: true })",
          "String('ok')",
        ],
      ],
      test: 'notices a flipped byte in any page',
    },
    {
      name: 'vault: an emptied file is not taken for a new vault',
      without: [[`${vault}/database.ts`, 'if (found === 0)', 'if (found < 0)']],
      test: 'is refused with an emptied database',
    },
    {
      name: 'vault: a file of a later Foyer is left alone',
      without: [[`${vault}/database.ts`, 'found > migrations.length', 'found > 1e9']],
      test: 'does not touch what a later Foyer wrote',
    },
    {
      name: 'vault: a file of an earlier Foyer is brought up to date',
      without: [
        [
          `${vault}/database.ts`,
          "temp_store = MEMORY')\n    migrate(connection)",
          "temp_store = MEMORY')",
        ],
      ],
      test: 'brings a vault of the first schema',
      files: test('schema'),
    },
    {
      name: 'vault: the steps that vaults out there have taken stay as they are',
      without: [[`${vault}/schema.ts`, 'since INTEGER NOT NULL\n', 'since INTEGER\n']],
      test: 'leaves the steps as they are',
      files: test('schema'),
    },
    {
      name: 'vault: one Foyer at a time has it',
      without: [[`${vault}/files.ts`, "holder.exec('BEGIN EXCLUSIVE')", '']],
      test: 'is refused while another Foyer has it',
    },
    {
      name: 'vault: a file whose key is missing is kept, and no new one made in its place',
      without: [
        [
          `${vault}/unlock.ts`,
          "hasDatabase ? err({ kind: 'keyMissing' }) : ok(undefined)",
          'ok(undefined)',
        ],
      ],
      test: 'is refused with a missing key, and left as it was',
    },
    {
      name: 'vault: a key whose file is missing is kept, and no new vault made for it',
      without: [
        [
          `${vault}/unlock.ts`,
          'if (!hasDatabase) {',
          'if (!hasDatabase) return ok(undefined)\n  if (!hasDatabase) {',
        ],
      ],
      test: 'is refused with a missing database, and left as it was',
    },
    {
      name: 'vault: only this user can read it',
      without: [[`${vault}/files.ts`, 'recursive: true, mode: 0o700', 'recursive: true']],
      test: 'can be read by its own user alone',
    },
    {
      name: 'vault: only this user can read its sealed key',
      without: [[`${vault}/files.ts`, '| noFollow, 0o600)', '| noFollow)']],
      test: 'can be read by its own user alone',
    },
    {
      name: 'vault: a folder that everybody shares is not taken',
      without: [[`${vault}/files.ts`, "if (isShared) return 'others may write to its folder'", '']],
      test: 'is not taken when everybody shares it',
      files: test('files'),
    },
    {
      name: 'vault: a file that another user put there is not taken',
      without: [[`${vault}/files.ts`, 'return foreign && `', 'return foreign && undefined && `']],
      test: 'is not used when a link stands where a file of the vault would',
      files: test('files'),
    },
    {
      name: 'vault: nothing is written through a link',
      without: [
        [`${vault}/files.ts`, 'if (about.isSymbolicLink()) return rmSync(path)', ''],
        [`${vault}/files.ts`, 'O_CREAT | O_EXCL | O_WRONLY | noFollow', 'O_CREAT | O_WRONLY'],
        [`${vault}/files.ts`, 'constants.O_RDWR | noFollow', 'constants.O_RDWR'],
      ],
      test: 'is written to at no link that stands in the way',
      files: test('files'),
    },
    {
      name: 'vault: a pair that staff remove takes the one before it along',
      without: [
        [
          `${vault}/credentials.ts`,
          'removePresent.run(name).changes + removePrevious.run(name).changes',
          'removePresent.run(name).changes',
        ],
      ],
      test: 'removes both pairs of an interface',
      files: test('credentials'),
    },
    {
      name: 'vault: staff are told when a pair came, and never the pair',
      without: [
        [
          `${vault}/credentials.ts`,
          'since: selectSince.get(name) ?? null,',
          'since: selectSince.get(name) ?? null, ...select.get(name),',
        ],
      ],
      test: 'tells nothing of a pair in its status',
      files: test('credentials'),
    },
    {
      name: 'vault: a fault in the middle of a visit is told',
      without: [[`${vault}/watched.ts`, 'onFault(vaultErrorOf(error))', '']],
      test: 'says that audit.append failed, and fails',
      files: test('watched'),
    },
  ],
}
