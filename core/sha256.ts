import { createHash } from 'node:crypto'

export const sha256 = (of: string | Uint8Array): Buffer => createHash('sha256').update(of).digest()
