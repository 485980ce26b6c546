import type { Decoder } from '../../../contract/decoder.ts'
import { fail } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import { type PictureFacts, pictureFacts } from './picture-facts.ts'

const field = { field: 'picture' }
const limit = limits.pictureBytes / 1024 / 1024

/** Base64, alone or in a data URL. Throws pictureUnknown, pictureTooLarge, imageActive. */
export const pictureDecoder: Decoder<string, PictureFacts & { bytes: Uint8Array }> = {
  name: 'picture/facts',
  tooMuch: () => ({ error: 'pictureTooLarge', details: { limit } }),
  read(given) {
    const text = given.slice(given.startsWith('data:') ? given.indexOf(',') + 1 : 0)
    const bytes = Buffer.from(text, 'base64')
    const tooLarge = () => fail('pictureTooLarge', { limit }, field)
    if (bytes.length > limits.pictureBytes) throw tooLarge()
    const facts = pictureFacts(bytes)
    if (typeof facts === 'string') throw fail(facts, {}, field)
    const { width, height } = facts
    if (width * height > limits.picturePixels || Math.max(width, height) > limits.pictureLongest) throw tooLarge()
    return { ...facts, bytes }
  },
}
