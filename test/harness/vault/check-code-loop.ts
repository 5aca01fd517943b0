import { createActor } from 'xstate'
import { calls } from '../../../src/main/kiosk/visit/machine/calls.ts'
import type { VisitContext } from '../../../src/main/kiosk/visit/machine/visit-types.ts'
import { openOrThrow } from './scratch.ts'

/** A process whose check of a code never ends: it says that the service is asked, and waits to be killed. */
const [, , folder] = process.argv
if (!folder) throw new Error('the folder of a vault is missing')
const { attempts } = await openOrThrow(folder)
const verifyCode = () => {
  process.stdout.write('the service is asked\n')
  return new Promise<never>(() => setInterval(() => undefined, 1_000))
}
createActor(calls.verifyCode, {
  input: {
    context: {
      ports: { attempts, service: { verifyCode } },
      proof: { id: 'proof', token: 'token', channels: ['sms'] },
      channel: 'sms',
      contact: '+12025550143',
    } as unknown as VisitContext,
    event: { type: 'submitCode', code: '999999' },
  },
}).start()
