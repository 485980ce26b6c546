import type { Decoder } from '../../../contract/decoder.ts'
import { type StoredImage, storedImage } from './image.ts'

type Stored = Omit<StoredImage, 'bytes'> & { bytes: Uint8Array }

export const avatarDecoder: Decoder<Uint8Array, Stored> = {
  name: 'account-info/avatar',
  tooMuch: () => ({ error: 'imageTooLarge' }),
  read: (bytes) => storedImage(Buffer.from(bytes)),
}
