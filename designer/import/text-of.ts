// The text of a file in its declared encoding: from its byte order mark, its XML declaration, or else UTF-8. Pure.
import type { Report } from './report.ts'

/**
 * The text of a file. `encoding`: from the XML declaration. `isExact`: whether all bytes were valid in this encoding.
 */
export type FileText = { text: string; encoding: string; isExact: boolean }

/** An XML declaration is ASCII, at the start of the file. */
const maxDeclaration = 200

const marks: readonly (readonly [encoding: string, bytes: readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
]

function encodingOf(bytes: Uint8Array): string {
  const marked = marks.find(([, mark]) => mark.every((byte, i) => bytes[i] === byte))
  if (marked) return marked[0]
  const start = String.fromCharCode(...bytes.subarray(0, maxDeclaration))
  const declared = /^<\?xml[^>]*?\sencoding\s*=\s*["']([\w.:-]{1,40})["']/.exec(start)?.[1] ?? 'utf-8'
  // A declaration that can be read as ASCII is not in UTF-16, even if it says so.
  return /^(utf-?16|ucs-?2|iso-10646-ucs-2)/i.test(declared) ? 'utf-8' : declared
}

/** The text, or the unknown encoding. */
export function fileTextOf(bytes: Uint8Array): FileText | { unknownEncoding: string } {
  const encoding = encodingOf(bytes)
  let decoder: TextDecoder
  try {
    decoder = new TextDecoder(encoding, { fatal: true })
  } catch {
    return { unknownEncoding: encoding }
  }
  try {
    return { text: decoder.decode(bytes), encoding, isExact: true }
  } catch {
    return { text: new TextDecoder(encoding).decode(bytes), encoding, isExact: false }
  }
}

/** Reports characters that could not be read. */
export function noteEncoding({ isExact, encoding }: FileText, report: Report): void {
  if (!isExact) report.add('encoding', encoding)
}
