/** Names of the messages between the preload and main; nothing else listens. */
export const bridgeChannels = {
  command: 'foyer:command',
  ready: 'foyer:ready',
  view: 'foyer:view',
} as const
