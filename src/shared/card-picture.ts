/** px of the longer side of a picture that Foyer's camera takes: enough to read the small print of a card. */
export const mostPictureSide = 2_000

export const mostPictureBytes = 3_000_000

/** Checks for a JPEG of no more than `mostPictureBytes`, in base64: it begins with the bytes FF D8 FF. */
export const isCardPicture = (text: string): boolean =>
  text.startsWith('/9j/') &&
  text.length <= 4 * Math.ceil(mostPictureBytes / 3) &&
  text.length % 4 === 0 &&
  /^[A-Za-z0-9+/]+={0,2}$/.test(text)
