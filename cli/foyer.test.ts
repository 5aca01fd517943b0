import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { fakeTerminal } from '#harness/cli/commands.ts'
import { commandNames, runFoyer } from './foyer.ts'
import { exitCodes } from './problem.ts'

async function run(...args: readonly string[]) {
  const { terminal, written } = fakeTerminal()
  return { code: await runFoyer(args, terminal), ...written }
}

it('lists every command, and tells its version', async () => {
  const { code, out, note } = await run('--help')
  expect([code, note]).toEqual([exitCodes.ok, ''])
  for (const name of commandNames) expect(out).toMatch(new RegExp(`^ {2}${name} +\\w`, 'm'))
  const { version } = JSON.parse(
    readFileSync(join(import.meta.dirname, '..', 'package.json'), 'utf8'),
  ) as { version: string }
  expect((await run('--version')).out).toBe(`${version}\n`)
})

it.each(commandNames)('explains %s in the one style, with its exit codes', async (name) => {
  const help = await run(name, '--help')
  expect([help.code, help.note]).toEqual([exitCodes.ok, ''])
  expect(help.out).toMatch(new RegExp(`^Usage: foyer ${name} `))
  expect(help.out).toMatch(/\nOptions:\n[^]*\nExit codes:\n {2}0 {3}\w/)
  expect((await run('help', name)).out).toBe(help.out)
})

it('names the nearest command where there is none of a name', async () => {
  expect(await run('valt', 'status')).toEqual({
    code: exitCodes.usage,
    out: '',
    note: 'foyer: There is no command of this name (did you mean vault?).\nSee foyer --help\n',
  })
})

it.runIf(spawnSync('bash', ['--version']).status === 0)(
  'completes commands, words, flags and operations in a shell',
  async () => {
    const { out } = await run('completion', 'bash')
    const complete = (...words: readonly string[]) => {
      const asked = `COMP_WORDS=(${words.join(' ')} '')\nCOMP_CWORD=${words.length}\n_foyer\n`
      const shell = spawnSync('bash', ['-c', `${out}\n${asked}echo "\${COMPREPLY[@]}"`])
      return shell.stdout.toString().trim().split(' ')
    }
    expect(complete('foyer')).toEqual(expect.arrayContaining([...commandNames]))
    expect(complete('foyer', 'vault')).toContain('rotate-key')
    expect(complete('foyer', 'vault', 'status')).toEqual(['--json', '--dir', '--help'])
    expect(complete('foyer', 'api')).toContain('partner.formPackets.list')
    expect((await run('completion', 'fish')).out).toMatch(/^complete -c foyer .* -a vault /m)
    expect((await run('completion', 'tcsh')).code).toBe(exitCodes.usage)
  },
)
