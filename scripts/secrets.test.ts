import { expect, it } from 'vitest'
import { secretVariables } from '../src/main/app/secrets.ts'

type Start = { takeSecrets: (environment: NodeJS.ProcessEnv) => Record<string, string> }

it('takes out of a start the secrets that Foyer knows, and nothing else', async () => {
  const { takeSecrets } = (await import(new URL('secrets.mjs', import.meta.url).href)) as Start
  const known = Object.fromEntries(secretVariables.map((name) => [name, `canary of ${name}`]))
  const environment = { ...known, PATH: '/bin', FOYER_STAFF_PIN_FILE: '/etc/pin' }
  expect(takeSecrets(environment)).toEqual(known)
  expect(environment).toEqual({ PATH: '/bin', FOYER_STAFF_PIN_FILE: '/etc/pin' })
})
