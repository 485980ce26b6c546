// How much a JSON text holds, found out without building any of it: a parser's time goes into values, not into bytes,
// and a megabyte may be ten long texts or half a million zeros.

const [quote, backslash, comma, colon, openList, closeList, openObject, closeObject] = [
  34, 92, 44, 58, 91, 93, 123, 125,
]

/** Where a text that begins at `from` ends. */
function endOfText(bytes: Uint8Array, from: number): number {
  for (let at = from; at < bytes.length; at += 1) {
    if (bytes[at] === backslash) at += 1
    else if (bytes[at] === quote) return at
  }
  return bytes.length
}

/**
 * Values and keys, about, and the deepest nesting; ends early at the first that is more than allowed. Of a text that is
 * no JSON it says something, and the parser the rest.
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
