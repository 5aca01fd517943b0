import { describe, expect, it } from 'vitest'
import { exitCodes } from '../problem.ts'
import { runApi } from '../run-api.ts'
import { fakeTerminal } from '#harness/cli/commands.ts'
import { findOperation } from './find.ts'

const operation = { operation: { id: 'partner.formPackets.list' } }

describe('the name of an operation in words', () => {
  it.each([
    ['words with hyphens, in any case', ['Partner', 'form-packets', 'LIST']],
    ['words and dots', ['partner.formPackets', 'list']],
    ['dots and hyphens', ['partner.form-packets.list']],
    ['words before flags', ['partner', 'formPackets', 'list', '--limit', '3']],
    ['words behind a file with a dot', ['-o', 'answer.json', 'partner', 'formPackets', 'list']],
  ])('is found as %s', (_how, args) => {
    expect(findOperation(args)).toMatchObject({ ok: true, value: operation })
  })

  const areas = [['partner', 'form-packets'], ['partner.formPackets']]
  it.each(areas)('may be that of an area: %s %s', (...words) => {
    expect(findOperation(words)).toEqual({
      ok: true,
      value: { area: 'partner.formPackets', rest: [] },
    })
  })

  it.each([
    ['wrong dots', ['partner.formPacket.lsit'], operation],
    ['a wrong last word', ['partner', 'patients', 'lst'], 'partner.patients.list'],
    ['a wrong first word', ['parter', 'patients', 'list'], 'partner.patients.list'],
    ['a value behind it', ['partner.patients.gte', '5001'], 'partner.patients.get'],
    ['no interface', ['patients', 'list'], 'partner.patients.list'],
    ['no interface, behind a flag', ['--account', '7', 'form-packets', 'list'], operation],
  ])('is suggested for %s', (_why, args, meant) => {
    const name = typeof meant === 'string' ? meant : meant.operation.id
    expect(findOperation(args)).toMatchObject({
      ok: false,
      error: expect.stringContaining(`(did you mean ${name}?)`) as string,
    })
  })

  it('is not made up where nothing is near, and nothing typed is repeated', () => {
    for (const words of [['Jane', 'Doe', '--json'], ['Jane.Doe']])
      expect(JSON.stringify(findOperation(words))).not.toMatch(/Jane|Doe|did you mean/)
    expect(findOperation(['auth.partnerToken'])?.ok).toBe(false)
  })

  it('is what foyer api takes', async () => {
    const { terminal, written } = fakeTerminal()
    const args = ['--sandbox', 'partner', 'patients', 'get', '--patient', '5001', '--dry-run']
    expect(await runApi(args, terminal)).toBe(exitCodes.ok)
    expect(written.out).toMatch(/^GET \/partner\/v2\/account\/\d+\/patients\/5001\n$/)
  })
})
