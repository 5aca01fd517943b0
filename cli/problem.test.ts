import { expect, it } from 'vitest'
import { exitCodes } from './problem.ts'
import { runApi } from './run-api.ts'
import { probe } from './run-probe.ts'
import { fakeTerminal } from '#harness/cli/commands.ts'

const patients = 'partner.patients.get'

it.each([
  ['a flag that is none', runApi, [patients, '--patiend=1', '--json'], 'usage' as const],
  ['a flag that is missing', runApi, [patients, '--sandbox', '--json'], 'usage' as const],
  ['a flag of the probe that is none', probe.run, ['--onyl=partner', '--json'], 'usage' as const],
  [
    'a service without credentials',
    runApi,
    [patients, '--service=https://x.y', '--json'],
    'configuration' as const,
  ],
])('%s is one line of JSON for programs', async (_name, command, args, kind) => {
  const { terminal, written } = fakeTerminal()
  expect(await command(args, terminal)).toBe(exitCodes[kind])
  expect(written.note).toMatch(/^[^\n]+\n$/)
  expect(JSON.parse(written.note)).toEqual({
    error: { kind, messages: expect.arrayContaining([expect.any(String)]) as unknown },
  })
})
