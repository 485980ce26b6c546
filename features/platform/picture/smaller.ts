// Reduces a photo to the size that pages show, and removes the camera's metadata, before it is sent.
import { limits } from '../../../contract/limits.ts'

/** Only pictures of these types are redrawn: a GIF would lose its animation, an SVG its sharpness. */
const drawn = ['image/jpeg', 'image/png', 'image/webp']
const quality = 0.9

/**
 * Returns the same file if there is nothing to do, or if the browser cannot read it: then the platform reports the
 * fault.
 */
export async function smaller(file: File): Promise<File> {
  if (!drawn.includes(file.type)) return file
  const image = await createImageBitmap(file).catch(() => undefined)
  if (!image) return file
  const scale = Math.min(1, limits.pictureSide / Math.max(image.width, image.height))
  const isSmall = scale === 1 && file.size <= limits.pictureBytes
  // A PNG, such as a plan or a logo, must stay sharp, so it is not recompressed.
  if (isSmall && file.type === 'image/png') return file
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(image.width * scale))
  canvas.height = Math.max(1, Math.round(image.height * scale))
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
  image.close()
  const made = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/webp', quality))
  return made ? new File([made], file.name, { type: made.type }) : file
}
