// Checks that a database and JSON can store a value: text without NUL characters and unpaired surrogates, and no
// nesting that would exhaust the stack.

const unfit = /\0|\p{Surrogate}/u
const unfitAll = /\0|\p{Surrogate}/gu

/** Maximum nesting, which is deeper than that of any configuration. */
const deepest = 64

/** Whether a text can be stored unchanged. */
export const isStorableText = (text: string): boolean => !unfit.test(text)

/** The text without characters that cannot be stored. */
export const storableText = (text: string): string => (unfit.test(text) ? text.replace(unfitAll, '') : text)

/**
 * The path of a part of a JSON value that cannot be stored, such as `rows.3.name`, or undefined. The path is built only
 * for a fault: a body may hold a million values.
 */
export const unstorableAt = (value: unknown): string | undefined => faultIn(value, 0)?.join('.')

function faultIn(value: unknown, depth: number): string[] | undefined {
  if (typeof value === 'string') return isStorableText(value) ? undefined : []
  if (typeof value !== 'object' || value === null) return undefined
  if (depth >= deepest) return []
  if (Array.isArray(value)) return faultInList(value, depth)
  for (const key of Object.keys(value)) {
    if (!isStorableText(key)) return []
    const inner = faultIn((value as Record<string, unknown>)[key], depth + 1)
    if (inner) return [key, ...inner]
  }
  return undefined
}

function faultInList(list: readonly unknown[], depth: number): string[] | undefined {
  for (let i = 0; i < list.length; i += 1) {
    const inner = faultIn(list[i], depth + 1)
    if (inner) return [String(i), ...inner]
  }
  return undefined
}
