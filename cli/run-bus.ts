import { parseArgs } from 'node:util'
import { readBrokerStations } from '../src/main/bus/pairing/clinic.ts'
import { mosquittoAcl, mosquittoPasswords } from '../src/main/bus/pairing/mosquitto.ts'
import { keepBrokerPassword } from '../src/main/bus/pairing/outside-broker.ts'
import { describeVaultError } from '../src/main/vault/errors.ts'
import { sealersFor } from '../src/main/vault/keys/sealers.ts'
import { readVault } from '../src/main/vault/keys/unlock.ts'
import { openPairingRows } from '../src/main/vault/store/rows.ts'
import { openVault } from '../src/main/vault/vault.ts'
import {
  findVault,
  folderHelp,
  passphraseHelp,
  type Output,
  type VaultPlace,
} from './vault-place.ts'

/** What `npm run bus` ends with. */
export const busExit = { done: 0, notDone: 1, usage: 2, noVault: 3 } as const

const help = `What a broker of the clinic's own must know (docs/fleet.md)

  npm run bus -- acl               Mosquitto's ACL file for the stations that are paired with this desk or hub
  npm run bus -- passwords         Mosquitto's password file for them; no password can be read from it
  npm run bus -- keep-password     keeps this station's password at that broker, read from the standard input, for
                                   where bus.broker.username names another user than pairing made
  ${folderHelp}

${passphraseHelp}
Only acl and passwords may be asked while Foyer runs. Exit codes: 0 done, 1 nobody is paired or no password was given,
2 wrong usage, 3 the vault cannot be opened.
`

const commands = { acl: printAcl, passwords: printPasswords, 'keep-password': keepPassword }
type Command = keyof typeof commands

/** Runs `npm run bus` and gives its exit code; see `busExit`. */
export async function runBus(
  args: string[],
  environment: NodeJS.ProcessEnv,
  output: Output,
): Promise<number> {
  const options = readOptions(args)
  const place = findVault(typeof options === 'string' ? undefined : options.dir, environment)
  if (typeof options === 'string') {
    output.note(`${options}\n\n${help}`)
    return busExit.usage
  }
  if (options.command === 'help') {
    output.out(help)
    return busExit.done
  }
  if (!place.ok) {
    output.note(place.error)
    return busExit.usage
  }
  return commands[options.command](place.value, output)
}

function readOptions(
  args: string[],
): { readonly command: Command | 'help'; readonly dir: string | undefined } | string {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { dir: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
    })
    if (positionals.length > 1) return `not understood: ${positionals.slice(1).join(' ')}`
    const command = values.help ? 'help' : positionals[0]
    if (command === 'help') return { command, dir: values.dir }
    if (command === undefined || !Object.hasOwn(commands, command))
      return 'say acl, passwords or keep-password.'
    return { command: command as Command, dir: values.dir }
  } catch (error) {
    return error instanceof Error ? error.message : 'not understood'
  }
}

type BrokerStations = NonNullable<ReturnType<typeof readBrokerStations>>

async function print(
  { folder, passphrase }: VaultPlace,
  output: Output,
  write: (known: BrokerStations) => string,
): Promise<number> {
  const vault = await readVault(folder, sealersFor(passphrase))
  if (!vault.ok) {
    output.note(describeVaultError(vault.error))
    return busExit.noVault
  }
  try {
    const known = readBrokerStations(openPairingRows(vault.value.connection))
    if (known) output.out(write(known))
    else output.note('nobody is paired with this station.')
    return known ? busExit.done : busExit.notDone
  } finally {
    vault.value.connection.close()
  }
}

function printAcl(place: VaultPlace, output: Output): Promise<number> {
  return print(place, output, ({ clinic, stations }) => mosquittoAcl(clinic, stations))
}

function printPasswords(place: VaultPlace, output: Output): Promise<number> {
  return print(place, output, ({ stations }) => mosquittoPasswords(stations))
}

async function keepPassword({ folder, passphrase }: VaultPlace, output: Output): Promise<number> {
  const password = ((await output.ask?.('')) ?? '').trim()
  if (password === '') {
    output.note('no password came on the standard input.')
    return busExit.notDone
  }
  const vault = await openVault({ folder, sealers: sealersFor(passphrase) })
  if (!vault.ok) {
    output.note(describeVaultError(vault.error))
    return busExit.noVault
  }
  try {
    keepBrokerPassword(vault.value.pairing, password)
    return busExit.done
  } finally {
    vault.value.close()
  }
}
