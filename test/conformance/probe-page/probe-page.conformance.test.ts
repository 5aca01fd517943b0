import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { formViewSection, judgeOrigins } from '../../../cli/page/judge-origin.ts'
import { watchCompletionPage } from '../../../cli/page/open-page.ts'
import type { PageRecord } from '../../../cli/page/watch-page.ts'
import { probePage } from '../../../cli/run-probe-page.ts'
import { exitCodes } from '../../../cli/problem.ts'
import { startForeignSite, type ForeignSite } from '../../foreign/site.ts'
import { fakeTerminal } from '#harness/cli/commands.ts'
import { startXvfb } from '#harness/display/xvfb.ts'

const size = { width: 1080, height: 1200 }
const token = 'canary-token-of-a-patient'

let screen: Awaited<ReturnType<typeof startXvfb>>
let site: ForeignSite
beforeAll(async () => {
  screen = await startXvfb(size.width, size.height)
  site = await startForeignSite('/parts', () => undefined)
})
afterAll(async () => {
  await site.close()
  await screen.stop()
})

const isDrawn = ({ origins, firstTextMs }: PageRecord) =>
  firstTextMs !== undefined && origins.some(({ kinds }) => kinds['fetch'])

const of = (record: PageRecord, origin: string) =>
  judgeOrigins(record, site.origins.forms).find((each) => each.origin === origin)

describe('foyer probe-page', () => {
  it('tells what each origin of a page is for, and which were refused, without a path or a value', async () => {
    const { record } = await watchCompletionPage({
      url: site.completionUrl(token),
      allowedOrigins: site.listed,
      size,
      display: screen.display,
      until: (_gone, known) => expect.poll(() => isDrawn(known()), { timeout: 20_000 }).toBe(true),
    })
    const { forms, cdn, api, tracker } = site.origins
    expect(record.chain).toEqual([forms])
    expect(record.lastOrigin).toBe(forms)
    expect(record.firstTextMs).toBeGreaterThan(0)
    expect(of(record, cdn)).toMatchObject({ refused: 0, whose: 'another' })
    expect(Object.keys(of(record, cdn)?.kinds ?? {}).toSorted()).toEqual([
      'image',
      'script',
      'stylesheet',
    ])
    expect(of(record, api)?.kinds['fetch']).toBe(1)
    expect(of(record, tracker)).toMatchObject({ refused: 1, isEmptyWithout: false })
    expect(formViewSection(judgeOrigins(record, forms), forms)).toEqual({
      formView: { origins: [forms], allowedOrigins: [api, cdn, tracker].toSorted() },
    })
    const said = JSON.stringify(record)
    for (const secret of [token, '/parts', 'brings you here']) expect(said).not.toContain(secret)
  })

  it('opens the forms of a practice patient, once that is wanted', { tags: 'full' }, async () => {
    const asked: string[] = []
    const run = async (args: readonly string[], answer: string) => {
      const { terminal, written } = fakeTerminal({
        environment: { FOYER_CONFIG: '/nonexistent/foyer.config.json', DISPLAY: screen.display },
        ask: (question) => {
          asked.push(question)
          return Promise.resolve(answer)
        },
      })
      const whom = ['--sandbox', '--patient', '5001', '--seconds', '5', ...args]
      return { code: await probePage.run(whom, terminal), ...written }
    }
    expect((await run([], 'n')).note).toContain('Nothing was opened')
    expect(asked[0]).toContain('Open the forms that wait for patient 5001')
    const { code, out } = await run([], 'y')
    expect(out).toMatch(/The page led through: http:\/\/127\.0\.0\.1:\d+\n/)
    expect(out).toMatch(/First text: after \d+ ms/)
    expect(out).toMatch(/"origins": \[\n +"http:\/\/127\.0\.0\.1:\d+"\n/)
    expect(out).not.toContain('/complete/')
    expect(code).toBe(exitCodes.ok)
  })
})
