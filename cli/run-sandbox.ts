import { readFileSync } from 'node:fs'
import { parseWireProfile, type WireProfile } from '../src/contract/wire-profile.ts'
import { sandboxSecret } from '../sandbox/http/wire.ts'
import { startSandbox, type Sandbox } from '../sandbox/sandbox.ts'
import { defineCommand, type CommandLine } from './command.ts'
import { end } from './problem.ts'

const commandLine = {
  name: 'foyer sandbox',
  summary: 'Run a sandbox of the intake service on this machine',
  flags: {
    '--port <n>': 'port of the interfaces (default: 4010)',
    '--pages-port <n>': "port of the patient's pages (default: 4011)",
    '--webhook-ca <file>':
      "certificate (PEM) that receivers of webhooks are trusted by, beside the machine's own",
    '--webhooks-anywhere': 'let webhook deliveries leave this machine',
    '--profile <file>':
      'wire profile (docs/wire-profile.md) that it speaks by, as a real service might',
    '--next-waits':
      'the button of a form page waits for every required answer, as the documents say',
    '--json': 'its addresses and credentials as a line of JSON, for programs',
  },
  more: 'A port of 0 takes a free one. Everything is kept in memory and gone when it ends (Ctrl-C).',
  exits: { 0: 'it ended', 1: 'it cannot run', 2: 'wrong usage' },
} as const satisfies CommandLine

function greeting(sandbox: Sandbox, profile: WireProfile | undefined): string {
  const { apiUrl, pagesUrl, phoneUrl, accountId, locationIds } = sandbox
  const { partner, developer } = sandbox.credentials
  const locationUrl = `${apiUrl}/partner/v2/account/${accountId}/location/${locationIds[0]}`
  return `The sandbox of the intake service runs.

  interfaces      ${apiUrl}
  patient pages   ${pagesUrl}
  pretend phone   ${phoneUrl}
  a bad network   ${apiUrl}/sandbox/network

  account ${accountId}, locations ${locationIds.join(', ')}, template group ${sandbox.defaultTemplateGroupId}

  partner    client id  ${partner.clientId}
             secret     ${partner.clientSecret}
  developer  client id  ${developer.clientId}
             secret     ${developer.clientSecret}
${secretsOf(profile)}
Try it (${profile ? 'without a profile; ' : ''}in this order, in one shell):

  TOKEN=$(curl -s ${apiUrl}/oauth/token -d grant_type=client_credentials -d client_id=${partner.clientId} -d client_secret=${partner.clientSecret} | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')
  curl -s -H "Authorization: Bearer $TOKEN" "${locationUrl}/form?limit=2"
  curl -s -H "Authorization: Bearer $TOKEN" ${locationUrl}/form/20001/url

  DEV=$(curl -s ${apiUrl}/oauth2/token -u ${developer.clientId}:${developer.clientSecret} -d grant_type=client_credentials | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')
  curl -s -H "Authorization: Bearer $DEV" ${apiUrl}/service/api/developer/v1/locations

Behind the scenes:

  curl -s ${apiUrl}/sandbox/clock -H 'Content-Type: application/json' -d '{"advanceMs":3600000}'
  curl -s ${apiUrl}/sandbox/faults -H 'Content-Type: application/json' -d '{"status":503,"pathIncludes":"/form","times":2}'
  curl -s -X DELETE ${apiUrl}/sandbox/faults
  curl -s ${apiUrl}/sandbox/templates/602/change -H 'Content-Type: application/json' -d '{"question":"Do you smoke?"}'
  curl -s -X POST ${apiUrl}/sandbox/reset
  curl -s ${apiUrl}/sandbox/inbox.json
  curl -s ${apiUrl}/sandbox/deliveries
  curl -s -X POST ${apiUrl}/sandbox/deliveries/ID/replay

Ctrl-C ends it.`
}

function secretsOf(profile: WireProfile | undefined): string {
  const names = new Set(profile?.headers.flatMap(({ secret }) => secret ?? []))
  const values = Object.fromEntries([...names].map((name) => [name, sandboxSecret(name)]))
  return names.size === 0 ? '' : `\n  FOYER_WIRE_SECRETS='${JSON.stringify(values)}'\n`
}

function readPort(text: string): number {
  const port = Number(text)
  if (/^\d+$/.test(text) && port <= 65_535) return port
  throw new TypeError(`"${text}" is not a port; a port is a number from 0 to 65535`)
}

function readProfile(file: string): WireProfile {
  const parsed = parseWireProfile(JSON.parse(readFileSync(file, 'utf8')) as unknown)
  if (parsed.ok) return parsed.value
  const problems = parsed.error.map(({ key, expected }) => `\n  ${key}: ${expected}`)
  throw new TypeError(`${file} needs a correction:${problems.join('')}`)
}

/** `foyer sandbox`; gives the exit code once it listens, and ends it on a signal. */
export const sandbox = defineCommand(commandLine, async ({ values }, { out }) => {
  const { port = '4010', 'pages-port': pagesPort = '4011', 'webhook-ca': ca, json } = values
  try {
    const profile = values.profile === undefined ? undefined : readProfile(values.profile)
    const started = await startSandbox({
      ...(profile && { profile }),
      port: readPort(port),
      pagesPort: readPort(pagesPort),
      nextWaits: values['next-waits'] ?? false,
      webhooks: {
        beyondLoopback: values['webhooks-anywhere'] ?? false,
        ...(ca !== undefined && { ca: readFileSync(ca, 'utf8') }),
      },
    })
    const { apiUrl, pagesUrl, phoneUrl, accountId, locationIds, credentials } = started
    const facts = { apiUrl, pagesUrl, phoneUrl, accountId, locationIds, credentials }
    out(`${json ? JSON.stringify(facts) : greeting(started, profile)}\n`)
    for (const signal of ['SIGINT', 'SIGTERM'] as const)
      process.once(signal, () => void started.close())
    return 0
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    const taken = code === 'EADDRINUSE' ? ' (choose another with --port or --pages-port)' : ''
    return end(1, `${message}${taken}`)
  }
})
