// Hands a gateway the file of an upgrade, piece by piece, as the platform does.
import { createHash } from 'node:crypto'
import { eventually } from '../eventually.ts'
import type { PlatformStub } from './platform.ts'

type Served = { upgrade: string; bytes: number; sha256: string }

export const factsOf = (file: Buffer, upgrade = 'c'.repeat(16)): Served => ({
  ...{ upgrade, bytes: file.length },
  sha256: createHash('sha256').update(file).digest('hex'),
})

export type Serving = {
  /** Answers requests before this offset, and waits until the gateway requests from there. */
  upTo(from: number): Promise<void>
  /** Answers all requests from now on. */
  all(): void
  stop(): void
}

const lookMs = 5

/** Every request is answered, also a repeated one whose answer was lost. */
export function servePieces(
  platform: PlatformStub,
  file: Buffer,
  { upgrade }: Pick<Served, 'upgrade'>,
  chunk = 96 * 1024,
): Serving {
  let most = 0
  let seen = 0
  const held = new Set<number>()
  const answer = (from: number) =>
    platform.tell('bytes', { upgrade, from, data: file.subarray(from, from + chunk).toString('base64') })
  const look = () => {
    const asked = platform.all('piece')
    for (; seen < asked.length; seen += 1) {
      const piece = asked[seen]!
      if (piece.upgrade !== upgrade) continue
      if (piece.from < most) answer(piece.from)
      else held.add(piece.from)
    }
  }
  const timer = setInterval(look, lookMs)
  const open = (to: number) => {
    most = to
    for (const from of held) if (from < most) answer(from)
    held.clear()
  }
  return {
    async upTo(from) {
      open(from)
      await eventually(() => {
        if (!held.has(from)) throw new Error(`not asked from ${from} yet`)
      })
    },
    all: () => open(Number.POSITIVE_INFINITY),
    stop: () => clearInterval(timer),
  }
}
