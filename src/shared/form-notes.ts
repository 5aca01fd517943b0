/** Things a form wanted in vain: a file, to hand out a paper, to speak with a window, an ended session. */
export const formNotes = ['files', 'handout', 'unheard', 'expired'] as const
export type FormNote = (typeof formNotes)[number]
/** Tells whether a sign is such a thing. */
export const isFormNote = (sign: string): sign is FormNote =>
  formNotes.some((each) => each === sign)
