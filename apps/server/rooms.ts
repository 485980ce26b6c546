// The calls and services of all rooms. A room registers by being in its folder.
import '../../features/frame/room-errors.ts'
import type { RoomServer } from '../../features/frame/serve.ts'
import type { RoomServices } from '../../features/frame/services.ts'

const modules = import.meta.glob<{ default: RoomServer }>('../../features/*/*/server.ts', { eager: true })

export const rooms: readonly RoomServer[] = Object.values(modules).map((module) => module.default)

const services = import.meta.glob<{ default: RoomServices }>('../../features/*/*/service.ts', { eager: true })

export const roomServices: RoomServices = Object.values(services).flatMap((module) => module.default)
