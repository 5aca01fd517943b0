import type { GuardSuite } from '../guard.ts'

const hardening = 'src/main/bootstrap/hardening.ts'
const startUp = 'src/main/bootstrap/start-up.ts'
const peepholes = 'src/main/bootstrap/unsafe-launch-options.ts'
const trustedFile = 'src/main/bootstrap/trusted-file.ts'
const browserUser = 'resources/browser-user.sh'
const secrets = 'src/main/bootstrap/secrets.ts'

/** The guards around Foyer's own process: its start, its secrets and its users. */
export const suite: GuardSuite = {
  project: 'unit',
  kept: ['src', 'resources', 'out/renderer', 'electron.vite.config.ts', 'test'],
  files: ['src/main/bootstrap/hardening.test.ts'],
  guards: [
    {
      name: 'process: what it writes is its own user’s alone',
      without: [[hardening, 'process.umask(0o077)', '']],
      test: 'writes what only its own user can read',
    },
    {
      name: 'process: no signal opens the inspector',
      without: [[hardening, "process.on('SIGUSR1', () => undefined)", '']],
      test: 'opens no inspector for a signal',
    },
    {
      name: 'process: it leaves no report of a crash',
      without: [[hardening, 'reportOnUncaughtException: false', 'reportOnUncaughtException: true']],
      test: 'writes no report of a crash',
    },
    {
      name: 'process: it leaves no core dump',
      without: [[hardening, 'turnCoreDumpsOff()\n}', '}']],
      test: 'is hardened before it reads anything',
    },
    {
      name: 'process: a core dump does not go to a program either',
      without: [[hardening, "(hard === '0' && !goToProgram)", "hard === '0'"]],
      test: 'are turned off for all time',
    },
    {
      name: 'process: it is hardened before anything else',
      without: [['src/main/index.ts', 'harden()\n', '']],
      test: 'is hardened before it reads anything',
    },
    {
      name: 'process: one that serves patients does not start where someone could look in',
      without: [[startUp, 'if (unsafeOptions.length > 0)', 'if (unsafeOptions.length < 0)']],
      test: 'does not start with',
    },
    {
      name: 'process: options of Node are known as such',
      without: [[peepholes, '...unlisted(execArgv, harmlessOptions),', '']],
      test: 'of Node, on the command line',
      files: ['src/main/bootstrap/start-up.test.ts'],
    },
    {
      name: 'process: switches of Chromium are known as such',
      without: [[peepholes, '...unlisted(args, harmlessSwitches),', '']],
      test: 'of Chromium',
      files: ['src/main/bootstrap/start-up.test.ts'],
    },
    {
      name: 'process: variables that write secrets down are known as such',
      without: [[peepholes, '...refused(environment),', '']],
      test: 'in the environment, named without its value',
      files: ['src/main/bootstrap/start-up.test.ts'],
    },
    {
      name: 'process: a whole family of variables that load other code is known as such',
      without: [[peepholes, 'refusedFamilies.test(name)', 'false']],
      test: 'in the environment, named without its value',
      files: ['src/main/bootstrap/start-up.test.ts'],
    },
    {
      name: 'process: a program that others can replace is not run',
      without: [[trustedFile, 'if (uid !== 0)', 'if (uid < 0)']],
      test: 'is no file that another user could change or replace',
      files: ['src/main/bootstrap/start-up.test.ts'],
    },
    {
      name: 'process: nor one in a folder where others may write',
      without: [[trustedFile, 'if (mode & 0o022 &&', 'if (mode < 0 &&']],
      test: 'is no file that another user could change or replace',
      files: ['src/main/bootstrap/start-up.test.ts'],
    },
    {
      name: 'users: a browser of another user writes nowhere that Foyer writes',
      without: [
        ['src/main/shell/browser/browser-user.ts', 'chmod(own, 0o750)', 'chmod(own, 0o770)'],
      ],
      test: 'lets no browser write where Foyer writes beside it',
      files: ['src/main/shell/browser/browser-user.test.ts'],
    },
    {
      name: 'users: what a browser of another user closed to all others is deleted',
      without: [[browserUser, 'find "$1" -mindepth 1 -delete', 'true']],
      test: 'deletes what they wrote, also what nobody else may enter',
      files: ['src/main/shell/browser/browser-user.test.ts'],
    },
    {
      name: 'users: browsers of another user end with Foyer',
      without: [[browserUser, '    end "${each#*:}"\n', '']],
      test: 'ends them at once when it is told, and when Foyer is gone',
      files: ['src/main/shell/browser/browser-user.test.ts'],
    },
    {
      name: 'process: only a sandbox on this machine counts as practice',
      without: [['src/main/settings/practice.ts', '.every((address) =>', '.some((address) =>']],
      test: 'takes a service for a sandbox only when',
      files: ['src/main/settings/settings.test.ts'],
    },
    {
      name: 'process: its windows are driven from outside only in practice',
      without: [
        [
          startUp,
          "environment['FOYER_DRIVER'] === '1' && isPractice(settings)",
          "environment['FOYER_DRIVER'] === '1' && settings !== undefined",
        ],
      ],
      test: 'may be driven from outside only',
      files: ['src/main/bootstrap/start-up.test.ts'],
    },
    {
      name: 'start: each secret is taken out of the environment',
      without: [[secrets, 'delete environment[name]', '']],
      test: 'takes every secret out of the environment|comes from FOYER',
      files: [
        ...['src/main/bootstrap/start-up.test.ts'],
        ...['src/main/bootstrap/start-up.test.ts'],
      ],
    },
    {
      name: 'start: a secret that others may read in its file is refused',
      without: [[secrets, 'if (refused) return err(refused)', '']],
      test: 'is refused when',
      files: ['src/main/bootstrap/start-up.test.ts'],
    },
    {
      name: 'start: the pipe of the secrets is closed, so that no child inherits it',
      without: [[secrets, 'closeSync(pipe)', '']],
      test: 'comes from a pipe of the parent',
      files: ['src/main/bootstrap/start-up.test.ts'],
    },
    {
      name: 'start: a PIN that everybody tries first is refused at provisioning too',
      without: [[startUp, '&& !isEasyPin(pin)', '']],
      test: 'refuses a PIN',
      files: ['src/main/bootstrap/start-up.test.ts'],
    },
  ],
}
