import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'

interface User {
  readonly name: string
  readonly uid: number
  readonly gid: number
  readonly home: string
}

export type Privileges =
  | { readonly kind: 'none' }
  /** This process is Foyer's own user now, for good; `helper` runs as the browsers' user, whose group is `group`. */
  | { readonly kind: 'dropped'; readonly helper: ChildProcess; readonly group: number }
  | { readonly kind: 'kept'; readonly reason: string }

const kept = (reason: string): Privileges => ({ kind: 'kept', reason })

function findUser(name: string): User | undefined {
  const stdout = spawnSync('getent', ['passwd', name], { encoding: 'utf8' }).stdout as string | null
  const [known, , uid, gid, , home] = (stdout ?? '').trim().split(':')
  return known === name && home ? { name, uid: Number(uid), gid: Number(gid), home } : undefined
}

const as = ({ name }: User) => ['--reuid', name, '--regid', name, '--init-groups', '--']

/** Files that both users must be able to read; the project may lie in a folder that is root's alone. */
const needed = ['resources/browser-user.sh', 'out/main/index.js', 'out/renderer/index.html']

function canRead(user: User, root: string): boolean {
  const script = 'for each; do test -r "$each" || exit 1; done'
  const paths = needed.map((path) => join(root, path))
  return spawnSync('setpriv', [...as(user), 'sh', '-c', script, 'sh', ...paths]).status === 0
}

// First it starts the one helper that runs as the browsers' user (`FOYER_CHROMIUM_USER`, else `foyer-kiosk`). After
// that nothing of Foyer is root, and a browser that escapes its sandbox can read neither the vault nor this process.
/** Gives up root for good (Linux) for `FOYER_USER`, else `foyer`: call it before patient data. `root`: project folder. */
export function dropPrivileges(root: string, environment: NodeJS.ProcessEnv): Privileges {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return { kind: 'none' }
  const names = {
    own: environment['FOYER_USER'] || 'foyer',
    browsers: environment['FOYER_CHROMIUM_USER'] || 'foyer-kiosk',
  }
  const [own, browsers] = [findUser(names.own), findUser(names.browsers)]
  if (!own || !browsers)
    return kept(`there is no user ${own ? names.browsers : names.own} (npm run setup makes it)`)
  if (own.uid === 0 || browsers.uid === 0 || own.uid === browsers.uid)
    return kept(`${own.name} and ${browsers.name} are not two users of their own`)
  const shutOut = [own, browsers].find((user) => !canRead(user, root))
  if (shutOut) return kept(`the user ${shutOut.name} cannot read ${root}: move it elsewhere`)
  const helper = startHelper(root, browsers)
  become(own, browsers.gid)
  Object.assign(environment, { HOME: own.home, USER: own.name, LOGNAME: own.name })
  return { kind: 'dropped', helper, group: browsers.gid }
}

/** Apart from the terminal's signals, for it must outlive what they end. */
function startHelper(root: string, user: User): ChildProcess {
  const script = join(root, 'resources', 'browser-user.sh')
  const helper = spawn('setpriv', [...as(user), 'sh', script], {
    cwd: user.home,
    detached: true,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  helper.on('error', () => undefined)
  return helper
}

/** In this order: without root's user id no group can be left any more. */
function become(user: User, group: number): void {
  const { setgroups, setgid, setuid } = process
  if (!setgroups || !setgid || !setuid) throw new Error('users cannot be changed here')
  setgroups([group])
  setgid(user.gid)
  setuid(user.uid)
  if (process.getuid?.() !== user.uid || process.getegid?.() !== user.gid)
    throw new Error(`this process did not become ${user.name}`)
}
