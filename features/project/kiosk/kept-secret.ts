// The state of a wall in local storage: the secret with which it is signed in or waits for pairing.
import { keep, readKept } from '../../../ui/kept.ts'

/**
 * The stored state of a wall display. `isIn`: it is signed in. `code` and `until`: the pairing code and its expiry
 * while the display waits.
 */
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
    // Data that another version has written is treated as never signed in.
    return null
  }
}

export const keepWall = (wall: KeptWall | null): void => keep(place, wall ? JSON.stringify(wall) : '')
