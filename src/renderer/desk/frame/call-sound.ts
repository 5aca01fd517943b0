/** Hz, and seconds from the first tone. */
const tones = [
  { pitch: 660, at: 0 },
  { pitch: 880, at: 0.18 },
] as const
/** Seconds. */
const toneLasts = 0.16
/** ms after which a call is no longer news: a machine that could not play by then stays silent. */
const newsMs = 2_000

let context: AudioContext | undefined

/** Plays two short tones, made here. Resolves once they are begun, or nothing can be played. */
export async function playCall(): Promise<void> {
  const asked = performance.now()
  context ??= new AudioContext()
  await context.resume()
  if (performance.now() - asked > newsMs) return
  for (const { pitch, at } of tones) playTone(context, pitch, context.currentTime + at)
}

function playTone(on: AudioContext, pitch: number, at: number): void {
  const [tone, volume] = [on.createOscillator(), on.createGain()]
  tone.frequency.value = pitch
  volume.gain.setValueAtTime(0.3, at)
  // Ended at once it would click.
  volume.gain.linearRampToValueAtTime(0, at + toneLasts)
  tone.connect(volume).connect(on.destination)
  tone.start(at)
  tone.stop(at + toneLasts)
}
