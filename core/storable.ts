// What a database and a wire can hold: text without NUL characters and halves of surrogate pairs, and no nesting that
// would exhaust a stack.

const unfit = /\0|\p{Surrogate}/u
const unfitAll = /\0|\p{Surrogate}/gu

/** Deeper than any configuration is. */
const deepest = 64

/** Whether a text can be stored as it is. */
export const isStorableText = (text: string): boolean => !unfit.test(text)

/** The text without what cannot be stored. */
export const storableText = (text: string): string => (unfit.test(text) ? text.replace(unfitAll, '') : text)

/** Where in a JSON value something stands that cannot be stored, as a path like `rows.3.name`, or nothing. */
export function unstorableAt(value: unknown): string | undefined {
  const open: { path: string; depth: number; value: unknown }[] = [{ path: '', depth: 0, value }]
  for (let each = open.pop(); each; each = open.pop()) {
    const { path, depth, value: at } = each
    if (typeof at === 'string' && !isStorableText(at)) return path
    if (typeof at !== 'object' || at === null) continue
    if (depth >= deepest) return path
    for (const [key, inner] of Object.entries(at)) {
      const below = path === '' ? key : `${path}.${key}`
      if (!isStorableText(key)) return path
      open.push({ path: below, depth: depth + 1, value: inner })
    }
  }
  return undefined
}
