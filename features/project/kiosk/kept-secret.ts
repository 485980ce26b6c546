// What a wall keeps in its browser: the secret by which it is signed in, or asks whether it is by now.
import { keep, readKept } from '../../../ui/kept.ts'

/** `isIn`: it was signed in. `code` and `until`: of one that waits. */
export type KeptWall = { secret: string; isIn: boolean; code: string; until: number }

const place = 'display'

export function readWall(): KeptWall | null {
  const text = readKept(place)
  if (!text) return null
  try {
    const kept = JSON.parse(text) as Partial<KeptWall> | null
    const { secret, isIn = false, code = '', until = 0 } = kept ?? {}
    return typeof secret === 'string' && secret !== '' ? { secret, isIn, code, until } : null
  } catch {
    // Of another version: as if it was never signed in.
    return null
  }
}

export const keepWall = (wall: KeptWall | null): void => keep(place, wall ? JSON.stringify(wall) : '')
