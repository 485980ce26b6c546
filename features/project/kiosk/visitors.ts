import type { RoomVisits } from '../../frame/asker.ts'
import { createDisplays } from './displays.ts'

export default createDisplays satisfies RoomVisits
