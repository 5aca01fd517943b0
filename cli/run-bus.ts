import {
  readBrokerStations,
  mosquittoAcl,
  mosquittoPasswords,
} from '../src/main/stations/pairing/clinic.ts'
import { keepBrokerPassword } from '../src/main/stations/pairing/outside-broker.ts'
import { openPairingRows } from '../src/main/vault/store/rows.ts'
import type { CommandLine } from './command.ts'
import {
  folderHelp,
  onOwnVault,
  onReadVault,
  passphraseHelp,
  runOnVault,
  vaultExit,
  type VaultCommand,
  type VaultOutput,
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

/** Runs `npm run bus` and gives its exit code; see `vaultExit`. */
export function runBus(
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
  output: VaultOutput,
): Promise<number> {
  return runOnVault(commandLine, args, environment, output, {
    acl: (command) => print(command, ({ clinic, stations }) => mosquittoAcl(clinic, stations)),
    passwords: (command) => print(command, ({ stations }) => mosquittoPasswords(stations)),
    'keep-password': keepPassword,
  })
}

type BrokerStations = NonNullable<ReturnType<typeof readBrokerStations>>

function print(
  command: VaultCommand<typeof flags>,
  write: (known: BrokerStations) => string,
): Promise<number> {
  return onReadVault(command, ({ connection }) => {
    const known = readBrokerStations(openPairingRows(connection))
    if (known) command.output.out(write(known))
    else command.output.note('nobody is paired with this station.')
    return known ? vaultExit.done : vaultExit.notDone
  })
}

async function keepPassword(command: VaultCommand<typeof flags>): Promise<number> {
  const password = ((await command.output.ask?.('')) ?? '').trim()
  if (password === '') {
    command.output.note('no password came on the standard input.')
    return vaultExit.notDone
  }
  return onOwnVault(command, ({ pairing }) => {
    keepBrokerPassword(pairing, password)
    return vaultExit.done
  })
}
