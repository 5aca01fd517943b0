import { readBrokerStations } from '../src/main/bus/pairing/clinic.ts'
import { mosquittoAcl, mosquittoPasswords } from '../src/main/bus/pairing/mosquitto.ts'
import { keepBrokerPassword } from '../src/main/bus/pairing/outside-broker.ts'
import { describeVaultError } from '../src/main/vault/errors.ts'
import { sealersFor } from '../src/main/vault/keys/sealers.ts'
import { readVault } from '../src/main/vault/keys/unlock.ts'
import { openPairingRows } from '../src/main/vault/store/rows.ts'
import { openVault } from '../src/main/vault/vault.ts'
import type { CommandLine } from './command.ts'
import {
  folderHelp,
  passphraseHelp,
  runOnVault,
  vaultExit,
  type Output,
  type VaultPlace,
} from './vault-place.ts'

const flags = { '--dir <folder>': folderHelp } as const
const commandLine: CommandLine<typeof flags> = {
  name: 'bus',
  summary: "What a broker of the clinic's own must know (docs/fleet.md)",
  words: {
    acl: "print Mosquitto's ACL file for the stations that are paired with this desk or hub",
    passwords: "print Mosquitto's password file for them; no password can be read from it",
    'keep-password':
      "keep this station's password at that broker, read from the standard input, for where bus.broker.username names another user than pairing made",
  },
  flags,
  more: `${passphraseHelp}
Only acl and passwords may be asked while Foyer runs. Exit codes: 0 done, 1 nobody is paired or no password was given,
2 wrong usage, 3 the vault cannot be opened.`,
}

const commands: Readonly<Record<string, (place: VaultPlace, output: Output) => Promise<number>>> = {
  acl: printAcl,
  passwords: printPasswords,
  'keep-password': keepPassword,
}

/** Runs `npm run bus` and gives its exit code; see `vaultExit`. */
export function runBus(
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
  output: Output,
): Promise<number> {
  return runOnVault(commandLine, args, environment, output, async ({ word, place }) => {
    const run = commands[word]
    return run ? run(place, output) : vaultExit.usage
  })
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
    return vaultExit.noVault
  }
  try {
    const known = readBrokerStations(openPairingRows(vault.value.connection))
    if (known) output.out(write(known))
    else output.note('nobody is paired with this station.')
    return known ? vaultExit.done : vaultExit.notDone
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
    return vaultExit.notDone
  }
  const vault = await openVault({ folder, sealers: sealersFor(passphrase) })
  if (!vault.ok) {
    output.note(describeVaultError(vault.error))
    return vaultExit.noVault
  }
  try {
    keepBrokerPassword(vault.value.pairing, password)
    return vaultExit.done
  } finally {
    vault.value.close()
  }
}
