import { dropPrivileges, type Privileges } from './privileges.ts'
import { takeSecrets } from './secrets.ts'
import { otherUser, sameUser, type BrowserUser } from '../windows/chromium/browser-user.ts'
import { createBrowserShell, sizeOf } from '../windows/chromium/shell.ts'
import { endFailedStart, runStation } from './run-station.ts'
import { driverReport, end, exitCodes, readStartupConfiguration } from './start-up.ts'
import { findTrustProblem } from './launch-checks.ts'

/** Runs Foyer in Node, with the machine's own Chromium as its windows. `root`: the project's folder. */
export async function runInNode(root: string): Promise<void> {
  // The files of the secrets may be root's alone.
  const secrets = takeSecrets(process.env)
  const privileges = dropPrivileges(root, process.env)
  const configuration = readStartupConfiguration(root, process.env, { secrets })
  if (!configuration.ok) end(exitCodes.configuration, configuration.error)
  if (privileges.kind === 'kept' && !configuration.value.isPractice)
    end(exitCodes.configuration, `real patients are not served as root: ${privileges.reason}.`)
  const { FOYER_CHROMIUM: chromium } = process.env
  const untrusted =
    chromium && !configuration.value.isPractice ? findTrustProblem(chromium) : undefined
  if (untrusted)
    end(exitCodes.configuration, `real patients are served here; FOYER_CHROMIUM: ${untrusted}.`)
  const user =
    privileges.kind === 'dropped'
      ? otherUser(root, privileges.helper, privileges.group)
      : sameUser(root)
  const { environment, trial } = configuration.value
  const onDriver = driverReport(configuration.value)
  await runStation(configuration.value, {
    openShell: () =>
      createBrowserShell({ root, size: sizeOf(environment['FOYER_SIZE']), trial, user, onDriver }),
    async openDeskShell() {
      const { createBrowserDeskShell } = await import('../windows/chromium/desk-shell.ts')
      return createBrowserDeskShell({ root, user, onDriver, trial })
    },
    exit: (code) => process.exit(code),
    findExposure: (folder) => findExposure(folder, privileges, user),
  }).catch(endFailedStart)
}

/** Names, as a message of the log, what a browser that escaped its sandbox could reach; undefined for nothing of ours. */
async function findExposure(folder: string, privileges: Privileges, user: BrowserUser) {
  if (privileges.kind === 'kept') return 'runsAsRoot'
  if (!user.isOther) return process.platform === 'linux' ? 'sameUser' : undefined
  const ours = [`/proc/${process.pid}/mem`, `/proc/${process.pid}/environ`, folder]
  const seen = await Promise.all(ours.map((path) => user.reads(path)))
  return seen.includes(true) ? 'browsersReadOurs' : undefined
}
