// Canonical JSON (RFC 8785) in pieces: a text of megabytes is never made in one step.
import canonicalize from 'canonicalize'

/** A list with more entries is written entry by entry, and so is an object with more members. */
const maxEntries = 16
const maxMembers = 64
/** How deep a large list is looked for. */
const maxLevels = 5

type Container = readonly unknown[] | Readonly<Record<string, unknown>>

const isContainer = (value: unknown): value is Container => typeof value === 'object' && value !== null

/** The value that `JSON.stringify` writes: the result of `toJSON`, if there is one. */
const plain = (value: unknown, key: string): unknown =>
  isContainer(value) && 'toJSON' in value && typeof value.toJSON === 'function' ? value.toJSON(key) : value

function isLarge(value: unknown, levels = maxLevels): boolean {
  if (!isContainer(value)) return false
  const entries: readonly unknown[] = Array.isArray(value) ? value : Object.values(value)
  if (entries.length > (Array.isArray(value) ? maxEntries : maxMembers)) return true
  return levels > 0 && entries.some((each) => isLarge(each, levels - 1))
}

/** A value that is small, as one text; nothing for what JSON cannot write. */
function smallText(value: unknown): string | undefined {
  const json = JSON.stringify(value)
  return json === undefined ? undefined : canonicalize(JSON.parse(json))
}

/**
 * The pieces of the canonical JSON of a value, in order. Undefined members are left out; an undefined entry of a list, or an
 * undefined value, is `null`.
 */
export function* canonicalPieces(raw: unknown, key = ''): Generator<string> {
  const value = plain(raw, key)
  if (!isLarge(value)) yield smallText(value) ?? 'null'
  else if (Array.isArray(value)) yield* listPieces(value)
  else yield* memberPieces(value as Record<string, unknown>)
}

function* listPieces(list: readonly unknown[]): Generator<string> {
  yield '['
  for (const [at, entry] of list.entries()) {
    if (at > 0) yield ','
    yield* canonicalPieces(entry, String(at))
  }
  yield ']'
}

function* memberPieces(members: Readonly<Record<string, unknown>>): Generator<string> {
  let before = '{'
  for (const key of Object.keys(members).sort()) {
    const value = plain(members[key], key)
    if (value === undefined || typeof value === 'function' || typeof value === 'symbol') continue
    yield `${before}${JSON.stringify(key)}:`
    yield* canonicalPieces(value, key)
    before = ','
  }
  yield before === '{' ? '{}' : '}'
}
