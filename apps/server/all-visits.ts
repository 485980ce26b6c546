// All ways to come without an account: visitors of shares, displays on walls, and those of rooms to come.
import type { RoomVisits, Visits } from '../../features/frame/asker.ts'

const rooms = Object.values(
  import.meta.glob<{ default: RoomVisits }>('../../features/*/*/visitors.ts', { eager: true }),
)

/** The visitors of all rooms. A session that no room knows is invalid. */
export function allVisits(db: Parameters<RoomVisits>[0], now: () => number): Visits {
  const each = rooms.map((room) => room.default(db, now))
  return {
    async of(visitHash) {
      for (const visits of each) {
        const visitor = await visits.of(visitHash)
        if (visitor) return visitor
      }
      return undefined
    },
    async unseen(watching) {
      let rest = watching.slice()
      for (const visits of each) rest = await visits.unseen(rest)
      return rest
    },
    async unseenPages(watching) {
      let rest = watching.slice()
      for (const visits of each) rest = await visits.unseenPages(rest)
      return rest
    },
  }
}
