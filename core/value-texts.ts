// Labels for the whole numbers of a variable: `0=manual; 1=automatic`. A boolean has 0 and 1.

export const maxValueTexts = 50
export const maxValueTextLength = 30

type ValueText = { value: number; text: string }
type ValueTextFault = 'malformed' | 'twice' | 'tooMany' | 'tooLong'

const line = /^(-?\d{1,15})\s*[=＝]\s*(.+)$/

/** The labels in the given order, or the fault. Full-width signs are accepted too. */
export function readValueTexts(written: string): { texts: ValueText[] } | { fault: ValueTextFault } {
  const texts: ValueText[] = []
  for (const part of written.split(/[;；\n]/)) {
    if (part.trim() === '') continue
    const [, value, text] = line.exec(part.trim()) ?? []
    if (value === undefined || text === undefined) return { fault: 'malformed' }
    if (text.length > maxValueTextLength) return { fault: 'tooLong' }
    if (texts.some((each) => each.value === Number(value))) return { fault: 'twice' }
    texts.push({ value: Number(value), text })
  }
  if (texts.length > maxValueTexts) return { fault: 'tooMany' }
  return texts.length === 0 ? { fault: 'malformed' } : { texts }
}

/** Cache of parsed lists, because live values use the same few lists repeatedly. */
const known = new Map<string, readonly ValueText[]>()
const maxKnown = 5000

/** The labels; empty if there are none, or they are invalid. */
export function valueTextsOf(written: string | null | undefined): readonly ValueText[] {
  if (!written) return []
  const found = known.get(written)
  if (found) return found
  const read = readValueTexts(written)
  const texts = 'texts' in read ? read.texts : []
  if (known.size >= maxKnown) known.clear()
  known.set(written, texts)
  return texts
}

/** The label of a value; undefined if it has none. 64-bit integers are text. */
export function valueTextOf(
  value: number | boolean | string | null,
  written: string | null | undefined,
): string | undefined {
  if (!written || value === null || value === '') return undefined
  const number = Number(value)
  return valueTextsOf(written).find((each) => each.value === number)?.text
}
