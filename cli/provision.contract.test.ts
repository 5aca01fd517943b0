import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { environmentOf, fakeTerminal, serviceAt } from '#harness/cli/commands.ts'
import { openKioskPlace } from '#harness/composed-foyer.ts'
import { testFolder } from '#harness/test-folder.ts'
import { exitCodes } from './problem.ts'
import { provision } from './run-provision.ts'

const service = serviceAt('https://service.example', { accountId: 101 })
const secrets = {
  FOYER_VAULT_PASSPHRASE: 'canary correct horse',
  FOYER_STAFF_PIN: '508263',
  FOYER_PARTNER_CLIENT_ID: 'canary-id',
  FOYER_PARTNER_CLIENT_SECRET: 'canary-secret',
  FOYER_WIRE_SECRETS: '{"apiKey":"canary-wire"}',
}
let folder: string
const out = () => join(folder, 'out')
beforeEach(() => void (folder = testFolder()))

/** Provisions from these lines of a CSV file, with what all kiosks share. */
async function run(
  csv: string,
  environment: NodeJS.ProcessEnv = {},
  { shared = { service }, args = [] as string[] } = {},
) {
  const [lines, base] = [join(folder, 'kiosks.csv'), join(folder, 'base.json')]
  writeFileSync(lines, csv)
  writeFileSync(base, JSON.stringify(shared))
  const { terminal, written } = fakeTerminal({ environment: { ...secrets, ...environment } })
  const given = ['--csv', lines, '--config', base, '--out', out(), ...args]
  return { code: await provision.run(given, terminal), ...written }
}

it('makes kiosks whose first start needs their passphrase alone, and keeps no secret in clear', async () => {
  const { sandbox, environment, start } = await openKioskPlace()
  const shared = { service: serviceAt(sandbox.apiUrl, { accountId: sandbox.accountId }) }
  const given = environmentOf(sandbox, folder)
  // What a stop in the middle left.
  mkdirSync(join(out(), '.12.part', 'data'), { recursive: true })
  writeFileSync(join(out(), '.12.part', 'data', 'vault.key'), '{')
  const [here, there] = sandbox.locationIds
  const csv = `\uFEFFkiosk.name;service.locationId;idle.afterMs;languages\r\n12;${here};60000;"[""es""]"\r\nÑandú 2;${there};;\r\n`
  expect(await run(csv, given, { shared })).toEqual({
    code: exitCodes.ok,
    out: '12: written\nÑandú 2: written\n',
    note: '',
  })
  const passphrase = async (name: string) =>
    (await run('', {}, { args: ['--passphrase-of', name] })).out.trim()
  const [own, other] = [await passphrase('12'), await passphrase('Ñandú 2')]
  const hidden = Object.entries({ ...secrets, ...given }).flatMap(([name, value]) =>
    /CONFIG|DATA_DIR/.test(name) ? [] : [value],
  )
  const written = readdirSync(out(), { recursive: true, withFileTypes: true })
  for (const each of written.filter((each) => each.isFile())) {
    const content = readFileSync(join(each.parentPath, each.name))
    for (const secret of [...hidden, 'canary-wire', own, other])
      expect(content.includes(secret), `${secret} in ${each.name}`).toBe(false)
  }

  for (const name of Object.keys(environment)) delete environment[name]
  const place = (passphrase: string) => ({
    FOYER_CONFIG: join(out(), '12', 'foyer.config.json'),
    FOYER_DATA_DIR: join(out(), '12', 'data'),
    FOYER_VAULT_PASSPHRASE: passphrase,
  })
  const kiosk = await start({ byPassphrase: true, settings: place(own) })
  await kiosk.sees('welcome')
  expect(kiosk.vault()?.credentials.read('developer')).toEqual(sandbox.credentials.developer)
  expect(kiosk.vault()?.securitySettings.read('wireSecret.apiKey')).toBe('canary-wire')
  expect(kiosk.entries('staffPinChosen', 'credentialKept')).toHaveLength(4)
  await kiosk.send({ type: 'openStaff' })
  await kiosk.sees('staffEnterPin')
  await kiosk.send({ type: 'submitPin', pin: secrets.FOYER_STAFF_PIN })
  await kiosk.sees('staffHome')
  await kiosk.send({ type: 'openStaffPage', page: 'settings' })
  const settings = JSON.stringify(await kiosk.sees('staffSettings'))
  for (const set of ['kiosk.name"[^}]*"12', 'idle.afterMs"[^}]*"60', 'languages"[^}]*"es'])
    expect(settings).toMatch(new RegExp(`"${set}"[^}]*"origin":"file","canChange":false`))
  await kiosk.stop()
  // The passphrase of another kiosk opens nothing here.
  const foreign = await start({ byPassphrase: true, settings: place(other) })
  expect(foreign.vault()).toBeUndefined()
})

const row = 'kiosk.name,service.locationId\nA,1\n'
it('leaves a kiosk that stands there as it is', async () => {
  mkdirSync(join(out(), 'A'), { recursive: true })
  expect(await run(row)).toMatchObject({
    code: exitCodes.ok,
    out: 'A: stands there already\n',
  })
  expect(readdirSync(join(out(), 'A'))).toEqual([])
})

it.each<[string, string, NodeJS.ProcessEnv?]>([
  ['', 'line 1: the column kiosk.name is missing.'],
  ['kiosk.name\n', 'there is no kiosk in the file.'],
  ['kiosk.nam\nA\n', 'line 1: there is no setting kiosk.nam (did you mean kiosk.name?)'],
  ['FOYER_STAFF_PIN\n508263\n', 'line 1: there is no setting FOYER_STAFF_PIN; secrets have no'],
  [`${row}\na,2\n`, 'line 4: line 2 has a kiosk of this name.'],
  [`${row}../x,3\n`, 'line 3: kiosk.name needs'],
  [`${row}B\n`, 'line 3: 1 cells, and the first line has 2.'],
  [`${row},5\n`, 'line 3: kiosk.name needs'],
  [`${row}C,\n`, 'line 3: service.locationId: must be given'],
  ['kiosk.name,service.locationId,idle.afterMs\nA,1,5\n', 'line 2: idle.afterMs: '],
  ['kiosk.name,service.locationId,station\nA,1,desk\n', 'line 2: station: '],
  ['kiosk.name,service.locationId\n"A,1\nB,2\n', 'kiosks.csv: Quote Not Closed'],
  [row, 'FOYER_STAFF_PIN: 6 to 12 digits', { FOYER_STAFF_PIN: '123456' }],
  [row, 'FOYER_VAULT_PASSPHRASE_FILE: ', { FOYER_VAULT_PASSPHRASE: 'short' }],
])('writes nothing of %j, and says: %s', async (csv, fault, environment = {}) => {
  const { code, note } = await run(csv, environment)
  expect([code, existsSync(out())]).toEqual([exitCodes.configuration, false])
  expect(note).toContain(fault)
})
