import { X509Certificate } from 'node:crypto'
import { accessSync, constants, globSync, readFileSync, statfsSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { userInfo } from 'node:os'
import type { Settings } from '../../src/main/settings/schema.ts'
import { describeFault, verifyAudit } from '../../src/main/vault/audit/audit.ts'
import { describeVaultError } from '../../src/main/vault/errors.ts'
import { deriveKey } from '../../src/main/vault/keys/derive.ts'
import { readUpdateState } from '../../src/main/updates/state.ts'
import { good, note, toDo, type Finding, type StationOnDisk } from './read-station.ts'

const gigabyte = 1024 ** 3
/** Free bytes below which IT should make room: the kiosk takes no intake without the network below 300 MB. */
const leastFree = gigabyte
const dayMs = 24 * 60 * 60_000
const renewDays = 14

/** Checks the settings, and whether anybody else could write them. */
export function checkSettings(station: StationOnDisk): Finding[] {
  const { settings, secretsProblem, configFile, policyFile } = station
  const found = settings.ok
    ? [good('settings', 'The settings can be read.')]
    : settings.error.map(({ key, where, expected }) =>
        toDo('settings', `The setting ${key} needs a correction.`, `In ${where}: ${expected}.`),
      )
  if (secretsProblem !== undefined)
    found.push(toDo('settings', 'A secret cannot be used.', `${secretsProblem}.`))
  for (const file of [configFile, policyFile])
    if (isOpenToOthers(file))
      found.push(toDo('settings', `Others may write ${file}.`, `chmod go-w ${file}`))
  return found
}

function isOpenToOthers(path: string): boolean {
  const about = statSync(path, { throwIfNoEntry: false })
  return process.getuid !== undefined && about !== undefined && (about.mode & 0o022) !== 0
}

/** Checks the folder of Foyer's own data: whose it is, who may write there, and the room on its disk. */
export function checkFolder({ folder, foreignOwner }: StationOnDisk): Finding[] {
  if (foreignOwner !== undefined)
    return [
      toDo(
        'folder',
        `${folder} belongs to another user (uid ${foreignOwner}), and you are ${userInfo().username}.`,
        `Ask again as that user: sudo -u '#${foreignOwner}' foyer doctor`,
      ),
    ]
  if (!statSync(folder, { throwIfNoEntry: false }))
    return [note('folder', `${folder} is not there yet; the first start makes it.`)]
  const { bavail, bsize } = statfsSync(folder)
  const free = bavail * bsize
  const room = `${(free / gigabyte).toFixed(1)} GB are free in ${folder}.`
  return [
    checkRights(folder),
    free < leastFree
      ? toDo('disk', room, 'Make room: Foyer should have 1 GB or more.')
      : good('disk', room),
  ]
}

function checkRights(folder: string): Finding {
  try {
    accessSync(folder, constants.W_OK | constants.R_OK | constants.X_OK)
  } catch {
    const what = 'Give the folder to the user that runs Foyer, and mount it writable.'
    return toDo('folder', `Foyer may not write in ${folder}.`, what)
  }
  return isOpenToOthers(folder)
    ? toDo('folder', `Others may write in ${folder}.`, `chmod 700 ${folder}`)
    : good('folder', `${folder} is Foyer's alone.`)
}

/** Checks that the vault opens, and that the chain of its audit holds. */
export function checkVault({ vault, foreignOwner }: StationOnDisk): Finding[] {
  if (vault === undefined)
    return foreignOwner === undefined
      ? [note('vault', 'There is no vault yet; the first start makes it.')]
      : []
  if (!vault.ok) {
    const why = describeVaultError(vault.error)
    const isElectrons = vault.error.kind === 'noKeySource' && vault.error.sealedBy === 'electron'
    return [
      isElectrons
        ? note('vault', `The vault opens in Foyer alone: ${why}.`, 'Use the staff panel.')
        : toDo('vault', 'The vault cannot be opened.', `${why}.`),
    ]
  }
  const { connection, keys } = vault.value
  const verified = verifyAudit(connection, deriveKey(keys.root, 'audit'))
  const opens = good('vault', 'The vault opens.')
  if (!verified.ok) {
    const what = 'Keep this machine as it is, and tell whoever answers for data protection.'
    return [
      opens,
      toDo('audit', `The audit does not hold: ${describeFault(verified.error)}.`, what),
    ]
  }
  const { first, last } = verified.value
  return [opens, good('audit', `The audit holds: entries ${first} to ${last}.`)]
}

/** Says when a certificate ends. */
export function judgeEnd(name: string, what: string, validTo: string, renew: string): Finding {
  const days = Math.floor((Date.parse(validTo) - Date.now()) / dayMs)
  const day = new Date(validTo).toISOString().slice(0, 10)
  if (days < 0) return toDo(name, `${what} ended on ${day}.`, renew)
  return days < renewDays
    ? toDo(name, `${what} ends on ${day} (${days} days left).`, renew)
    : good(name, `${what} is good until ${day}.`)
}

/** Checks the certificates of the clinic's own that the settings name: authorities, and what this station shows. */
export function checkCertificateFiles({ service, bus, audit }: Settings): Finding[] {
  const files = {
    'service.caFile': service.caFile,
    'service.certFile': service.certFile,
    'bus.broker.caFile': bus.broker.caFile,
    'audit.forward.caFile': audit.forward.caFile,
    'audit.forward.certFile': audit.forward.certFile,
  }
  return Object.entries(files).flatMap(([setting, file]) => {
    if (file === null) return []
    const renew = `Ask who issued it for a new one, and put it in ${file}.`
    try {
      const text = readFileSync(file, 'utf8')
      const found = text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g)
      if (!found)
        return [note('certificates', `${setting}: ${file} is not PEM; its end is not read.`)]
      return found.map((pem) =>
        judgeEnd('certificates', `${setting}: ${file}`, new X509Certificate(pem).validTo, renew),
      )
    } catch (error) {
      const { code = 'not a certificate' } = error as NodeJS.ErrnoException
      const what = 'Put the PEM file there, readable for the user that runs Foyer.'
      return [toDo('certificates', `${setting}: ${file} cannot be read (${code}).`, what)]
    }
  })
}

