import { isCardPicture, mostPictureSide } from '../../../shared/card-picture.ts'

/** Width of a card by its height (ISO/IEC 7810, ID-1). */
const cardRatio = 85.6 / 53.98

/** JPEG qualities, tried in order until a picture is small enough. */
const qualities = [0.85, 0.7, 0.5, 0.3] as const

/** Switches the camera on; rejects where there is none, or it may not be used. */
export function openCamera(): Promise<MediaStream> {
  return navigator.mediaDevices.getUserMedia({
    audio: false,
    video: {
      facingMode: 'environment',
      width: { ideal: mostPictureSide },
      height: { ideal: mostPictureSide / cardRatio },
    },
  })
}

/** Switches the camera off. */
export function closeCamera(stream: MediaStream | undefined): void {
  for (const track of stream?.getTracks() ?? []) track.stop()
}

/** Draws into `canvas` the middle of what `video` shows, in the shape of a card. */
export function drawCard(video: HTMLVideoElement, canvas: HTMLCanvasElement): void {
  const { videoWidth, videoHeight } = video
  const width = Math.min(videoWidth, videoHeight * cardRatio)
  const height = width / cardRatio
  const scale = Math.min(1, mostPictureSide / width)
  canvas.width = Math.round(width * scale)
  canvas.height = Math.round(height * scale)
  const left = (videoWidth - width) / 2
  const top = (videoHeight - height) / 2
  canvas
    .getContext('2d')
    ?.drawImage(video, left, top, width, height, 0, 0, canvas.width, canvas.height)
}

/** Converts `canvas` to a JPEG in base64, which holds nothing else; undefined if none is small enough. */
export function pictureOf(canvas: HTMLCanvasElement): string | undefined {
  for (const quality of qualities) {
    const picture = canvas.toDataURL('image/jpeg', quality).split(',')[1] ?? ''
    if (isCardPicture(picture)) return picture
  }
  return undefined
}

/** Forgets what `canvas` shows. */
export function clearPicture(canvas: HTMLCanvasElement): void {
  canvas.width = 0
  canvas.height = 0
}
