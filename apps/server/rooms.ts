// Every room's server. A room registers by being in its folder.
import type { RoomServer } from '../../features/frame/serve.ts'

const modules = import.meta.glob<{ default: RoomServer }>('../../features/*/*/server.ts', { eager: true })

export const rooms: readonly RoomServer[] = Object.values(modules).map((module) => module.default)
