// `npm run audit`: verifies and exports the audit of this machine's kiosk.
import { runAudit } from './run-audit.ts'

process.exitCode = await runAudit(process.argv.slice(2), process.env, {
  out: (text) => process.stdout.write(text),
  note: (text) => process.stderr.write(`foyer: ${text}\n`),
})
