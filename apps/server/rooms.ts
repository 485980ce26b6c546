// The calls, services and MQTT topics of all rooms. A room registers by being in its folder.
import '../../features/frame/room-errors.ts'
import type { RoomServer } from '../../features/frame/serve.ts'
import type { RoomServices } from '../../features/frame/services.ts'
import type { RoomTopics } from '../../features/frame/topic.ts'

const modules = import.meta.glob<{ default: RoomServer }>('../../features/*/*/server.ts', { eager: true })

export const rooms: readonly RoomServer[] = Object.values(modules).map((module) => module.default)

const services = import.meta.glob<{ default: RoomServices }>('../../features/*/*/service.ts', { eager: true })

export const roomServices: RoomServices = Object.values(services).flatMap((module) => module.default)

const topics = import.meta.glob<{ default: RoomTopics }>('../../features/*/*/topics.ts', { eager: true })

export const roomTopics: RoomTopics = Object.values(topics).flatMap((module) => module.default)
