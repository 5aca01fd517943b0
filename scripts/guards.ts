import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** A line that protects something, how it is taken out, and the tests that miss it then. */
export interface Guard {
  readonly name: string
  readonly file: string
  readonly from: string
  /** Replacement of its first place in the file; nothing unless given. */
  readonly to?: string
  /** A regular expression that the full names of its tests fit: those of the suites and of the test, with spaces between. */
  readonly missedBy: string
  /** The project of `vitest.config.ts` in which they are. */
  readonly project: string
  /** The folder below which they stand. */
  readonly folder: string
}
type Line = Omit<Guard, 'name' | 'project' | 'folder'> & { readonly folder?: string }

/** A file of its own runs tests of a suite; all others stand in the area of what they test, unless it says where. */
const missedIn = (project: string, lines: Readonly<Record<string, Line>>) =>
  Object.entries(lines).map(([name, line]): Guard => {
    const area = dirname(line.file).split('/').slice(0, 3).join('/')
    return {
      name,
      project,
      folder: project === 'conformance' ? 'test/conformance/browser' : area,
      ...line,
    }
  })

/** Removes the guard from the text of its file below `root`; undefined if the file does not hold it in these words. */
export function withoutGuard({ file, from, to = '' }: Guard, root: string): string | undefined {
  const text = readFileSync(join(root, file), 'utf8')
  return text.includes(from) ? text.replace(from, () => to) : undefined
}

const browser = 'src/main/windows/chromium'
const form = 'src/main/form-view'
const database = 'src/main/vault/store/database.ts'

