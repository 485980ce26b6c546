// All kinds of access without an account: visitors of shares, wall displays, and others that rooms add.
import type { RoomVisits, Visits } from '../../features/frame/asker.ts'

const rooms = Object.values(
  import.meta.glob<{ default: RoomVisits }>('../../features/*/*/visitors.ts', { eager: true }),
)

/** The visits of all rooms. A session that no room recognises is invalid. */
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
