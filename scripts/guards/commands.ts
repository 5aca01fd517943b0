import type { GuardSuite } from '../guard.ts'

/** The guards of the commands that an integrator runs against a real service. */
export const suite: GuardSuite = {
  project: 'contract',
  kept: ['cli', 'src', 'sandbox', 'test', 'docs'],
  files: ['cli/rehearsal.contract.test.ts'],
  guards: [
    {
      name: 'commands: a rehearsal writes on test accounts alone',
      without: [
        [
          'cli/rehearsal/run-rehearsal.ts',
          '!opened.isSandbox && !isTestAccount(accountId, target.testAccountIds)',
          'false',
        ],
      ],
      test: 'is refused on an account that is not for tests, before anything is sent',
    },
    {
      name: 'commands: a rehearsal puts away what it made, also when the person left',
      without: [
        [
          'cli/rehearsal/walk-packets.ts',
          "person.allows('archive the packet that was made', true)",
          "person.allows('archive the packet that was made')",
        ],
      ],
      test: 'archives what it made when the person leaves',
    },
    {
      name: 'commands: what the contract refuses is sent on test accounts alone',
      without: [['cli/run-api.ts', '!isTestAccount(account, target.testAccountIds)', 'isSandbox']],
      test: 'is refused on an account that the settings do not name for tests',
      files: ['cli/unchecked.contract.test.ts'],
    },
    {
      name: 'commands: nothing is sent while a kiosk has the vault and no file is named',
      without: [
        [
          'cli/service/audit-place.ts',
          'if (!opened.ok) return err(',
          'if (!opened.ok && opened.error.kind === `inUse`) return ok({ append: () => undefined, close: () => undefined })\n  if (!opened.ok) return err(',
        ],
      ],
      test: 'sends nothing while a kiosk has the vault, and says to name a file',
      files: ['cli/vault-audit.contract.test.ts'],
    },
  ],
}
