// `npm run read-fuses`: whether a packaged Foyer has the fuses that electron-builder.yml sets.
import { runReadFuses } from './run-read-fuses.ts'

process.exitCode = await runReadFuses(process.argv.slice(2), {
  out: (text) => process.stdout.write(text),
  note: (text) => process.stderr.write(`foyer: ${text}\n`),
})
