// A photo as it is sent: no larger than a page shows it, without what its camera wrote into it.
import { limits } from '../../../contract/limits.ts'

/** Drawn anew in these; a GIF would stand still, an SVG lose its sharpness. */
const drawn = ['image/jpeg', 'image/png', 'image/webp']
const quality = 0.9

/** The same file where nothing is to be done, or where the browser cannot read it: then the platform says what is wrong. */
export async function smaller(file: File): Promise<File> {
  if (!drawn.includes(file.type)) return file
  const image = await createImageBitmap(file).catch(() => undefined)
  if (!image) return file
  const scale = Math.min(1, limits.pictureSide / Math.max(image.width, image.height))
  const isSmall = scale === 1 && file.size <= limits.pictureBytes
  // A plan or a logo stays as sharp as it is.
  if (isSmall && file.type === 'image/png') return file
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(image.width * scale))
  canvas.height = Math.max(1, Math.round(image.height * scale))
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
  image.close()
  const made = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/webp', quality))
  return made ? new File([made], file.name, { type: made.type }) : file
}
