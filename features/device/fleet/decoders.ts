import type { Decoder } from '../../../contract/decoder.ts'
import type { Language } from '../../../contract/errors.ts'
import { reasonText } from '../../../contract/input-fault.ts'
import { readTable } from './read-table.ts'

export const tableDecoder: Decoder<{ content: string; language: Language }, string[][]> = {
  name: 'fleet/table',
  tooMuch: ({ language }) => ({ error: 'fleetFile', details: { reason: reasonText('tooBig', language) } }),
  read: ({ content, language }) => readTable(content, language),
}
