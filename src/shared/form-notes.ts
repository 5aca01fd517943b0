/**
 * Things that a form wanted in vain, of which the bar says what to do: a file of the patient's; to hand out a print, a
 * download or a PDF; to speak with a window that it opened, in a way that Foyer cannot hand on; to go on though its session
 * at its server is over.
 */
export const formNotes = ['files', 'handout', 'unheard', 'expired'] as const
export type FormNote = (typeof formNotes)[number]
/** True for a sign that is such a thing. */
export const isFormNote = (sign: string): sign is FormNote =>
  formNotes.some((each) => each === sign)