/** Checks for a screen and a touch device, as far as Linux tells of them below `root`. */
export function checkScreen(root = '/'): Finding[] {
  const outputs = globSync(join(root, 'sys/class/drm/card*-*/status'))
  const connected = outputs.filter((file) => readText(file).trim() === 'connected')
  const modes = connected.map((file) => readText(join(dirname(file), 'modes')).split('\n')[0])
  const size = modes.filter(Boolean).join(', ') || 'size unknown'
  const devices = readText(join(root, 'proc/bus/input/devices')).split('\n\n')
  // INPUT_PROP_DIRECT: what is touched is where it is drawn.
  const touch = devices.find(
    (each) => (parseInt(/PROP=(\w+)/.exec(each)?.[1] ?? '0', 16) & 2) !== 0,
  )
  const noTouch = 'Where patients should touch the screen, check its USB cable.'
  return [
    outputs.length === 0
      ? note('screen', 'This machine does not tell of its screens.')
      : connected.length === 0
        ? toDo('screen', 'No screen is connected.', 'Check its cable and its power.')
        : good('screen', `A screen is connected: ${size}.`),
    touch === undefined
      ? note('touch', 'No touch screen was found.', noTouch)
      : good(
          'touch',
          `A touch screen is there: ${/Name="([^"]*)"/.exec(touch)?.[1] ?? 'unnamed'}.`,
        ),
  ]
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

/** Says which version runs here, when the feed was last read, and what waits or failed. */
export function checkUpdates({ settings, folder }: StationOnDisk): Finding {
  if (!settings.ok || settings.value.snapshot.settings.updates.feed.url === null)
    return note(
      'updates',
      'No update source is set: Foyer does not update itself.',
      'Install new releases by hand (docs/installation.md).',
    )
  const state = readUpdateState(join(folder, 'versions'))
  const { base, current, trial, ready, checked, blocked } = state
  const facts = [
    `Foyer ${current || base || '(as installed)'}`,
    `the feed was read ${checked || 'never yet'}`,
    (ready || trial) && `${ready || trial} waits`,
    blocked.length > 0 && `failed here: ${blocked.join(', ')}`,
  ]
  const text = `${facts.filter(Boolean).join('; ')}.`
  return checked === '' || blocked.length > 0
    ? note('updates', text, 'See "Updates" in docs/operations.md.')
    : good('updates', text)
}
