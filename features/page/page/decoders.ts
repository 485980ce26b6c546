import type { Decoder } from '../../../contract/decoder.ts'
import type { Language } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import type { PageDocument } from '../../../contract/page-document.ts'
import { type PageFields, readDocument } from '../../../contract/page-read.ts'

export const documentDecoder: Decoder<{ json: string; fields: PageFields; language: Language }, PageDocument> = {
  name: 'page/document',
  tooMuch: () => ({ error: 'tooLarge', details: { limit: `${limits.pageJsonValues} JSON` } }),
  read: ({ json, fields, language }) => readDocument(json, fields, language),
}
