import type { RefusedOriginsShown } from '../../../src/shared/staff-origins.ts'

type Refused = RefusedOriginsShown['origins'][number]

const refused = (
  origin: string,
  kinds: Refused['kinds'],
  [visits, firstDay, lastDay]: readonly [visits: number, first: string, last: string],
  canAllow = true,
): Refused => ({ origin, kinds, visits, firstDay, lastDay, canAllow })

const long = `https://${'d1a2b3c4e5f6'.repeat(4)}.assets-of-a-very-long-name.cdn.example.com:8443`
const every: Refused['kinds'] = ['page', 'script', 'style', 'image', 'font', 'data']

/** Origins that forms asked for in vain, as staff see them: a usual one, a very long one, one that may not be allowed. */
export const refusedOrigins: RefusedOriginsShown = {
  origins: [
    refused('https://js.intake.example.com', ['script', 'data'], [12, '2026-02-27', '2026-03-03']),
    refused(long, every, [1, '2026-03-03', '2026-03-03']),
    refused('https://192.168.1.1', ['image'], [2, '2026-03-01', '2026-03-02'], false),
  ],
  setBy: null,
}
