// Circles of imports: files that import each other by way of others.
import type { SourceFile } from './source.ts'

/**
 * The files of all circles, and those on a way from one circle to another, in order of their names. Types and lazy imports
 * count. What imports nothing, or is imported by nothing, is in no circle and is taken away until nothing is left to take.
 */
export function inCircles(files: readonly SourceFile[]): string[] {
  let left = new Map(files.map(({ path, imports }) => [path, imports.map(({ target }) => target)]))
  for (;;) {
    const imported = new Set([...left.values()].flat())
    const staying = [...left].filter(([path, targets]) => imported.has(path) && targets.some((each) => left.has(each)))
    if (staying.length === left.size) return [...left.keys()].sort()
    left = new Map(staying)
  }
}
