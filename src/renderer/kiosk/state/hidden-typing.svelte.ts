/** True if this patient wants dots for typed text. The page is made anew for each visit, and this with it. */
export const hiddenTyping = $state({ isOn: false })