/** Guards proved by `npm run prove-guards`: lines missed only by a process, browser, disk or station. At most 60; others belong to `mutation-areas.ts`. */
export const guards: readonly Guard[] = [
  ...missedIn('conformance', {
    'the proxy lets through only what is allowed': {
      file: 'src/main/form-view/proxy.ts',
      from: 'if (allowed) return {}',
      to: 'if (allowed || !allowed) return {}',
      missedBy: 'does not reach 127.0.0.1 by fetch',
    },
    'loopback goes through the proxy too': {
      file: `${browser}/launch.ts`,
      from: ", bypass: '<-loopback>'",
      to: ", bypass: '127.0.0.1'",
      missedBy: 'reaches no other origin by a socket',
    },
    'the browser asks no name server': {
      file: 'src/main/windows/engine-switches.ts',
      from: "name: 'host-resolver-rules'",
      to: "name: 'off'",
      missedBy: 'asks no name server for it: a TURN server by TCP, in the (form|kiosk)',
    },
    'a form draws nothing in three dimensions': {
      file: 'src/main/windows/engine-switches.ts',
      from: "{ name: 'disable-3d-apis' },",
      missedBy: 'in three dimensions on a machine that could',
    },
    'a forbidden navigation is stopped where it begins': {
      file: `${form}/guard-page.ts`,
      from: 'return failed || !isAllowed(request.url, rules.policy)',
      to: 'return failed',
      missedBy: 'stays where it is when a script',
    },
    'links are not opened by a held key': {
      file: `${form}/document-guard.ts`,
      from: 'click: prevent(',
      to: 'off: prevent(',
      missedBy: 'opens no window by a click on a link with (Control|Shift)',
    },
    'a paper is opened by a touch alone': {
      file: `${form}/paper-guard.ts`,
      from: '(isTouched() || isPromised) && ',
      missedBy: 'is not opened by a page that nobody touched',
    },
    'downloads are denied': {
      file: `${browser}/launch.ts`,
      from: 'acceptDownloads: false',
      to: 'acceptDownloads: true',
      missedBy: 'downloads nothing|answers with a file',
    },
    'permissions are denied': {
      file: `${browser}/launch.ts`,
      from: '[name, block]',
      to: '[name, 1]',
      missedBy: 'is not given notifications',
    },
    'the browser opens no dialog for files': {
      file: `${browser}/launch.ts`,
      from: ', select_file_dialogs: { allowed: false }',
      missedBy: 'no dialog for files',
    },
    'keys of the browser do nothing': {
      file: `${form}/document-guard.ts`,
      from: 'keydown: prevent(',
      to: 'off: prevent(',
      missedBy: 'Control.t does not open a tab|F12 does not|Control.p does not print',
    },
    'only real touches count': {
      file: `${form}/protocol.ts`,
      from: "only === 'all' || event.isTrusted",
      to: 'true',
      missedBy: 'does not take what a script pretends',
    },
    'no key reaches another field': {
      file: `${form}/field-guard.ts`,
      from: 'if (isTypedFor()) return',
      to: 'if (areKeysShown) return',
      missedBy: 'steals the focus (in the middle of a key|after each key|for a frame)',
    },
    'a hidden form is off the screen': {
      file: `${browser}/form.ts`,
      from: 'state.visible ? bounds() : unseen()',
      to: 'bounds()',
      missedBy: 'is off the screen each time',
    },
    'the memory of a form is limited': {
      file: `${form}/form-session.ts`,
      from: 'stops.push(limitUse(() => opened.memory(), gone, formMemoryBytes))',
      missedBy: 'have all memory together',
    },
    'the profile of a form is deleted': {
      file: `${browser}/launch.ts`,
      from: '() => options.profiles.remove(profile), ',
      missedBy: 'is gone without a trace',
    },
    'the sender of a command is told by its frame': {
      file: `${browser}/own-page.ts`,
      from: 'source.page === page && isOwn(source.frame)',
      to: 'source.page === page',
      missedBy: 'marks what it sends as foreign',
    },
    'each patient has a browser process and a profile of their own': {
      file: `${browser}/kiosk.ts`,
      from: 'const next = await takeSpare()',
      to: 'const next = current',
      missedBy: 'is clean after it was renewed',
    },
    'our page runs no code that is not a file of ours': {
      file: `${browser}/own-page.ts`,
      from: 'answerPage(pages, url, ownPageHeaders)',
      to: 'answerPage(pages, url, {})',
      missedBy: 'runs no script that stands in the page itself',
    },
  }),
  ...missedIn('components', {
    'nothing is copied from a screen': {
      file: 'src/renderer/kiosk/kiosk.svelte',
      from: 'oncopy={refuse}',
      missedBy: 'lets nothing leave a field by',
    },
  }),
  ...missedIn('contract', {
    'certificates are checked, whatever the environment says': {
      file: 'src/main/intake/http/agent.ts',
      from: 'rejectUnauthorized: true',
      to: "rejectUnauthorized: process.env['NODE_TLS_REJECT_UNAUTHORIZED'] !== '0'",
      missedBy: 'is checked even where the environment says not to',
    },
    'a kiosk without its vault serves nobody': {
      file: 'src/main/app/compose.ts',
      from: 'goingOut = goOutOfService(vault.error)',
      to: 'goingOut = Promise.resolve()',
      missedBy: 'serves nobody, says it once, and leaves it as it is',
    },
    'a kiosk goes out of service when its vault fails': {
      file: 'src/main/app/station.ts',
      from: 'reportVaultFaults(opened, onFault)',
      to: 'reportVaultFaults(opened, () => void onFault)',
      missedBy: 'goes out of service, once, and does nothing that it could not keep',
    },
    'a call of a visit is in the audit': {
      file: 'src/main/app/service-connection.ts',
      from: 'audit: (entry) => auditCall(audit, entry, member),',
      missedBy: 'hands out no answer of the service that a full disk kept out',
    },
    'forms open only where someone confirmed them': {
      file: 'src/main/kiosk/form-origins/form-address.ts',
      from: 'if (checked.ok) return checked\n  onRefused',
      to: 'if (checked) return ok(address)\n  onRefused',
      missedBy: 'sends the first patient to the desk',
    },
    'nobody learns who is known before the contact is proved': {
      file: 'src/main/kiosk/visit/machine/calls.ts',
      from: 'const sent = await service.sendCode',
      to: "if (contact.endsWith('9')) return ok('limit')\n  const sent = await service.sendCode",
      missedBy: 'answers the same whether a contact is known or not',
    },
    'a pair of credentials is kept only when the service takes it': {
      file: 'src/main/kiosk/staff-panel/services/credentials-service.ts',
      from: 'if (isGood) credentials.keep',
      to: 'credentials.keep',
      missedBy: 'keeps the pair that serves when the next one is no good',
    },
    'the page of a capture answers to this machine alone': {
      file: 'src/main/kiosk/offline/capture-page/capture-page.ts',
      from: 'new URL(request.url).hostname === host',
      to: 'request.url !== host',
      missedBy: 'by another name of this machine',
    },
    'a station says at the broker what is its own alone': {
      file: 'src/main/stations/broker/rights.ts',
      from: 'client === null || mayPublish(stations, client.id, packet)',
      to: 'true',
      missedBy: 'is what its rights name, and a publication beyond them ends',
    },
    'a station that is unpaired hears nothing more': {
      file: 'src/main/stations/broker/rights.ts',
      from: 'mayReceive(stations, client.id, packet.topic) ? packet : null',
      to: 'packet',
      missedBy: 'hears nothing more the moment that it is no longer known',
    },
    'a code of pairing also proves the certificate': {
      file: 'src/main/stations/pairing/host.ts',
      from: "isSame(seen, fingerprint) ? keys : 'anotherBroker'",
      to: 'keys',
      missedBy: 'is found by the hub when the code was typed',
    },
    'an older key of the clinic is not taken again': {
      file: 'src/main/stations/pairing/pairing.ts',
      from: "if (sequence <= pairing.sequence) return err({ kind: 'notNewer' })",
      missedBy: 'is not taken twice, nor an older one again',
    },
    'a station speaks to the broker alone that was paired': {
      file: 'src/main/stations/mqtt/mqtt-transport.ts',
      from: 'if (isPinned && shown !== trust.fingerprint && shown !== trust.nextFingerprint)',
      to: 'if (!shown)',
      missedBy: 'speaks to the broker that was paired',
    },
    'a rehearsal writes on test accounts alone': {
      file: 'cli/operation/unchecked.ts',
      from: 'if (isSandbox || (isId && tests.some((each) => sameId(each, account)))) return',
      to: 'return',
      missedBy: 'is refused on an account that is not for tests, before anything is sent',
      folder: 'cli',
    },
  }),
  ...missedIn('unit', {
    'the vault is encrypted': {
      file: database,
      from: 'connection.pragma(keyPragma(key))\n',
      missedBy: 'writes nothing in the clear',
    },
    'every write to the vault waits until it is on the disk': {
      file: database,
      from: "connection.pragma('synchronous = FULL')",
      missedBy: 'waits for the disk at every write',
    },
    'writes to the vault go to a log first, so that a sudden end leaves it whole': {
      file: database,
      from: "connection.pragma('journal_mode = WAL')\n    connection.pragma('synchronous",
      to: "connection.pragma('synchronous",
      missedBy: 'writes ahead',
    },
    'what is deleted from the vault is overwritten': {
      file: database,
      from: "connection.pragma('temp_store = MEMORY')",
      to: "connection.pragma('secure_delete = OFF')",
      missedBy: 'holds nothing of what was removed',
    },
    'a vault that is older than its head is found at the start': {
      file: 'src/main/vault/vault.ts',
      from: 'if (!whole.ok && !isAccepted) return whole',
      missedBy: 'is found at the start, however it was put back, cut off or damaged',
    },
    'one Foyer at a time has the vault': {
      file: 'src/main/vault/store/files.ts',
      from: "holder.exec('BEGIN EXCLUSIVE')",
      missedBy: 'is refused while another Foyer has it',
    },
    'only this user can read the vault': {
      file: 'src/main/vault/store/files.ts',
      from: 'recursive: true, mode: 0o700',
      to: 'recursive: true',
      missedBy: 'can be read by its own user alone',
    },
    'the old key of the vault opens nothing': {
      file: 'src/main/vault/keys/unlock.ts',
      from: 'rekey(connection, next.database)',
      missedBy: 'opens the vault, and the old one does not',
    },
    'the key of a kiosk that is forgotten is gone from the store': {
      file: 'src/main/vault/keys/key-file.ts',
      from: 'await sealers.find((sealer) => sealer.name === name)?.forget(sealed)',
      missedBy: 'leaves neither files nor a key in the store',
    },
    'the database itself refuses to change an entry of the audit': {
      file: 'src/main/vault/store/database.ts',
      from: 'BEFORE UPDATE ON audit',
      to: 'BEFORE UPDATE OF previous ON audit',
      missedBy: 'is append-only in the database itself',
    },
    'the audit is forwarded to nobody whose certificate does not hold': {
      file: 'src/main/vault/audit/audit-forward.ts',
      from: 'rejectUnauthorized: true',
      to: 'rejectUnauthorized: false',
      missedBy: 'gets nothing',
    },
    'an attempt is on the disk before it is made': {
      file: 'src/main/vault/store/attempts.ts',
      from: 'const row = add(kind, keyedHash(key, subject), at, forgetUntil)',
      to: 'let row: number | bigint = -1\n      setTimeout(() => (row = add(kind, keyedHash(key, subject), at, forgetUntil)), 100)',
      missedBy: 'has counted before it returns',
    },
    'no signal opens the inspector': {
      file: 'src/main/app/hardening.ts',
      from: "process.on('SIGUSR1', () => undefined)",
      missedBy: 'opens no inspector for a signal',
    },
  }),
]
