// An unused name for a copy. Pure.
import { limits } from '../../../contract/limits.ts'
import { cutTo } from '../../../core/cut-text.ts'

/** Returns the name, or the name with a number that makes it unique. */
export function freeName(name: string, taken: readonly { name: string }[]): string {
  const names = new Set(taken.map((other) => other.name.toLowerCase()))
  const fitted = (end: string) => cutTo(name, limits.titleLength - end.length) + end
  for (let n = 1; ; n += 1) {
    const free = fitted(n === 1 ? '' : ` ${n}`)
    if (!names.has(free.toLowerCase())) return free
  }
}
