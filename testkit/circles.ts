// Circles of imports: files that import themselves through others.
import type { SourceFile } from './source.ts'

/**
 * Returns the files of all import cycles, and files between two cycles, sorted by path. Types and lazy imports count.
 * Removes files that import nothing or are imported by nothing, until none of these is left.
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
