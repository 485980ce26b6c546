// Measures a JSON text before it is parsed: the time of a parser depends on the number of values, not bytes, and a
// megabyte may hold ten long texts or half a million zeros.

const [quote, backslash, comma, colon, openList, closeList, openObject, closeObject] = [
  34, 92, 44, 58, 91, 93, 123, 125,
]

/** Index of the quote that ends a JSON text. */
function endOfText(bytes: Uint8Array, from: number): number {
  for (let at = from; at < bytes.length; at += 1) {
    if (bytes[at] === backslash) at += 1
    else if (bytes[at] === quote) return at
  }
  return bytes.length
}

/**
 * Counts values and keys approximately, and the nesting; returns as soon as one exceeds its limit. The result for
 * invalid JSON is arbitrary: the parser rejects it.
 */
export function measureJson(bytes: Uint8Array, most: { values: number; depth: number }): 'fits' | 'values' | 'depth' {
  let values = 1
  let depth = 0
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at]
    if (byte === quote) at = endOfText(bytes, at + 1)
    else if (byte === comma || byte === colon) values += 1
    else if (byte === openList || byte === openObject) {
      values += 1
      depth += 1
    } else if (byte === closeList || byte === closeObject) depth -= 1
    if (depth > most.depth) return 'depth'
    if (values > most.values) return 'values'
  }
  return 'fits'
}
