import type { RefusedOriginsShown } from '../../../src/shared/staff-origins.ts'

/** Origins that forms asked for in vain, as staff see them: a usual one, a very long one, one that may not be allowed. */
export const refusedOrigins: RefusedOriginsShown = {
  origins: [
    {
      origin: 'https://js.intake.example.com',
      kinds: ['script', 'data'],
      visits: 12,
      firstDay: '2026-02-27',
      lastDay: '2026-03-03',
      canAllow: true,
    },
    {
      origin: `https://${'d1a2b3c4e5f6'.repeat(4)}.assets-of-a-very-long-name.cdn.example.com:8443`,
      kinds: ['page', 'script', 'style', 'image', 'font', 'data'],
      visits: 1,
      firstDay: '2026-03-03',
      lastDay: '2026-03-03',
      canAllow: true,
    },
    {
      origin: 'https://192.168.1.1',
      kinds: ['image'],
      visits: 2,
      firstDay: '2026-03-01',
      lastDay: '2026-03-02',
      canAllow: false,
    },
  ],
  setBy: null,
}
