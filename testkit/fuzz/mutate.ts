// Makes valid input invalid in ways that break programs: structure-aware mutations of JSON, damage to bytes.
import fc from 'fast-check'

/** Values of unexpected types. */
const strange: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    ...[
      null,
      true,
      false,
      0,
      -0,
      -1,
      1.5,
      1e308,
      -1e308,
      5e-324,
      2 ** 31,
      -(2 ** 31) - 1,
      2 ** 53,
      2 ** 63,
      8.64e15,
      8.65e15,
    ],
    ...[
      '',
      ' ',
      '0',
      'NaN',
      '1e999',
      '\0',
      'a\0b',
      '\ud800',
      '水位',
      '🏭',
      '__proto__',
      'constructor',
      '../../etc/passwd',
    ],
    ...["'; drop table gateway; --", '<script>', 'x'.repeat(2000), '9'.repeat(400)],
    ...[[], {}, [[]], [null], { length: 5 }, { toString: 1 }],
  ),
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.double(),
  fc.integer(),
  fc.jsonValue({ maxDepth: 3 }),
  fc.integer({ min: 1, max: 2000 }).map((depth) => JSON.parse(`${'['.repeat(depth)}${']'.repeat(depth)}`) as unknown),
)

type Path = (string | number)[]

const deepest = 20

/** Every path in a value, the root first, to a limited depth. */
function pathsOf(value: unknown, at: Path = []): Path[] {
  if (typeof value !== 'object' || value === null || at.length > deepest) return [at]
  return [at, ...Object.entries(value).flatMap(([key, inner]) => pathsOf(inner, [...at, key]))]
}

function changed(value: unknown, path: Path, change: (inner: unknown) => unknown): unknown {
  const [key, ...rest] = path
  if (key === undefined) return change(value)
  const copy = (Array.isArray(value) ? [...value] : { ...(value as object) }) as Record<string, unknown>
  copy[key] = changed(copy[key], rest, change)
  return copy
}

const longer = (inner: unknown): unknown => {
  if (Array.isArray(inner)) return [...inner, ...inner, inner[0]]
  if (typeof inner === 'string') return inner.repeat(3)
  if (typeof inner === 'number') return inner * 1e9
  return { ...(inner as object), more: inner }
}
const shorter = (inner: unknown): unknown => {
  if (Array.isArray(inner)) return inner.slice(1)
  if (typeof inner === 'string') return inner.slice(1)
  return typeof inner === 'number' ? -inner : undefined
}
const quoted = (inner: unknown): unknown => (typeof inner === 'string' ? Number(inner) : JSON.stringify(inner))

/** A value with one to three changed parts. */
export function mutated(value: unknown): fc.Arbitrary<unknown> {
  const step = fc.tuple(
    fc.nat(),
    fc.oneof(
      strange.map((other) => () => other),
      fc.constantFrom<(inner: unknown) => unknown>(longer, shorter, quoted, () => undefined),
    ),
  )
  return fc.array(step, { minLength: 1, maxLength: 3 }).map((steps) =>
    steps.reduce((current, [place, change]) => {
      const paths = pathsOf(current)
      return changed(current, paths[place % paths.length]!, change)
    }, value),
  )
}

/** Bytes with some flipped, removed, doubled or inserted; or truncated. */
export function damagedBytes(bytes: Uint8Array): fc.Arbitrary<Buffer> {
  const place = fc.nat(Math.max(0, bytes.length - 1))
  const some = fc.uint8Array({ maxLength: 40 })
  const step: fc.Arbitrary<(from: Buffer) => Buffer> = fc.oneof(
    fc.tuple(place, fc.nat(255)).map(([at, byte]) => (from: Buffer) => {
      const copy = Buffer.from(from)
      if (at < copy.length) copy[at] = byte
      return copy
    }),
    fc.tuple(place, some).map(
      ([at, more]) =>
        (from: Buffer) =>
          Buffer.concat([from.subarray(0, at), more, from.subarray(at)]),
    ),
    fc.tuple(place, fc.nat(60)).map(
      ([at, count]) =>
        (from: Buffer) =>
          Buffer.concat([from.subarray(0, at), from.subarray(at + count)]),
    ),
    fc.tuple(place, place).map(
      ([a, b]) =>
        (from: Buffer) =>
          Buffer.concat([from, from.subarray(Math.min(a, b), Math.max(a, b))]),
    ),
    place.map((at) => (from: Buffer) => from.subarray(0, at)),
  )
  return fc
    .array(step, { minLength: 1, maxLength: 4 })
    .map((steps) => steps.reduce<Buffer>((from, change) => change(from), Buffer.from(bytes)))
}

/**
 * How long the fuzz runs: short in a test run; `npm run torture -- --fuzz` sets the seconds of each, and the
 * seed.
 */
export function effort<T>(short: number): fc.Parameters<T> {
  const seconds = Number(process.env.FUZZ_SECONDS ?? 0)
  const seed = Number(process.env.FUZZ_SEED ?? 20_261_121)
  const base = { seed, endOnFailure: seconds > 0 }
  return seconds > 0
    ? { ...base, numRuns: 100_000_000, interruptAfterTimeLimit: seconds * 1000 }
    : { ...base, numRuns: short }
}

/** Time limit of a fuzzing test. */
export const fuzzTimeoutMs = 60_000 + Number(process.env.FUZZ_SECONDS ?? 0) * 2000
