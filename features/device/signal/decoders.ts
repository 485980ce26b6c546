import { csvFaultText } from '../../../contract/csv.ts'
import type { Decoder } from '../../../contract/decoder.ts'
import { fail, type Language } from '../../../contract/errors.ts'
import { badField, reasonText } from '../../../contract/input-fault.ts'
import { limits } from '../../../contract/limits.ts'
import { fromCsv, hasTooManyCells } from './part-csv.ts'

const csvTooBig = (language: Language) => ({ field: 'csv', reason: reasonText('tooBig', language) })

/** Decodes the rows of a CSV file. Throws badParameter, signalCapacity. */
export const signalsDecoder: Decoder<{ csv: string; language: Language }, Record<string, unknown>[]> = {
  name: 'device-signal/csv',
  tooMuch: ({ language }) => ({ error: 'badParameter', details: csvTooBig(language) }),
  read({ csv, language }) {
    if (hasTooManyCells(csv)) throw badField('csv', 'tooBig', language)
    const { rows, missing, fault } = fromCsv(csv)
    if (fault) throw fail('badParameter', { field: 'csv', reason: csvFaultText(fault, language) }, { field: 'csv' })
    const field = missing.length > 0 ? missing.join(', ') : rows.length === 0 ? 'csv' : undefined
    if (field) throw fail('badParameter', { field, reason: reasonText('missing', language) }, { field })
    if (rows.length > limits.signalsPerEquipment) throw fail('signalCapacity', { limit: limits.signalsPerEquipment })
    return rows
  },
}
