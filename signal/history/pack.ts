// Batches become frames: rows of at most 8 KB, each of gateways of one group, so that PostgreSQL writes few rows and a
// reader skips the frames of other gateways without opening them.

/** Number of groups of gateways: gateways whose id has the same remainder share frames. */
export const groups = 8
const frameBytes = 8000

/** `gateways`: ids of the gateways that have batches in the frame, each once. */
export type Frame = { grp: number; gateways: number[]; bytes: Buffer }

type Packed = { place: { gatewayId: number }; bytes: Uint8Array }

/** Keeps the order of the batches of each gateway. A batch larger than a frame has its own frame. */
export function packFrames(items: readonly Packed[]): Frame[] {
  const byGroup: Packed[][] = Array.from({ length: groups }, () => [])
  for (const item of items) byGroup[item.place.gatewayId % groups]!.push(item)
  return byGroup.flatMap((group, grp) => {
    group.sort((a, b) => a.place.gatewayId - b.place.gatewayId)
    return filled(group).map((parts) => ({
      grp,
      gateways: [...new Set(parts.map(({ place }) => place.gatewayId))],
      bytes: Buffer.concat(parts.map(({ bytes }) => bytes)),
    }))
  })
}

function filled(group: readonly Packed[]): Packed[][] {
  const frames: Packed[][] = []
  let room = 0
  for (const item of group) {
    if (frames.length === 0 || item.bytes.length > room) {
      frames.push([])
      room = frameBytes
    }
    frames.at(-1)!.push(item)
    room -= item.bytes.length
  }
  return frames
}
