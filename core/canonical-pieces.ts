// Canonical JSON (RFC 8785) in pieces: a text of megabytes is never made in one step.
import { fitsOneStep } from './entry-count.ts'

type Container = readonly unknown[] | Readonly<Record<string, unknown>>

const isContainer = (value: unknown): value is Container => typeof value === 'object' && value !== null

/** The value that `JSON.stringify` writes: the result of `toJSON`, if there is one. */
const plain = (value: unknown, key: string): unknown =>
  isContainer(value) && 'toJSON' in value && typeof value.toJSON === 'function' ? value.toJSON(key) : value

/** The text of a small value; undefined for what JSON cannot write. */
function smallText(raw: unknown, key: string): string | undefined {
  const value = plain(raw, key)
  // Numbers and texts have the form of ECMAScript, as RFC 8785 requires.
  if (!isContainer(value)) return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map((entry, at) => smallText(entry, String(at)) ?? 'null').join(',')}]`
  let text = ''
  for (const name of Object.keys(value).sort()) {
    const member = smallText((value as Record<string, unknown>)[name], name)
    if (member !== undefined) text += `${text === '' ? '' : ','}${JSON.stringify(name)}:${member}`
  }
  return `{${text}}`
}

/**
 * The pieces of the canonical JSON of a value, in order. Undefined members are left out; an undefined entry of a list, or an
 * undefined value, is `null`.
 */
export function* canonicalPieces(raw: unknown, key = ''): Generator<string> {
  const value = plain(raw, key)
  if (fitsOneStep(value)) yield smallText(value, key) ?? 'null'
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
