import {
  readBrokerStations,
  mosquittoAcl,
  mosquittoPasswords,
} from '../src/main/stations/pairing/clinic.ts'
import { keepBrokerPassword } from '../src/main/stations/pairing/outside-broker.ts'
import { openPairingRows } from '../src/main/vault/store/rows.ts'
import type { CommandLine } from './command.ts'
import { end } from './problem.ts'
import {
  defineVaultCommand,
  folderHelp,
  onOwnVault,
  onReadVault,
  passphraseHelp,
  vaultExit,
  vaultExitMeanings,
  type VaultCommand,
} from './vault-place.ts'

const commandLine = {
  name: 'foyer bus',
  summary: "Print what a broker of the clinic's own must know (docs/fleet.md)",
  words: {
    acl: ["print Mosquitto's ACL file for the stations that are paired with this desk or hub"],
    passwords: ["print Mosquitto's password file for them; no password can be read from it"],
    'keep-password': [
      "keep this station's password at that broker, read from the standard input, for where bus.broker.username names another user than pairing made",
    ],
  },
  flags: { '--dir <folder>': folderHelp },
  more: `${passphraseHelp}
Only acl and passwords may be asked while Foyer runs.`,
  exits: { ...vaultExitMeanings, 1: 'nobody is paired, or no password was given' },
} as const satisfies CommandLine

export const bus = defineVaultCommand(commandLine, {
  acl: (command) => print(command, ({ clinic, stations }) => mosquittoAcl(clinic, stations)),
  passwords: (command) => print(command, ({ stations }) => mosquittoPasswords(stations)),
  'keep-password': keepPassword,
})

type BrokerStations = NonNullable<ReturnType<typeof readBrokerStations>>

function print(command: VaultCommand, write: (known: BrokerStations) => string) {
  return onReadVault(command, ({ connection }) => {
    const known = readBrokerStations(openPairingRows(connection))
    if (!known) end(vaultExit.notDone, 'nobody is paired with this station.')
    command.terminal.out(write(known))
    return vaultExit.done
  })
}

async function keepPassword(command: VaultCommand): Promise<number> {
  const password = (await command.terminal.readInput()).trim()
  if (password === '') end(vaultExit.notDone, 'no password came on the standard input.')
  return onOwnVault(command, ({ pairing }) => {
    keepBrokerPassword(pairing, password)
    return vaultExit.done
  })
}
