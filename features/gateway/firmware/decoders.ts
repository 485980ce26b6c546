import { createHash } from 'node:crypto'
import type { Decoder } from '../../../contract/decoder.ts'
import type { Language } from '../../../contract/errors.ts'
import { badField, reasonText } from '../../../contract/input-fault.ts'
import { limits } from '../../../contract/limits.ts'

type Given = { file: string; sha256: string | null; language: Language }

/** Decodes base64 and computes the hash. Throws badParameter with the field. */
export const firmwareDecoder: Decoder<Given, { content: Uint8Array; sha256: string }> = {
  name: 'firmware/file',
  tooMuch: ({ language }) => ({
    error: 'badParameter',
    details: { field: 'file', reason: reasonText('tooBig', language) },
  }),
  read({ file, sha256: given, language }) {
    const content = Buffer.from(file, 'base64')
    if (content.length === 0) throw badField('file', 'malformed', language)
    if (content.length > limits.firmwareBytes) throw badField('file', 'tooBig', language)
    const sha256 = createHash('sha256').update(content).digest('hex')
    if (given !== null && given.toLowerCase() !== sha256) throw badField('sha256', 'notAllowed', language)
    return { content, sha256 }
  },
}
