// Parses the JSON body of a request. Small bodies are parsed on the event loop, larger ones by the decoder.
import { parse } from 'secure-json-parse'
import type { Decoder } from '../../contract/decoder.ts'
import { type Failure, fail, type Language } from '../../contract/errors.ts'
import { badField } from '../../contract/input-fault.ts'
import { limits } from '../../contract/limits.ts'
import { measureJson } from '../../core/json-measure.ts'
import { unstorableAt } from '../../core/storable.ts'

type JsonBytes = { bytes: Uint8Array; language: Language }

/** Checks the limits of a body before the parser spends time on it. */
function cannotParse({ bytes, language }: JsonBytes): Failure | undefined {
  const fit = measureJson(bytes, { values: limits.jsonValues, depth: limits.jsonDepth })
  if (fit === 'values') return fail('tooLarge', { limit: `${limits.jsonValues} JSON` })
  return fit === 'depth' ? badField('body', 'notAllowed', language) : undefined
}

/** An empty body is an input without fields; keys that could reach a prototype are refused. */
export function parseJson({ bytes, language }: JsonBytes): unknown {
  const refused = cannotParse({ bytes, language })
  if (refused) throw refused
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8')
  if (text.trim() === '') return {}
  try {
    return parse(text, { protoAction: 'error', constructorAction: 'error' })
  } catch {
    throw badField('body', 'malformed', language)
  }
}

/** Throws badParameter if a string cannot be stored. */
export function mustBeStorable(raw: unknown, language: Language): void {
  const unstorable = unstorableAt(raw)
  if (unstorable !== undefined) throw badField(unstorable || 'body', 'notAllowed', language)
}

export const jsonBody: Decoder<JsonBytes, unknown> = {
  name: 'json/body',
  tooMuch: () => ({ error: 'tooLarge', details: { limit: `${limits.jsonValues} JSON` } }),
  read(given) {
    const value = parseJson(given)
    mustBeStorable(value, given.language)
    return value
  },
}
