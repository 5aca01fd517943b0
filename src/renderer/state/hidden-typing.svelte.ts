/** Whether this patient wants dots for what they type. The page is made anew for each visit, and this with it. */
export const hiddenTyping = $state({ isOn: false })
