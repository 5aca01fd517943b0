import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { strFromU8, unzipSync } from 'fflate'
import { expect, it } from 'vitest'
import { fakeTerminal, serviceAt, useRunningSandbox } from '#harness/cli/commands.ts'
import { ana, sampleForm, sampleIntake } from '#harness/offline/sample-intakes.ts'
import { testFolder } from '#harness/test-folder.ts'
import { openOrThrow } from '#harness/vault/scratch.ts'
import { createCaptureStore } from '../src/main/kiosk/offline/capture/capture-store.ts'
import { passphraseSealer } from '../src/main/vault/keys/sealers.ts'
import { bundleExit, supportBundle } from './run-support-bundle.ts'

const { sandbox, folder: dataFolder } = await useRunningSandbox()
const passphrase = 'canary correct horse'
const sealers = [passphraseSealer(passphrase)]
const typed = 'Penicillin gives me a rash'

/** Makes a vault with credentials and the intake of a patient, which all tests read. */
async function keepIntake() {
  const vault = await openOrThrow(dataFolder, { sealers })
  vault.credentials.keep(sandbox.credentials)
  vault.securitySettings.write('wireSecret.apiKey', 'canary-wire')
  // No secret, and a setting as well.
  vault.securitySettings.write('audit.anchor.file', '/var/anchors.jsonl')
  const answers = [{ answer: typed }, { answer: '1951-11-30' }, { answer: 'yes' }]
  const kept = createCaptureStore(vault.captures, () => 9).begin(
    sampleIntake({ forms: [sampleForm(601, answers)] }),
  )
  expect(kept.ok).toBe(true)
  const candidates = [
    { name: 'Maria Quintero', dateOfBirth: '1970-01-02' },
    // A packet, called as the kiosk is.
    { name: 'Front door', dateOfBirth: null },
  ]
  vault.outbox.write({ id: 'a', seq: 1, row: JSON.stringify({ attention: { candidates } }) })
  vault.close()
}

const line = (fields: object) =>
  `${JSON.stringify({ level: 30, time: '2026-11-29T06:00:00.000Z', kiosk: 'front', ...fields })}\n`

await keepIntake()

/** Bundles the station, whose kiosk has this name and whose log holds these lines. */
async function bundle({
  name = 'Front door',
  log = '',
  args = [] as string[],
  given = passphrase,
}) {
  const folder = testFolder()
  const [config = '', logFile = '', output = ''] = ['foyer.json', 'foyer.log', 'out.zip'].map(
    (file) => join(folder, file),
  )
  const { apiUrl, accountId, locationIds } = sandbox
  const service = serviceAt(apiUrl, { accountId, locationId: locationIds[0] })
  const audit = { anchor: { file: '/var/anchors.jsonl' } }
  writeFileSync(config, JSON.stringify({ station: 'hub', kiosk: { name }, audit, service }))
  writeFileSync(logFile, log)
  const environment = {
    FOYER_CONFIG: config,
    FOYER_DATA_DIR: dataFolder,
    FOYER_VAULT_PASSPHRASE: given,
  }
  const { terminal, written } = fakeTerminal({ environment })
  const code = await supportBundle.run(['--output', output, '--log', logFile, ...args], terminal)
  const files = existsSync(output)
    ? Object.fromEntries(
        Object.entries(unzipSync(readFileSync(output))).map(([file, bytes]) => [
          file,
          strFromU8(bytes),
        ]),
      )
    : undefined
  return { code, files, output, note: written.note }
}

it('holds versions, settings, findings and the log, and nothing of a secret or a patient', async () => {
  const log = `not of the log\n${line({ event: 'app', message: 'the hub is open', patient: ana })}`
  const { code, files = {}, output, note } = await bundle({ log })
  expect([code, note]).toEqual([bundleExit.written, ''])
  expect(statSync(output).mode & 0o077).toBe(0)
  expect(Object.keys(files)).toEqual(['about.json', 'settings.json', 'doctor.txt', 'log.jsonl'])
  expect(JSON.parse(files['settings.json'] ?? '')).toContainEqual({
    key: 'kiosk.name',
    value: 'Front door',
    origin: 'file',
  })
  expect(files['doctor.txt']).toMatch(/ok +network +http:\/\/127\.0\.0\.1:\d+ answers\./)
  expect(files['log.jsonl']).toBe(
    line({ event: 'app', message: 'the hub is open' }).replace(
      /^\{"level":30,("time":"[^"]+",)/,
      '{$1"level":30,',
    ),
  )
  const { partner, developer } = sandbox.credentials
  for (const secret of [
    partner.clientSecret,
    developer.clientSecret,
    passphrase,
    ana.lastName,
    ana.email,
  ])
    expect(JSON.stringify(files)).not.toContain(secret)
})

it.each([
  ['a secret of the environment', passphrase, 'secret (FOYER_VAULT_PASSPHRASE)'],
  ['credentials', sandbox.credentials.partner.clientSecret, 'secret (vault, credentials)'],
  ['a secret of the wire', 'canary-wire', 'secret (vault, security_settings)'],
  ['a token', 'eyJhbGciOiJI.eyJzdWIiOiIx.c2lnbmF0', 'secret (a secret by its form)'],
  ['a name', `the kiosk of LOPEZ`, 'name (vault, captures)'],
  ['a short name', 'Ana', 'name (vault, captures)'],
  ['a name among which staff choose', 'Quintero', 'name (vault, outbox)'],
  ['a phone number, written otherwise', 'call (206) 555-0177', 'phone number (vault, captures)'],
  ['an e-mail address', 'write to Ana@Example.com', 'e-mail address (vault, captures)'],
  ['a birth date, written otherwise', 'born 5.4.1990', 'birth date (vault, captures)'],
  ['a birth date among the answers', 'since 11/30/1951', 'birth date (vault, answers)'],
  ['what a patient typed', `"${typed.toLowerCase()}"`, 'answer (vault, answers)'],
])('is not written where it would hold %s, and names the place alone', async (_, name, what) => {
  const { code, files, note } = await bundle({ name })
  expect([code, files]).toEqual([bundleExit.refused, undefined])
  expect(note).toMatch(/settings\.json, line \d+, holds/)
  expect(note).toContain(`: ${what}.`)
  expect(note).not.toContain(name)
})

it('is searched in its log too, and takes no word for the name that it begins with', async () => {
  const leaking = line({ event: 'bug', detail: 'no record for Lopez' })
  const { code, note } = await bundle({
    log: line({ event: 'app', message: 'Analysis of lopezian' }) + leaking,
  })
  expect(code).toBe(bundleExit.refused)
  expect(note).toContain('log.jsonl, line 2, holds')
  const left = await bundle({ log: leaking, args: ['--without', 'log.jsonl'] })
  expect([left.code, left.files?.['log.jsonl']]).toEqual([bundleExit.written, undefined])
})

it('is not written beside a vault that it cannot search, unless that is wished', async () => {
  const given = 'another horse of ours'
  expect(await bundle({ given })).toMatchObject({ code: bundleExit.unsearched, files: undefined })
  const { code, files = {} } = await bundle({ given, args: ['--unsearched'] })
  expect(code).toBe(bundleExit.written)
  expect(JSON.parse(files['about.json'] ?? '')).toMatchObject({ isSearched: false })
})

it('is written over no file, and says which log cannot be read', async () => {
  const { output } = await bundle({ name: 'Side door' })
  for (const args of [
    ['--output', output],
    ['--log', '/nowhere.log'],
    ['--without', 'all'],
  ]) {
    const { code, note } = await bundle({ args })
    expect(code, note).toBe(bundleExit.usage)
  }
})
