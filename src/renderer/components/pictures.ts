/** Paths of the icons in a box of 24 by 24, drawn as strokes. */
export const iconPaths = {
  help: 'M9.2 9.2a3 3 0 1 1 4.4 2.7c-1 .5-1.6 1.2-1.6 2.3M12 17.4v.1',
  lower: 'M5.5 2h13v20h-13zM5.5 16.5h13M12 5v8M8.8 10l3.2 3.2L15.2 10',
  again: 'M4.5 12a7.5 7.5 0 1 0 2.4-5.5M4.5 4.5v4h4',
  check: 'M5 12.6l4.6 4.6L19 7.4',
  back: 'M19 12H5M11 18l-6-6 6-6',
  forward: 'M5 12h14M13 6l6 6-6 6',
  mail: 'M3.5 6.5h17v11h-17zM4 7l8 6.5L20 7',
  phone: 'M8 3.5h8a1 1 0 0 1 1 1v15a1 1 0 0 1-1 1H8a1 1 0 0 1-1-1v-15a1 1 0 0 1 1-1zM11 17.8h2',
  keyboard: 'M2.5 6.5h19v11h-19zM6 10h.1M9.5 10h.1M13 10h.1M16.5 10h.1M7.5 14h9',
  eye: 'M2.5 12s3.5-6 9.5-6 9.5 6 9.5 6-3.5 6-9.5 6-9.5-6-9.5-6zM12 9.2a2.8 2.8 0 1 1 0 5.6 2.8 2.8 0 0 1 0-5.6',
  people:
    'M9 4.5a3.2 3.2 0 1 1 0 6.4 3.2 3.2 0 0 1 0-6.4M2.8 19.5c0-3.4 2.7-6 6.2-6s6.2 2.6 6.2 6M17 8.5a2.4 2.4 0 1 1 0 4.8 2.4 2.4 0 0 1 0-4.8M17.3 15.3c2.3.2 3.9 1.9 3.9 4.2',
  text: 'M2.5 18.5 7.5 5.5l5 13M4.3 14h6.4M21 11.5v7M21 15a3 3.4 0 1 1-6 0a3 3.4 0 1 1 6 0',
  language: 'M2.8 12h18.4M12 2.5c-5.4 5.2-5.4 13.8 0 19M12 2.5c5.4 5.2 5.4 13.8 0 19',
  alert: 'M12 7.5v5.5M12 16.4v.1',
} as const
export type IconName = keyof typeof iconPaths

export type IllustrationName =
  | 'phone'
  | 'mail'
  | 'code'
  | 'search'
  | 'birthday'
  | 'forms'
  | 'desk'
  | 'done'
  | 'saved'
  | 'chair'
  | 'offline'
  | 'outOfService'
  | 'clock'
  | 'again'
