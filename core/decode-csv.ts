// Decodes a CSV file: UTF-8, UTF-16 with a byte-order mark, or GBK as Chinese spreadsheet programs write it.

/** The text of a file, and the encoding it was read with. */
export type Decoded = { text: string; encoding: 'UTF-8' | 'UTF-16' | 'GBK' }

/** Decodes any bytes; never throws. */
export function decodeCsv(bytes: Uint8Array): Decoded {
  if (bytes[0] === 0xff && bytes[1] === 0xfe)
    return { text: new TextDecoder('utf-16le').decode(bytes), encoding: 'UTF-16' }
  if (bytes[0] === 0xfe && bytes[1] === 0xff)
    return { text: new TextDecoder('utf-16be').decode(bytes), encoding: 'UTF-16' }
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: 'UTF-8' }
  } catch {
    // Text that is not valid UTF-8 is read as GB18030, which includes GBK and never fails.
    return { text: new TextDecoder('gb18030').decode(bytes), encoding: 'GBK' }
  }
}
